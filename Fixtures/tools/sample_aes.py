"""SAMPLE-AES for MPEG-TS, after Apple's "MPEG-2 Stream Encryption Format for HTTP Live Streaming":
H.264 (stream type 0xDB) and AAC in ADTS (0xCF), AES-128 in CBC mode, whose vector starts anew with
each slice and each audio frame. Takes what ffmpeg's muxer writes: one PAT and PMT packet, whole access
units and whole ADTS frames in each PES packet."""

import re

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

PACKET = 188
TYPES = {0x1B: 0xDB, 0x0F: 0xCF}
SLICES = (1, 5)
SMALLEST_SLICE = 48
SLICE_LEADER, SLICE_CLEAR = 32, 144
FRAME_LEADER = 16


def encrypted(data, key, vector):
    """The bytes of an encrypted segment."""
    cipher = lambda: Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    packets = [data[i:i + PACKET] for i in range(0, len(data), PACKET)]
    program = program_map(packets)
    setup = audio_setup(packets, program)
    units = {pid: collect(packets, pid) for pid in program}
    made, counters = {}, {}
    for pid, kind in program.items():
        for places in units[pid]:
            unit = b"".join(payload(packets[place]) for place in places)
            change = video if kind == 0x1B else audio
            head = 9 + unit[8]
            body = change(unit[head:], cipher)
            if unit[4:6] != b"\0\0":
                length = len(body) + head - 6
                unit = unit[:4] + length.to_bytes(2, "big") + unit[6:]
            pieces = split(unit[:head] + body, [packets[place] for place in places])
            for place, piece in zip(places, pieces):
                made[place] = [piece]
            made[places[-1]] += pieces[len(places):]
    out = []
    for place, packet in enumerate(packets):
        pid = pid_of(packet)
        for new in made.get(place, [packet]):
            if packet[1] & 0x40 and pid not in program and is_map(packet):
                new = changed_map(new, setup)
            if new[3] & 0x10:
                # Packets were added: count anew, from where the PID began.
                counters[pid] = (counters[pid] + 1) % 16 if pid in counters else packet[3] & 15
            out.append(new[:3] + bytes([new[3] & 0xF0 | counters.get(pid, packet[3] & 15)]) + new[4:])
    return b"".join(out)


def pid_of(packet):
    return (packet[1] & 0x1F) << 8 | packet[2]


def adaptation(packet):
    """The adaptation field without its stuffing, its length byte left out; None: there is none."""
    if not packet[3] & 0x20:
        return None
    field = packet[5:5 + packet[4]]
    if not field:
        return b""
    flags = field[0]
    if flags & 0x0F:
        raise SystemExit("error: an adaptation field with more than a PCR")
    return field[:7] if flags & 0x10 else (field[:1] if flags & 0xE0 else b"")


def payload(packet):
    if not packet[3] & 0x10:
        return b""
    return packet[5 + packet[4]:] if packet[3] & 0x20 else packet[4:]


def is_map(packet):
    body = payload(packet)
    return pid_of(packet) not in (0, 17) and body[1:2] == b"\x02"


def program_map(packets):
    """Stream type by PID of what is encrypted."""
    section = payload(next(p for p in packets if is_map(p)))[1:]
    return {pid: kind for kind, pid, _ in streams(section) if kind in TYPES}


def streams(section):
    """(type, PID, descriptors) of each stream of a program map section."""
    end = 3 + ((section[1] & 0x0F) << 8 | section[2]) - 4
    at = 12 + ((section[10] & 0x0F) << 8 | section[11])
    while at < end:
        length = (section[at + 3] & 0x0F) << 8 | section[at + 4]
        pid = (section[at + 1] & 0x1F) << 8 | section[at + 2]
        yield section[at], pid, section[at + 5:at + 5 + length]
        at += 5 + length


def changed_map(packet, setup):
    """The program map with the types of encrypted streams and what Apple's format says of them."""
    section = payload(packet)[1:]
    info = 12 + ((section[10] & 0x0F) << 8 | section[11])
    body = section[3:info]
    for kind, pid, descriptors in streams(section):
        if kind == 0x1B:
            descriptors += b"\x0f\x04zavc"
        elif kind == 0x0F:
            registration = b"apad" + b"zaac" + b"\0\0" + b"\x01" + bytes([len(setup)]) + setup
            descriptors += b"\x0f\x04aacd" + b"\x05" + bytes([len(registration)]) + registration
        body += bytes([TYPES.get(kind, kind), 0xE0 | pid >> 8, pid & 0xFF,
                       0xF0 | len(descriptors) >> 8, len(descriptors) & 0xFF]) + descriptors
    length = len(body) + 4
    section = section[:1] + bytes([0xB0 | length >> 8, length & 0xFF]) + body
    section += crc(section).to_bytes(4, "big")
    made = packet[:4] + b"\0" + section
    return made + b"\xff" * (PACKET - len(made))


def crc(data):
    """CRC-32 of MPEG-2 sections (ISO/IEC 13818-1, annex A)."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value & 0x80000000 else 0)) & 0xFFFFFFFF
    return value


def audio_setup(packets, program):
    """AudioSpecificConfig of the first ADTS frame (ISO/IEC 14496-3, 1.6.2.1)."""
    pid = next(pid for pid, kind in program.items() if kind == 0x0F)
    first = payload(packets[collect(packets, pid)[0][0]])
    frame = first[9 + first[8]:]
    profile, rate = frame[2] >> 6, frame[2] >> 2 & 15
    channels = (frame[2] & 1) << 2 | frame[3] >> 6
    return ((profile + 1) << 11 | rate << 7 | channels << 3).to_bytes(2, "big")


def collect(packets, pid):
    """Places of the packets of each PES packet of a PID."""
    units = []
    for place, packet in enumerate(packets):
        if pid_of(packet) == pid and packet[3] & 0x10:
            if packet[1] & 0x40:
                units.append([])
            units[-1].append(place)
    return units


def split(unit, originals):
    """A PES packet as transport packets, with the adaptation fields of the original ones."""
    pieces, at = [], 0
    while at < len(unit):
        place = len(pieces)
        original = originals[min(place, len(originals) - 1)]
        field = adaptation(original) if place < len(originals) else None
        room = PACKET - 4 - (0 if not field else 1 + len(field))
        piece = unit[at:at + room]
        at += len(piece)
        stuffing = room - len(piece)
        header = bytes([0x47, (0x40 if place == 0 else 0) | original[1] & 0x1F, original[2]])
        if field:
            inner = field + b"\xff" * stuffing
        elif stuffing:
            inner = (b"\0" + b"\xff" * (stuffing - 2))[:stuffing - 1]
        else:
            inner = None
        control = original[3] & 0x0F | (0x10 if inner is None else 0x30)
        pieces.append(header + bytes([control])
                      + (b"" if inner is None else bytes([len(inner)]) + inner) + piece)
    assert all(len(piece) == PACKET for piece in pieces)
    return pieces


def video(stream, cipher):
    """Access units in Annex B: long slices are encrypted."""
    out, marks = b"", list(re.finditer(rb"\x00?\x00\x00\x01", stream))
    ends = [mark.start() for mark in marks[1:]] + [len(stream)]
    out = stream[:marks[0].start()]
    for mark, end in zip(marks, ends):
        unit = stream[mark.end():end]
        if unit[0] & 31 in SLICES and len(unit) > SMALLEST_SLICE:
            unit = escaped(slice_of(unit, cipher()))
        out += mark.group() + unit
    return out


def slice_of(unit, cipher):
    out, at = unit[:SLICE_LEADER], SLICE_LEADER
    while at < len(unit):
        if len(unit) - at > 16:
            out += cipher.update(unit[at:at + 16])
            at += 16
        out += unit[at:at + SLICE_CLEAR]
        at += SLICE_CLEAR
    return out


def escaped(unit):
    """No start code may arise inside of a unit (H.264, 7.4.1): once more over what was escaped."""
    return re.sub(rb"\x00\x00(?=[\x00-\x03])", b"\x00\x00\x03", unit)


def audio(stream, cipher):
    """ADTS frames: whole blocks behind header and leader are encrypted."""
    out = b""
    while stream:
        length = (stream[3] & 3) << 11 | stream[4] << 3 | stream[5] >> 5
        frame, stream = stream[:length], stream[length:]
        start = (7 if frame[1] & 1 else 9) + FRAME_LEADER
        count = max(0, (len(frame) - start) // 16 * 16)
        out += frame[:start] + cipher().update(frame[start:start + count]) + frame[start + count:]
    return out
