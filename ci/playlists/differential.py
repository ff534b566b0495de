"""Compares the fields that PyPI m3u8 knows too: reads the lines of PlaylistFields.

Prints a line per difference, and how many files agree, differ, or could not be compared. Exits 1
when a file differs that is not in KNOWN.
"""

import json
import pathlib
import sys

import m3u8


PARTS = "m3u8 takes the parts of the segment that is to come for a segment"
NEGATIVE = "there are no negative durations, sequence numbers or target durations"
REPEATED = "of a tag that may stand once the first counts"
UNTIMED = "a segment without EXTINF is kept, it lasts as long as the target duration"
UNKNOWN_TYPE = "a type that the specification does not know is none"

# Files of the corpus in which the two differ, and why.
KNOWN = {
    "media__ll-hls-byteranges.m3u8": PARTS,
    "media__ll-hls.m3u8": PARTS,
    "Low-Latency_Example-01_Low-Latency_HLS_Playlist.m3u8": PARTS,
    "Low-Latency_Example-02_Playlist_Delta_Update.m3u8": PARTS,
    "Low-Latency_Example-03_Byterange-addressed_Parts-01.m3u8": PARTS,
    "Low-Latency_Example-03_Byterange-addressed_Parts-03.m3u8": PARTS,
    "llhls-delta-byte-range.m3u8": PARTS,
    "llhls.m3u8": PARTS,
    "llhlsDelta.m3u8": PARTS,
    "multivariant__multivariant-variables.m3u8": "m3u8 does not substitute variables",
    "open-m3u8__negativeDurationMediaPlaylist.m3u8": NEGATIVE,
    "manifestExtTTargetdurationNegative.m3u8": NEGATIVE,
    "negativeMediaSequence.m3u8": NEGATIVE,
    "open-m3u8__playlistWithMultipleEncryptedMediaSegments.m3u8":
        "keys of several KEYFORMATs hold together, m3u8 keeps the last",
    "media__withBreakInsideBreak.m3u8":
        "without TARGETDURATION it is the longest segment's, m3u8 says nothing",
    "extXPlaylistTypeInvalidPlaylist.m3u8": UNKNOWN_TYPE,
    "invalidPlaylistType.m3u8": UNKNOWN_TYPE,
    "liveMissingSegmentDuration.m3u8": UNTIMED,
    "missingExtinf.m3u8": UNTIMED,
    "missingSegmentDuration.m3u8": UNTIMED,
    "multipleTargetDurations.m3u8": f"{REPEATED}; {UNTIMED}",
    "twoMediaSequences.m3u8": REPEATED,
}


def media(playlist):
    segments = []
    for segment in playlist.segments:
        length = str(segment.byterange).split("@")[0] if segment.byterange else "-1"
        key = segment.key
        segments.append({
            "uri": segment.uri or "",
            "duration": segment.duration,
            "title": (segment.title or "").strip(),
            "isDiscontinuity": bool(segment.discontinuity),
            "isGap": bool(segment.gap_tag),
            "keys": [key.uri or ""] if key and key.method != "NONE" else [],
            "map": segment.init_section.uri if segment.init_section else "",
            "rangeLength": int(length),
            "parts": [part.uri for part in segment.parts],
        })
    return {
        "targetDuration": float(playlist.target_duration or 0),
        "mediaSequence": playlist.media_sequence or 0,
        "discontinuitySequence": playlist.discontinuity_sequence or 0,
        "hasEndList": playlist.is_endlist,
        "isIFramesOnly": playlist.is_i_frames_only,
        "type": (playlist.playlist_type or "").upper(),
        "segments": segments,
    }


def multivariant(playlist):
    variants = []
    for variant in playlist.playlists:
        info = variant.stream_info
        variants.append({
            "uri": variant.uri,
            "bandwidth": info.bandwidth or 0,
            "averageBandwidth": info.average_bandwidth or -1,
            "codecs": info.codecs or "",
            "resolution": list(info.resolution or []),
            "frameRate": info.frame_rate or -1,
            "videoRange": info.video_range or "",
            "audio": info.audio or "",
            "subtitles": info.subtitles or "",
        })
    return {
        "variants": variants,
        "iFrames": [item.uri for item in playlist.iframe_playlists],
        "renditions": [
            [item.type or "", item.group_id or "", item.name or "", item.language or "",
             item.uri or "", "YES" if item.default == "YES" else "", item.channels or ""]
            for item in playlist.media
        ],
    }


def differences(mine, theirs, path=""):
    if isinstance(theirs, dict):
        for name, value in theirs.items():
            yield from differences(mine[name], value, f"{path}.{name}")
    elif isinstance(theirs, list):
        if len(mine) != len(theirs):
            yield f"{path}: {len(mine)} and {len(theirs)} elements"
        for index, (left, right) in enumerate(zip(mine, theirs)):
            yield from differences(left, right, f"{path}[{index}]")
    elif isinstance(theirs, float):
        if abs(mine - theirs) > 1e-6:
            yield f"{path}: {mine!r} and {theirs!r}"
    elif mine != theirs:
        yield f"{path}: {mine!r} and {theirs!r}"


equal = known = unknown = skipped = 0
for line in sys.stdin:
    mine = json.loads(line)
    name = pathlib.Path(mine["file"]).name
    try:
        text = pathlib.Path(mine["file"]).read_text(encoding="utf-8", errors="replace")
        playlist = m3u8.loads(text)
        theirs = multivariant(playlist) if "multivariant" in mine else media(playlist)
    except Exception as error:  # The other parser refuses, in whatever way.
        print(f"{name}: not comparable: m3u8 says {type(error).__name__}: {error}")
        skipped += 1
        continue
    found = list(differences(mine.get("multivariant") or mine.get("media") or {}, theirs))
    if not found:
        equal += 1
    elif name in KNOWN:
        print(f"{name}: {KNOWN[name]}")
        known += 1
    else:
        for item in found[:3]:
            print(f"{name}{item}")
        unknown += 1
print(
    f"{equal} files agree, {known} differ for a reason that is named, {unknown} for none, "
    f"{skipped} are refused by m3u8")
sys.exit(1 if unknown or not equal else 0)
