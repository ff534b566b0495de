"""Measures PyPI m3u8 on the texts in a folder: best of several rounds, typed model."""

import pathlib
import sys
import time

import m3u8

ROUNDS = 5

for path in sorted(pathlib.Path(sys.argv[1]).glob("*.m3u8")):
    text = path.read_text(encoding="utf-8")
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        playlist = m3u8.loads(text)
        best = min(best, time.perf_counter() - start)
        assert playlist.segments, path
    print(f"PyPI m3u8, {path.name}: {len(text) / best / 1e6:.1f} MB/s")
