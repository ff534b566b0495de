"""What ci/crash-states does: record, rebuild, restart, compare. See there."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

CONNECTIONS = 4
# What may be fetched again of bytes that are on disk, for each connection: as much as one reads at once.
BUFFER = 65536
LIMIT = CONNECTIONS * BUFFER
# Files that no restart reads: SQLite makes the shared-memory file of its journal anew, and the lock
# and the trace of the run hold nothing.
IGNORED = ("-shm", ".lock", "timeline.jsonl", ".trial")
MUTATING = (
    "openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,rename,"
    "renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,fsync,"
    "fdatasync,copy_file_range,sendfile")


def unescape(text):
    return re.sub(rb"\\x([0-9a-f]{2})", lambda hit: bytes([int(hit[1], 16)]), text.encode())


class Inode:
    def __init__(self):
        self.data = b""
        self.synced = b""
        # Synced bytes of which the journal has durably said so.
        self.noted = 0


class Disk:
    """Files below a root, with what a sync has made durable of their bytes and names."""

    def __init__(self, root):
        self.root = root
        self.folders = {root}
        self.files = {}
        self.durable_folders = {root}
        self.durable_files = {}
        self.begun = {}
        # By thread: the unfinished part that it made durable, which the journal is about to note.
        self.unnoted = {}

    def is_mine(self, path):
        return path.startswith(self.root + "/") and not path.endswith(IGNORED)

    def sync(self, path):
        """The names in a folder, or the bytes of a file."""
        if path in self.folders:
            here = lambda name: os.path.dirname(name) == path
            self.durable_folders = {f for f in self.durable_folders if not here(f)} | {
                f for f in self.folders if here(f)}
            self.durable_files = {f: i for f, i in self.durable_files.items() if not here(f)} | {
                f: i for f, i in self.files.items() if here(f)}
        elif path in self.files:
            self.files[path].synced = self.files[path].data

    def note(self, path, thread):
        """A thread has synced a file: a part on its way, or the journal, which says so then."""
        if path.endswith(".part") and path in self.files:
            self.unnoted[thread] = self.files[path], len(self.files[path].synced)
        elif path.endswith("-wal") and thread in self.unnoted:
            inode, count = self.unnoted.pop(thread)
            inode.noted = count

    def vouched_for_by_nobody(self):
        """Bytes of parts on their way that are durable and that the journal has not noted."""
        return sum(len(inode.synced) - inode.noted
                   for path, inode in self.files.items() if path.endswith(".part"))

    def state(self, kind):
        """Bytes by path below the root, and the folders, as the next start finds them."""
        if kind == "names":
            folders, files = self.durable_folders, self.durable_files
        else:
            folders, files = self.folders, self.files
        reachable = {f for f in folders if all(
            f[:place] in folders
            for place in (m.start() for m in re.finditer("/", f)) if place > len(self.root))}
        cut = len(self.root) + 1
        contents = {
            f[cut:]: (i.data if kind == "kept" else i.synced)
            for f, i in files.items() if os.path.dirname(f) in reachable}
        return sorted(f[cut:] for f in reachable if f != self.root), contents


class Recording:
    """The mutating calls of a trace, in the order in which they ended."""

    LINE = re.compile(r"^(\d+) +(\w+)\((.*)\) += (-?\d+|\?)")
    UNFINISHED = re.compile(r"^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$")
    RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)$")
    STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
    DESCRIPTOR = re.compile(r"^(?:AT_FDCWD|-?\d+)<([^>]*)>")

    def __init__(self, path):
        self.pending = {}
        self.calls = []
        with open(path) as lines:
            for line in lines:
                self.take(line.rstrip("\n"))

    def take(self, line):
        if hit := self.UNFINISHED.match(line):
            self.pending[hit[1]] = (hit[2], hit[3])
            if hit[2] in ("fsync", "fdatasync"):
                # What is written while a sync runs need not be durable behind it.
                self.calls.append(("begin", hit[3], hit[1]))
            return
        if hit := self.RESUMED.match(line):
            name, start = self.pending.pop(hit[1])
            line = f"{hit[1]} {name}({start}{hit[3]}"
            hit = self.LINE.match(line)
            if hit and name in ("fsync", "fdatasync"):
                self.calls.append(("end", hit[3], hit[1]))
                return
        hit = self.LINE.match(line)
        if hit and hit[4] != "?" and int(hit[4]) >= 0:
            self.calls.append((hit[2], hit[3], hit[1] if "sync" in hit[2] else int(hit[4])))

    @classmethod
    def place(cls, arguments):
        """The path of a descriptor."""
        hit = cls.DESCRIPTOR.match(arguments)
        return unescape(hit[1]).decode() if hit else ""

    @classmethod
    def strings(cls, arguments):
        return [unescape(text) for text in cls.STRING.findall(arguments)]


def play(call, disk):
    """Does to the disk what the call did. Returns whether it was about this disk.

    A call has its name, arguments and result; a sync, the thread instead.
    """
    name, arguments, result = call
    strings = Recording.strings(arguments)
    place = Recording.place(arguments)
    absolute = lambda text: os.path.normpath(os.path.join(place or "/", text.decode()))
    if name in ("fsync", "fdatasync", "begin", "end"):
        mine = place in disk.folders or place in disk.files
        if not mine:
            return False
        if name == "begin":
            inode = disk.files.get(place)
            disk.begun[result] = inode.data if inode else None
        elif name == "end" and disk.begun.get(result) is not None and place in disk.files:
            disk.files[place].synced = disk.begun.pop(result)
        else:
            disk.sync(place)
        if name != "begin":
            disk.note(place, result)
        return name != "begin"
    if name in ("openat", "open", "creat"):
        path = absolute(strings[0])
        if not disk.is_mine(path) or "O_CREAT" not in arguments and name != "creat":
            return False
        if path in disk.files:
            if "O_TRUNC" in arguments:
                disk.files[path].data = b""
                return True
            return False
        disk.files[path] = Inode()
        return True
    if name in ("mkdir", "mkdirat"):
        path = absolute(strings[0])
        if disk.is_mine(path):
            disk.folders.add(path)
        return disk.is_mine(path)
    if name in ("rename", "renameat", "renameat2"):
        old, new = (os.path.normpath(os.path.join("/", text.decode())) for text in strings[:2])
        if not disk.is_mine(old):
            return False
        disk.files[new] = disk.files.pop(old)
        return True
    if name in ("unlink", "unlinkat", "rmdir"):
        path = absolute(strings[0])
        if not disk.is_mine(path):
            return False
        disk.files.pop(path, None)
        disk.folders.discard(path)
        return True
    if not disk.is_mine(place):
        return False
    if name == "ftruncate":
        length = int(arguments.rsplit(",", 1)[1])
        inode = disk.files[place]
        changed = len(inode.data) != length
        inode.data = inode.data[:length].ljust(length, b"\0")
        return changed
    if name == "pwrite64":
        offset = int(arguments.rsplit(",", 1)[1])
        inode = disk.files[place]
        data = inode.data.ljust(offset, b"\0")
        inode.data = data[:offset] + strings[0][:result] + data[offset + result:]
        return True
    sys.exit(f"error: {name} on {place} is not understood; the recording would be wrong")


def media(contents):
    return sum(len(data) for path, data in contents.items()
               if path.startswith("asset/") and path.endswith((".ts", ".m4s", ".mp4", ".vtt", ".part"))
               and not path.startswith(("asset/Data", "asset/Keys")))


def limit(kind, disk):
    """Bytes that may be fetched again: behind a power cut also those between a sync and its note."""
    return LIMIT + (0 if kind == "kept" else disk.vouched_for_by_nobody())


def package(folder):
    """Bytes of every file of the package, by its path."""
    files = {}
    for here, _, names in os.walk(folder + "/asset"):
        for name in names:
            path = os.path.join(here, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = file.read()
    return files


class Server:
    """The origin, and what it says that it delivered."""

    def __init__(self, binary, asset, folder):
        self.record = folder + "/record.jsonl"
        self.process = subprocess.Popen(
            [binary, "serve", "--asset", asset, "--record", self.record],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = self.process.stdout.readline().strip()
        self.read = 0
        self.marks = 0

    def delivered(self):
        """Bytes of segments and init sections since the last time."""
        self.marks += 1
        mark = f"mark-{self.marks}"
        try:
            urllib.request.urlopen(f"{self.url.rsplit('/', 1)[0]}/{mark}").read()
        except urllib.error.HTTPError:
            pass
        total = 0
        deadline = time.monotonic() + 10
        rest = ""
        while time.monotonic() < deadline:
            with open(self.record) as file:
                file.seek(self.read)
                text = rest + file.read()
                self.read = file.tell()
            lines = text.split("\n")
            rest = lines.pop()
            for line in lines:
                entry = json.loads(line)
                if entry["path"].endswith(mark):
                    return total
                if entry["path"].split("?")[0].endswith((".ts", ".m4s", ".mp4", ".vtt")):
                    total += entry["bytesDelivered"]
            time.sleep(0.002)
        sys.exit("error: the origin's record does not come")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def download(binary, url, out, *before):
    return subprocess.run(
        [*before, binary, "download", url, "--out", out], capture_output=True, text=True)


def main():
    binary, stride, asset = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    folder = os.path.realpath(tempfile.mkdtemp(prefix="crash-states-"))
    server = Server(binary, asset, folder)
    try:
        plain = folder + "/plain"
        if download(binary, server.url, plain).returncode != 0:
            sys.exit("error: the undisturbed download does not complete")
        expected, whole = package(plain), server.delivered()
        recorded = folder + "/recorded"
        trace = folder + "/trace"
        strace = ["strace", "-f", "-y", "-xx", "-s", "10000000", "-o", trace, "-e",
                  "trace=" + MUTATING]
        if download(binary, server.url, recorded, *strace).returncode != 0:
            sys.exit("error: the recorded download does not complete")
        server.delivered()
        failures = explore(
            binary, stride, folder, server, Recording(trace), recorded, expected, whole)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failures else 0)


def explore(binary, stride, folder, server, recording, recorded, expected, whole):
    disk = Disk(recorded)
    disk.folders.add(recorded)
    begun = time.monotonic()
    calls = prefixes = states = 0
    known = {}
    failures = []
    worst = {"kept": 0, "dropped": 0, "names": 0}
    unnoted = 0
    for call in [None, *recording.calls]:
        if call is not None:
            if not play(call, disk):
                continue
            calls += 1
        if calls % stride != 0:
            continue
        prefixes += 1
        unnoted = max(unnoted, disk.vouched_for_by_nobody())
        survived = {}
        for kind in worst:
            folders, contents = disk.state(kind)
            survived[kind] = media(contents)
            digest = hashlib.sha256(repr((folders, sorted(
                (path, hashlib.sha256(data).digest()) for path, data in contents.items()
            ))).encode()).digest()
            if digest in known:
                continue
            known[digest] = True
            states += 1
            again, fault = restart(binary, folder, server, folders, contents, expected, whole)
            worst[kind] = max(worst[kind], again)
            if again > limit(kind, disk) and not fault:
                fault = f"{again} bytes that survived are fetched again"
            if fault:
                failures.append(f"after call {calls}, {kind}: {fault}")
        if survived["names"] < survived["dropped"] - LIMIT:
            failures.append(
                f"after call {calls}: {survived['dropped'] - survived['names']} synced bytes have "
                "no durable name")
    print(f"{calls} writing calls recorded; {prefixes} points, {states} different states restarted "
          f"in {time.monotonic() - begun:.0f} s")
    print("bytes that survived and were fetched again, at most: "
          + ", ".join(f"{worst[kind]} ({words})" for kind, words in (
              ("kept", "unsynced writes kept"), ("dropped", "unsynced writes dropped"),
              ("names", "unsynced names dropped too")))
          + f"; limit {LIMIT}: {CONNECTIONS} connections x {BUFFER}, behind a power cut what was synced and not "
          f"noted besides, here at most {unnoted}; the asset has {whole}")
    for failure in failures[:20]:
        print(failure)
    print(f"{len(failures)} of {states} not as undisturbed" if failures else
          f"{states} of {states} ended identical")
    return failures


def restart(binary, folder, server, folders, contents, expected, whole):
    out = folder + "/state"
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for name in folders:
        os.makedirs(os.path.join(out, name), exist_ok=True)
    for path, data in contents.items():
        with open(os.path.join(out, path), "wb") as file:
            file.write(data)
    run = download(binary, server.url, out)
    again = media(contents) + server.delivered() - whole
    if run.returncode != 0:
        return again, f"exit {run.returncode}: {run.stderr.strip()}"
    found = package(out)
    if found != expected:
        other = sorted(set(found) ^ set(expected)) or sorted(
            path for path in found if found[path] != expected[path])
        return again, f"the package differs: {', '.join(other[:5])}"
    return again, None


main()
