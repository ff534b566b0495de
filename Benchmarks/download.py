"""What Benchmarks/download runs: each client in turn, its time, its processor time, its memory."""

import glob
import os
import statistics
import subprocess
import sys
import tempfile
import time

folder, origin, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
hlslab, ytdlp = os.environ["HLSLAB"], os.environ["YTDLP"]
sets = ["large", "small"]


def segments(name):
    return sorted(glob.glob(f"{folder}/www/{name}/*.ts"))


def urls(name, separator, line):
    path = f"{folder}/{name}.{separator}"
    with open(path, "w") as file:
        for segment in segments(name):
            base = os.path.basename(segment)
            file.write(line.format(url=f"{origin}/{name}/{base}", base=base))
    return path


def command(client, name, out):
    playlist = f"{origin}/{name}/index.m3u8"
    if client == "hlslab":
        return [hlslab, "download", playlist, "--out", out]
    if client == "curl":
        list_ = urls(name, "curl", 'url = "{url}"\noutput = "{base}"\n')
        return ["curl", "-sS", "--no-progress-meter", "-f", "-Z", "--parallel-max", "4", "--output-dir", out, "-K", list_]
    if client == "aria2":
        list_ = urls(name, "aria2", "{url}\n")
        return ["aria2c", "-q", "-j", "4", "-x", "1", "-d", out, "-i", list_]
    if client == "ffmpeg":
        return ["ffmpeg", "-nostdin", "-v", "error", "-i", playlist, "-c", "copy", "-f", "mpegts", f"{out}/all.ts"]
    if client == "yt-dlp":
        return [ytdlp, "-q", "--no-warnings", "-N", "4", "--fixup", "never", "-o", f"{out}/all.ts", playlist]
    raise SystemExit(f"there is no client {client}")


def run(client, name):
    """Seconds, processor seconds, bytes of memory at most.

    What was stored stays until all runs are over: where thousands of files have just been deleted,
    ext4 takes long to make new ones.
    """
    out = tempfile.mkdtemp(prefix=f"{client}-{name}-", dir=f"{folder}/out")
    arguments = command(client, name, out)
    os.sync()
    start = time.monotonic()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    took = time.monotonic() - start
    if status != 0:
        raise SystemExit(f"{client} ended with status {status}: {' '.join(arguments)}")
    stored = sum(
        os.path.getsize(path)
        for path in glob.glob(f"{out}/**/*.ts", recursive=True)
    )
    wanted = sum(map(os.path.getsize, segments(name)))
    # ffmpeg writes packets of its own; every other client has to store what it was sent.
    if stored != wanted and client != "ffmpeg":
        raise SystemExit(f"{client} stored {stored} of {wanted} bytes")
    return took, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


clients = sys.argv[4:] or ["hlslab", "curl", "aria2", "ffmpeg", "yt-dlp"]
versions = {
    "curl": ["curl", "--version"],
    "aria2": ["aria2c", "--version"],
    "ffmpeg": ["ffmpeg", "-version"],
    "yt-dlp": [ytdlp, "--version"],
    "hlslab": [hlslab, "--version"],
}
for client in clients:
    print(subprocess.run(versions[client], capture_output=True, text=True, check=True).stdout.split("\n")[0])

results = {}
for round_ in range(rounds):
    for name in sets:
        for client in clients:
            print(f"round {round_ + 1} of {rounds}: {name}, {client}   ", end="\r", file=sys.stderr)
            results.setdefault((client, name), []).append(run(client, name))
print(" " * 60, end="\r", file=sys.stderr)


def median(client, name, column):
    return statistics.median(row[column] for row in results[client, name])


sizes = {name: sum(map(os.path.getsize, segments(name))) for name in sets}
counts = {name: len(segments(name)) for name in sets}
print()
for name in sets:
    print(f"{name}: {counts[name]} segments, {sizes[name] / 1e6:.1f} MB; medians of {rounds} rounds")
    print("client    seconds (least to most)      MB/s   CPU s/GB   CPU ms/segment   memory MiB")
    for client in clients:
        took = [row[0] for row in results[client, name]]
        processor = median(client, name, 1)
        print(
            f"{client:8} {median(client, name, 0):8.3f} ({min(took):.3f} to {max(took):.3f})"
            f" {sizes[name] / 1e6 / median(client, name, 0):9.0f} {processor / sizes[name] * 1e9:10.2f}"
            f" {processor / counts[name] * 1000:16.3f} {median(client, name, 2) / 2**20:12.1f}"
        )
    print()

missed = 0


def judge(what, figure, target, floor, higher=False):
    global missed
    meets = (lambda bound: figure >= bound) if higher else (lambda bound: figure <= bound)
    words = "MISSES THE FLOOR"
    if meets(floor):
        words = "meets the target" if meets(target) else "meets the floor"
    missed += words == "MISSES THE FLOOR"
    print(f"{what}: {figure:.3f}, target {target:.3f}, floor {floor:.3f}: {words}")


if {"hlslab", "aria2", "ffmpeg"} <= set(clients):
    for name in sets:
        speed = {client: sizes[name] / 1e6 / median(client, name, 0) for client in clients}
        judge(f"MB/s, {name}", speed["hlslab"], speed["aria2"], speed["ffmpeg"], higher=True)
if "hlslab" in clients:
    judge("CPU s/GB, large", median("hlslab", "large", 1) / sizes["large"] * 1e9, 1.3, 2.5)
    judge("CPU ms per segment, small", median("hlslab", "small", 1) / counts["small"] * 1000, 0.15, 0.5)
    for name in sets:
        judge(f"memory MiB, {name}", median("hlslab", name, 2) / 2**20, 48, 96)
sys.exit(1 if missed else 0)
