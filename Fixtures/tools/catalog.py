"""Writes the playlists and asset.json of a fixture: catalog.py ladder|cmaf FOLDER.

Everything that they declare is measured on the files in FOLDER."""

import hashlib
import json
import math
import pathlib
import sys

import media

SEGMENT = 4
FRAME_RATE = 25
CUE = 2
LANGUAGES = {"en": "English", "fr": "Français"}
CUE_TEXT = {"en": "Second {0} of {1}, segment {2}", "fr": "Seconde {0} sur {1}, segment {2}"}
AAC_LC = "mp4a.40.2"


class Stream:
    """One media playlist in the making."""

    def __init__(self, root, identifier, kind, **attributes):
        self.root, self.id, self.kind = root, identifier, kind
        self.attributes = attributes
        self.init = None
        self.segments = []
        self.ranges = False

    @property
    def playlist(self):
        return f"{self.id}/index.m3u8"

    def part(self, name, seconds=None, offset=0, length=None):
        data = (self.root / self.id / name).read_bytes()
        length = len(data) if length is None else length
        part = {"path": f"{self.id}/{name}", "offset": offset, "length": length}
        if seconds is not None:
            part["seconds"] = round(seconds, 6)
        part["sha256"] = hashlib.sha256(data[offset:offset + length]).hexdigest()
        return part

    def average(self):
        length = sum(part["length"] for part in self.segments)
        return length * 8 / sum(part["seconds"] for part in self.segments)

    def peak(self):
        return max(part["length"] * 8 / part["seconds"] for part in self.segments)

    def write(self):
        target = max(math.floor(part["seconds"] + 0.5) for part in self.segments)
        lines = ["#EXTM3U", f"#EXT-X-VERSION:{6 if self.init else 3}",
                 f"#EXT-X-TARGETDURATION:{target}", "#EXT-X-MEDIA-SEQUENCE:0",
                 "#EXT-X-PLAYLIST-TYPE:VOD"]
        if self.kind == "iframes":
            lines.append("#EXT-X-I-FRAMES-ONLY")
        if self.init:
            name = self.init["path"].split("/")[1]
            span = f',BYTERANGE="{self.init["length"]}@0"' if self.ranges else ""
            lines.append(f'#EXT-X-MAP:URI="{name}"{span}')
        for part in self.segments:
            lines.append(f"#EXTINF:{part['seconds']:.6f},")
            if self.ranges:
                lines.append(f"#EXT-X-BYTERANGE:{part['length']}@{part['offset']}")
            lines.append(part["path"].split("/")[1])
        lines.append("#EXT-X-ENDLIST")
        write_lines(self.root / self.playlist, lines)

    def entry(self):
        entry = {"id": self.id, "kind": self.kind, "playlist": self.playlist, **self.attributes}
        if self.init:
            entry["initSection"] = self.init
        return {**entry, "segments": self.segments}


def write_lines(path, lines):
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def kilobits(value):
    """Rounded up to whole kbit/s, in bit/s."""
    return math.ceil(value / 1000) * 1000


def transport_stream(root, identifier):
    stream = Stream(root, identifier, "video")
    for file in sorted((root / identifier).glob("*.ts")):
        seconds = media.seconds(file.read_bytes(), "v")
        stream.segments.append(stream.part(file.name, seconds))
    return stream


def fragmented(root, identifier, kind, **attributes):
    stream = Stream(root, identifier, kind, **attributes)
    stream.init = stream.part("init.mp4")
    head = (root / identifier / "init.mp4").read_bytes()
    for file in sorted((root / identifier).glob("*.m4s")):
        seconds = media.seconds(head + file.read_bytes(), kind[0])
        stream.segments.append(stream.part(file.name, seconds))
    return stream


def single_file(root, identifier, kind, end):
    """Byte ranges of media.mp4, whose last sample is shown until `end` seconds."""
    stream = Stream(root, identifier, kind)
    stream.ranges = True
    data = (root / identifier / "media.mp4").read_bytes()
    (_, head), *rest = media.fragments(data)
    stream.init = stream.part("media.mp4", length=head)
    starts = []
    for offset, length in rest:
        fragment = data[:head] + data[offset:offset + length]
        starts.append(float(media.packets(fragment, "v")[0][0]))
    for (offset, length), start, after in zip(rest, starts, starts[1:] + [end]):
        stream.segments.append(stream.part("media.mp4", after - start, offset, length))
    return stream


def stamp(seconds):
    return f"00:00:{seconds:06.3f}"


def subtitles(root, language, total):
    stream = Stream(root, f"subs-{language}", "subtitles", **rendition("subs", language))
    (root / stream.id).mkdir(exist_ok=True)
    for index in range(math.ceil(total / SEGMENT)):
        lines = ["WEBVTT", "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000"]
        for start in range(index * SEGMENT, (index + 1) * SEGMENT, CUE):
            text = CUE_TEXT[language].format(start, total, index)
            lines += ["", f"{stamp(start)} --> {stamp(start + CUE - 0.1)}", text]
        name = f"{index:03d}.vtt"
        write_lines(root / stream.id / name, lines)
        stream.segments.append(stream.part(name, SEGMENT))
    return stream


def rendition(group, language, channels=None):
    """The facts of an EXT-X-MEDIA line; English is the default, both may be chosen."""
    facts = {"group": group, "name": LANGUAGES[language], "language": language}
    if channels:
        facts["channels"] = channels
    return {**facts, "isDefault": language == "en", "isAutoselect": True}


def media_line(stream):
    facts = stream.attributes
    kind = stream.kind.upper()
    line = f'#EXT-X-MEDIA:TYPE={kind},GROUP-ID="{facts["group"]}",NAME="{facts["name"]}"'
    line += f',LANGUAGE="{facts["language"]}",DEFAULT={"YES" if facts["isDefault"] else "NO"}'
    line += ",AUTOSELECT=YES"
    if "channels" in facts:
        line += f',CHANNELS="{facts["channels"]}"'
    if kind == "SUBTITLES":
        line += ",FORCED=NO"
    return f'{line},URI="{stream.playlist}"'


def variant(stream, size, codecs, video_range, others=(), **groups):
    """`others` holds, per group, the renditions of which one is played beside the video."""
    peak = stream.peak() + sum(max(one.peak() for one in group) for group in others)
    average = stream.average() + sum(max(one.average() for one in group) for group in others)
    return {
        "stream": stream.id, "peakBitRate": kilobits(peak), "averageBitRate": kilobits(average),
        "width": size[0], "height": size[1], "frameRate": FRAME_RATE, "codecs": codecs,
        "videoRange": video_range, **groups}


def variant_lines(facts):
    line = f'#EXT-X-STREAM-INF:BANDWIDTH={facts["peakBitRate"]}'
    line += f',AVERAGE-BANDWIDTH={facts["averageBitRate"]},CODECS="{facts["codecs"]}"'
    line += f',RESOLUTION={facts["width"]}x{facts["height"]},FRAME-RATE={facts["frameRate"]:.3f}'
    line += f',VIDEO-RANGE={facts["videoRange"]}'
    if "audioGroup" in facts:
        line += f',AUDIO="{facts["audioGroup"]}"'
    if "subtitlesGroup" in facts:
        line += f',SUBTITLES="{facts["subtitlesGroup"]}"'
    return [line, f'{facts["stream"]}/index.m3u8']


def publish(root, title, version, streams, variants, tail=(), keys=(), head=()):
    for stream in streams:
        stream.write()
    lines = ["#EXTM3U", f"#EXT-X-VERSION:{version}", "#EXT-X-INDEPENDENT-SEGMENTS"]
    lines += head
    lines += [media_line(stream) for stream in streams if "group" in stream.attributes]
    for facts in variants:
        lines += variant_lines(facts)
    write_lines(root / "index.m3u8", lines + list(tail))
    catalog = {
        "id": root.name, "title": title, "multivariantPlaylist": "index.m3u8",
        "streams": [stream.entry() for stream in streams], "variants": variants}
    if keys:
        catalog["keys"] = list(keys)
    text = json.dumps(catalog, indent=2, ensure_ascii=False)
    (root / "asset.json").write_text(text + "\n", encoding="utf-8")


def make_ladder(root):
    sizes = {"v110": (256, 144), "v240": (384, 216), "v430": (640, 360), "v800": (960, 540)}
    streams, variants = [], []
    for identifier, size in sizes.items():
        stream = transport_stream(root, identifier)
        codec = media.avc_codec((root / stream.segments[0]["path"]).read_bytes())
        streams.append(stream)
        variants.append(variant(stream, size, f"{codec},{AAC_LC}", "SDR"))
    publish(root, "Four variants, H.264 and AAC in MPEG-TS", 3, streams, variants)


def make_cmaf(root):
    audio = {
        group: [
            fragmented(root, f"audio-{language}-{group}", "audio",
                       **rendition(group, language, channels))
            for language in LANGUAGES]
        for group, channels in (("stereo", 2), ("surround", 6))}
    v500 = fragmented(root, "v500", "video")
    total = sum(part["seconds"] for part in v500.segments)
    texts = [subtitles(root, language, round(total)) for language in LANGUAGES]
    pictures = [
        (joined(single_file(root, "v250", "video", total)), (480, 270), "SDR"),
        (v500, (640, 360), "SDR"),
        (fragmented(root, "v600pq", "video"), (960, 540), "PQ")]
    variants, codecs = [], {}
    for stream, size, video_range in pictures:
        init = stream.init
        head = (root / init["path"]).read_bytes()[:init["length"]]
        find = media.hevc_codec if video_range == "PQ" else media.avc_codec
        codecs[stream.id] = find(head)
        for group in audio:
            variants.append(variant(
                stream, size, f"{codecs[stream.id]},{AAC_LC}", video_range,
                others=(audio[group], texts), audioGroup=group, subtitlesGroup="subs"))
    iframes = single_file(root, "iframes", "iframes", total)
    trick = (f"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH={kilobits(iframes.peak())}"
             f",AVERAGE-BANDWIDTH={kilobits(iframes.average())},CODECS=\"{codecs['v250']}\""
             f",RESOLUTION=480x270,VIDEO-RANGE=SDR,URI=\"{iframes.playlist}\"")
    streams = audio["stereo"] + audio["surround"] + texts
    streams += [stream for stream, _, _ in pictures] + [iframes]
    publish(root, "CMAF with two languages, stereo and 5.1, subtitles and HDR", 6, streams,
            variants, [trick])


def joined(stream):
    """Puts the fragments of one segment together: a segment starts at each multiple of SEGMENT."""
    parts, clock = [], 0
    data = (stream.root / stream.segments[0]["path"]).read_bytes()
    for part in stream.segments:
        if parts and clock + 0.5 / FRAME_RATE < len(parts) * SEGMENT:
            parts[-1]["length"] += part["length"]
            parts[-1]["seconds"] = round(parts[-1]["seconds"] + part["seconds"], 6)
        else:
            parts.append(part)
        clock += part["seconds"]
    for part in parts:
        span = data[part["offset"]:part["offset"] + part["length"]]
        part["sha256"] = hashlib.sha256(span).hexdigest()
    stream.segments = parts
    return stream


if __name__ == "__main__":
    {"ladder": make_ladder, "cmaf": make_cmaf}[sys.argv[1]](pathlib.Path(sys.argv[2]))
