"""What the media files themselves say: durations, codec strings and ISO BMFF boxes."""

import fractions
import json
import subprocess
import tempfile


def packets(data, kind):
    """Presentation time and duration of each packet of the first `kind` stream, in order of
    presentation. `kind` is 'v' or 'a'; times are exact fractions of a second. ffprobe 5.1 knows
    no duration for the first audio packet of a fragment: that one reaches to the second."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        found = json.loads(run([
            "ffprobe", "-v", "error", "-select_streams", f"{kind}:0", "-of", "json",
            "-show_entries", "packet=pts,duration:stream=time_base", file.name]))
    tick = fractions.Fraction(found["streams"][0]["time_base"])
    times = sorted(
        ((p["pts"], p.get("duration")) for p in found["packets"]), key=lambda time: time[0])
    if times[0][1] is None:
        times[0] = (times[0][0], times[1][0] - times[0][0])
    return [(start * tick, duration * tick) for start, duration in times]


def seconds(data, kind):
    """From the start of the first packet to the end of the last."""
    found = packets(data, kind)
    return float(found[-1][0] + found[-1][1] - found[0][0])


def run(command, data=None):
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def boxes(data):
    """(type, offset, length) of each top-level box."""
    offset = 0
    while offset < len(data):
        length = int.from_bytes(data[offset:offset + 4], "big")
        kind = data[offset + 4:offset + 8].decode("ascii")
        if length < 8 or offset + length > len(data):
            raise ValueError(f"box {kind!r} at byte {offset} has length {length}")
        yield kind, offset, length
        offset += length


def fragments(data):
    """(offset, length) of the init section and of each moof with what belongs to it."""
    starts = [0]
    inside = False
    for kind, offset, _ in boxes(data):
        if kind in ("styp", "sidx", "moof") and not inside:
            starts.append(offset)
        inside = kind in ("styp", "sidx", "moof")
    return [(a, b - a) for a, b in zip(starts, starts[1:] + [len(data)])]


def avc_codec(data):
    """CODECS of H.264 (RFC 6381): profile, constraints and level, from an avcC box or from the
    sequence parameter set of a transport stream."""
    at = data.find(b"avcC")
    if at >= 0:
        return "avc1." + data[at + 5:at + 8].hex()
    stream = run(["ffmpeg", "-v", "error", "-i", "-", "-c", "copy", "-an", "-f", "h264", "-"], data)
    at = stream.find(b"\0\0\1\x67")
    return "avc1." + stream[at + 4:at + 7].hex()


def hevc_codec(data):
    """CODECS of HEVC from an hvcC box (ISO/IEC 14496-15, annex E)."""
    record = data[data.index(b"hvcC") + 4:]
    space = ["", "A", "B", "C"][record[1] >> 6]
    tier = "H" if record[1] & 0x20 else "L"
    compatibility = int.from_bytes(record[2:6], "big")
    reversed_bits = int(f"{compatibility:032b}"[::-1], 2)
    constraints = record[6:12].rstrip(b"\0")
    parts = [f"hvc1.{space}{record[1] & 0x1f}", f"{reversed_bits:X}", f"{tier}{record[12]}"]
    return ".".join(parts + [f"{byte:X}" for byte in constraints])
