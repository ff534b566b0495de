"""Compares the fields that PyPI m3u8 knows too: reads the lines of PlaylistFields.

Prints a line per difference, and how many files agree, differ, or could not be compared.
"""

import json
import pathlib
import sys

import m3u8


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


equal = different = skipped = 0
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
    for item in found[:3]:
        print(f"{name}{item}")
    equal, different = (equal + 1, different) if not found else (equal, different + 1)
print(f"{equal} files agree, {different} differ, {skipped} not comparable")
