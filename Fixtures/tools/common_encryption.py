"""Common encryption `cenc` (ISO/IEC 23001-7) of H.264 in fragmented MP4: AES-CTR over the slices, their
first bytes and all else in the clear. ffmpeg 5.1 writes no `senc` box into fragments, so that its own
encrypted ones cannot be played."""

import struct

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

SLICES = (1, 5)
# Of a slice: the length before it, and its header for sure.
CLEAR = 4 + 32
CONTAINERS = ("moov", "trak", "mdia", "minf", "stbl", "moof", "traf")


def boxes(data):
    """(type, content) of each box."""
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        yield data[at + 4:at + 8].decode("ascii"), data[at + 8:at + length]
        at += length


def box(kind, content):
    return (len(content) + 8).to_bytes(4, "big") + kind.encode() + content


def init_section(data, kid):
    """The init section with the sample entry `encv`."""
    out = b""
    for kind, content in boxes(data):
        if kind in CONTAINERS:
            content = init_section(content, kid)
        elif kind == "stsd":
            (entry, inner), = boxes(content[8:])
            scheme = box("frma", entry.encode())
            scheme += box("schm", struct.pack(">I4sI", 0, b"cenc", 0x10000))
            scheme += box("schi", box("tenc", bytes([0, 0, 0, 0, 0, 0, 1, 8]) + kid))
            content = content[:8] + box("encv", inner + box("sinf", scheme))
        out += box(kind, content)
    return out


def segment(data, key, first):
    """A segment of moof and mdat pairs; vectors count samples from `first` on.

    Returns it with the number of its samples. An index (`sidx`) is left out: its sizes change."""
    out, count, moof = b"", 0, None
    for kind, content in boxes(data):
        if kind == "moof":
            moof = content
        elif kind == "mdat":
            sizes = sample_sizes(moof)
            made, entries = samples(content, sizes, key, first + count)
            out += fragment(moof, entries) + box("mdat", made)
            count += len(sizes)
        elif kind != "sidx":
            out += box(kind, content)
    return out, count


def sample_sizes(moof):
    traf = dict(boxes(dict(boxes(moof))["traf"]))
    run = traf["trun"]
    flags, count = int.from_bytes(run[1:4], "big"), int.from_bytes(run[4:8], "big")
    start = 8 + (4 if flags & 1 else 0) + (4 if flags & 4 else 0)
    fields = [bit for bit in (0x100, 0x200, 0x400, 0x800) if flags & bit]
    if not flags & 1 or 0x200 not in fields:
        raise SystemExit("error: a track run without data offset or sample sizes")
    place = 4 * fields.index(0x200)
    return [int.from_bytes(run[at + place:at + place + 4], "big")
            for at in range(start, start + 4 * len(fields) * count, 4 * len(fields))]


def samples(data, sizes, key, first):
    """The encrypted samples, and of each its entry of `senc`: vector, clear and encrypted spans."""
    out, entries, at = b"", [], 0
    for number, size in enumerate(sizes):
        sample, at = data[at:at + size], at + size
        vector = (first + number + 1).to_bytes(8, "big")
        cipher = Cipher(algorithms.AES(key), modes.CTR(vector + bytes(8))).encryptor()
        spans, made, place, clear = [], b"", 0, 0
        while place < size:
            length = 4 + int.from_bytes(sample[place:place + 4], "big")
            unit, place = sample[place:place + length], place + length
            hidden = 0
            if unit[4] & 31 in SLICES and length > CLEAR:
                hidden = (length - CLEAR) // 16 * 16
            made += unit[:length - hidden] + cipher.update(unit[length - hidden:])
            clear += length - hidden
            if hidden:
                spans.append((clear, hidden))
                clear = 0
        if clear:
            spans.append((clear, 0))
        if any(span[0] > 0xFFFF for span in spans):
            raise SystemExit("error: more clear bytes than one span can have")
        out += made
        entries.append(vector + struct.pack(">H", len(spans))
                       + b"".join(struct.pack(">HI", *span) for span in spans))
    return out, entries


def fragment(moof, entries):
    """The moof with what decoders need: `senc`, and `saiz` and `saio` that point into it."""
    secret = box("senc", struct.pack(">II", 2, len(entries)) + b"".join(entries))
    sizes = box("saiz", struct.pack(">IBI", 0, 0, len(entries)) + bytes(map(len, entries)))
    place = box("saio", struct.pack(">III", 0, 1, 0))
    growth, out, start = len(secret + sizes + place), b"", 0
    for kind, content in boxes(moof):
        if kind == "traf":
            inner = b""
            for name, value in boxes(content):
                if name == "trun":
                    offset = int.from_bytes(value[8:12], "big") + growth
                    value = value[:8] + offset.to_bytes(4, "big") + value[12:]
                inner += box(name, value)
            # Of the first entry, from the start of the moof: two heads, saiz, saio, head of senc.
            start = 8 + len(out) + 8 + len(inner) + len(sizes) + len(place) + 16
            place = box("saio", struct.pack(">III", 0, 1, start))
            content = inner + sizes + place + secret
        out += box(kind, content)
    return box("moof", out)
