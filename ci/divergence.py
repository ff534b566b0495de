"""Plays the same scenario over the links of this machine and says how far they are apart.

Called by ci/calibrate --divergence; see there. Standard library only.
"""

import json
import pathlib
import statistics
import subprocess
import sys

# Profiles without loss are played once, with loss once for each seed. The rate decides how long.
LOSS_FREE = ["edge", "3g", "dsl", "lte", "wpt-4g", "devtools-slow4g"]
LOSSY = ["wifi-lossy", "wifi-coffee-shop"]
# Ten times the whole of the best variant would take half an hour.
LOSSY_QUALITY = ["--quality", "400kbit/s"]
SEEDS = range(1, 11)
# Four requests at once on a full queue are chaotic: which connection loses first hangs on
# microseconds, in the kernel too. So segments are compared one request at a time, and the whole of
# a download with four.
PARALLEL = {1: "segments", 4: "whole"}
TARGETS = {False: 0.05, True: 0.20}
# The median of ten lossy runs has a spread of its own, which is told as "itself": how far the
# medians of the reference's odd and even seeds are apart. So with loss the typical segment is
# judged, the median of all segments' differences, and the worst one is told.
# Below this a difference is the machines' scheduling, whatever share it is.
NEGLIGIBLE_SECONDS = 0.030
# HyStart takes acknowledgements for one train while no two are further apart than this parameter of
# tcp_cubic says, 2 ms. user-mode-linux is late by more than that, so that its kernel finds no train
# where any other one does: where two packets, which one acknowledgement answers, come within 2 ms. There
# the guest may be late; where packets come more slowly it would find trains that no kernel finds.
TRAIN_PARAMETER = "/sys/module/tcp_cubic/parameters/hystart_ack_delta_us"
TRAIN_MICROSECONDS = 2_000
LATE_TRAIN_MICROSECONDS = 20_000
UNITS = {"kbit/s": 1e3, "Mbit/s": 1e6, "Gbit/s": 1e9}


class Run:
    """A run's folder, read."""

    def __init__(self, folder):
        summary = json.loads((folder / "summary.json").read_text())
        self.verdict = summary["verdict"]
        self.seconds = summary["download"]["seconds"]
        self.retries = summary["download"]["retries"]
        self.playable = summary["download"]["stallFreeStartSeconds"]
        self.stored = []
        for line in (folder / "timeline.jsonl").read_text().splitlines():
            event = json.loads(line)
            if event["event"].startswith("stored part"):
                self.stored.append(event["t"])
        self.stored.sort()
        # One request at a time: a segment takes from the end of the one before it.
        self.segments = [b - a for a, b in zip([0] + self.stored, self.stored)]


def microseconds_of_two_packets(binary, profile):
    """On the way down, by what hlslab says of the profile."""
    words = subprocess.run(
        [binary, "profiles", "list", "--format", "json"], check=True, capture_output=True)
    rate = next(
        row["down"]["rate"]
        for row in json.loads(words.stdout)
        if profile in [row["id"], *row["aliases"]]
    )
    number, unit = rate.split(" ")
    return 2 * 1514 * 8 / (float(number) * UNITS[unit]) * 1e6


def commands(binary, link, profiles, folder):
    for profile in profiles:
        for parallel in PARALLEL:
            if profile == "edge" and parallel == 4:
                continue  # 76 s, and the same as with one.
            for seed in SEEDS if profile in LOSSY else SEEDS[:1]:
                out = folder / f"{link}-{profile}-{parallel}-{seed}"
                yield out, [
                    binary, "run", "--link", link, "--profile", profile, "--parallel",
                    str(parallel), "--seed", str(seed), "--out", str(out),
                ] + (LOSSY_QUALITY if profile in LOSSY else [])


def play(binary, link, profiles, folder, guest):
    """Plays all runs of a link; through one start of the guest where there is one."""
    script = folder / f"{link}.sh"
    lines = ["set -e"]
    for profile in profiles:
        if guest:
            is_train = microseconds_of_two_packets(binary, profile) <= TRAIN_MICROSECONDS
            delta = LATE_TRAIN_MICROSECONDS if is_train else TRAIN_MICROSECONDS
            lines.append(f"echo {delta} >{TRAIN_PARAMETER}")
        for out, command in commands(binary, link, [profile], folder):
            lines.append(" ".join(f"'{word}'" for word in command) + f" >'{out}.txt' 2>&1")
    script.write_text("\n".join(lines) + "\n")
    end = subprocess.run(([guest] if guest else []) + ["sh", str(script)])
    if end.returncode == 69:
        return False
    if end.returncode:
        sys.exit(f"error: a run over {link} did not pass; its words are in {folder}")
    return True


def own_spread(profile, folder, link):
    """How far a link is from itself: worst segment, medians of odd against even seeds."""
    runs = [Run(folder / f"{link}-{profile}-1-{seed}") for seed in SEEDS]
    count = min(len(run.segments) for run in runs)
    halves = [
        [statistics.median(run.segments[i] for run in half) for i in range(count)]
        for half in (runs[::2], runs[1::2])
    ]
    return max(abs(a / b - 1) for a, b in zip(*halves))


def differences(profile, parallel, folder, one, other):
    """Medians of both: seconds of the whole, differences of the segments, retries, playable from."""
    seeds = SEEDS if profile in LOSSY else SEEDS[:1]
    runs = {
        link: [Run(folder / f"{link}-{profile}-{parallel}-{seed}") for seed in seeds]
        for link in (one, other)
    }
    whole = [statistics.median(run.seconds for run in runs[link]) for link in (one, other)]
    segments = []
    if parallel == 1:
        count = min(len(run.segments) for run in runs[one] + runs[other])
        for index in range(count):
            a, b = (
                statistics.median(run.segments[index] for run in runs[link])
                for link in (one, other)
            )
            is_small = abs(a - b) <= NEGLIGIBLE_SECONDS
            segments.append((0.0 if is_small else abs(a / b - 1), abs(a - b)))
    retries = [sum(run.retries for run in runs[link]) for link in (one, other)]
    playable = [statistics.median(run.playable for run in runs[link]) for link in (one, other)]
    return whole, sorted(segments), retries, playable


def main():
    binary, guest, folder, *profiles = sys.argv[1:]
    folder = pathlib.Path(folder)
    profiles = profiles or LOSS_FREE + LOSSY
    links = ["simulate", "throttle"]
    for link in links:
        play(binary, link, profiles, folder, None)
    if play(binary, "netem", profiles, folder, guest):
        links.append("netem")
    else:
        print("skipped: the kernel's link, which this machine does not give; simulate is held "
              "against throttle")
    reference = links[-1]
    print(f"Against {reference}: medians over {len(SEEDS)} seeds where a profile has loss. A segment "
          f"counts when it differs by {NEGLIGIBLE_SECONDS * 1000:.0f} ms or more.")
    print(f"{'profile':18} {'requests':8} {'link':9} {'seconds':>8} {reference:>8} {'whole':>7} "
          f"{'segment: typical, worst':<22} {'playable from':>15} {'retries':>9}")
    missed = 0
    for profile in profiles:
        for parallel in PARALLEL:
            if profile == "edge" and parallel == 4:
                continue
            for link in links[:-1]:
                whole, segments, retries, playable = differences(
                    profile, parallel, folder, link, reference)
                share = whole[0] / whole[1] - 1
                target = TARGETS[profile in LOSSY]
                is_small = abs(whole[0] - whole[1]) <= NEGLIGIBLE_SECONDS
                worst = segments[-1] if segments else (0.0, 0.0)
                typical = segments[len(segments) // 2][0] if segments else 0.0
                judged = typical if profile in LOSSY else worst[0]
                holds = (is_small or abs(share) <= target) and judged <= target
                # What is promised is throttle against the kernel.
                missed += not holds and link == "throttle"
                words = f"{typical:6.1%} {worst[0]:6.1%}, {worst[1] * 1000:.0f} ms" if segments else ""
                print(f"{profile:18} {parallel:<8} {link:9} {whole[0]:8.2f} {whole[1]:8.2f} "
                      f"{share:+7.1%} {words:<22} "
                      f"{playable[0]:7.2f}/{playable[1]:<7.2f} {retries[0]:4}/{retries[1]:<4} "
                      f"{'' if holds else 'beyond ' + format(target, '.0%')}".rstrip())
    for profile in profiles:
        if profile in LOSSY:
            print(f"{profile}: {reference} itself differs by {own_spread(profile, folder, reference):.1%} "
                  f"in its worst segment, odd seeds against even ones")
    print(f"{missed} of throttle's rows beyond the target of {TARGETS[False]:.0%}, with loss "
          f"{TARGETS[True]:.0%}")


main()
