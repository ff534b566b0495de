"""Makes the encrypted fixtures from the clear ones beside them: encrypted.py NAME FOLDER.

Needs the module `cryptography` (Debian: python3-cryptography). Keys, vectors and identifiers come from
digests of their names, so that the same bytes come out every time; they protect nothing."""

import hashlib
import json
import pathlib
import sys

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import catalog
import common_encryption
import sample_aes

FIXTURES = pathlib.Path(__file__).resolve().parent.parent
SEGMENTS = 3
FIRST_WITHOUT_IV = 7
TEST_KEYS = "org.hlslab.test-keys"
DAY = 86_400


def made_of(text, length):
    return hashlib.sha256(f"hlslab fixture {text}".encode()).digest()[:length]


class Key:
    """A key: a file of the asset, or one that only the key server has."""

    def __init__(self, asset, name, length=16, served=False):
        self.id, self.bytes, self.served = name, made_of(f"key {asset} {name}", length), served

    @property
    def path(self):
        return f"keys/{self.id}.key"

    @property
    def uri(self):
        """As a media playlist in a folder of its own names it."""
        return f"skd://hlslab/{self.id}" if self.served else f"../{self.path}"

    def tag(self, method, vector=None, name="KEY", uri=None):
        line = f'#EXT-X-{name}:METHOD={method},URI="{uri or self.uri}"'
        if vector:
            line += f",IV=0x{vector.hex().upper()}"
        if self.served:
            line += f',KEYFORMAT="{TEST_KEYS}",KEYFORMATVERSIONS="1"'
        return line

    def entry(self):
        entry = {"id": self.id, "uri": self.uri.removeprefix("../")}
        if self.served:
            entry |= {"keyFormat": TEST_KEYS, "contentIdentifier": self.id,
                      "storageSeconds": 30 * DAY, "playbackSeconds": 2 * DAY}
        else:
            entry["path"] = self.path
        return {**entry, "bytes": self.bytes.hex()}


class Stream(catalog.Stream):
    """A media playlist whose parts have a key tag before them where it changes."""

    def __init__(self, root, identifier, kind, version, first=0, **attributes):
        super().__init__(root, identifier, kind, **attributes)
        self.version, self.first, self.tags = version, first, []

    def add(self, name, data, source, tag, clear):
        """One part: its bytes, what the clear one says of it, and the key tag that covers it."""
        path = self.root / self.id / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        part = self.part(name, source.get("seconds"))
        if clear is not None:
            part["clearSha256"] = hashlib.sha256(clear).hexdigest()
        self.tags.append(tag)
        if "seconds" in source:
            self.segments.append(part)
        else:
            self.init = part

    def write(self):
        target = max(round(part["seconds"]) for part in self.segments)
        lines = ["#EXTM3U", f"#EXT-X-VERSION:{self.version}", f"#EXT-X-TARGETDURATION:{target}",
                 f"#EXT-X-MEDIA-SEQUENCE:{self.first}", "#EXT-X-PLAYLIST-TYPE:VOD"]
        parts = [part for part in [self.init] if part] + self.segments
        before = None
        for part, tag in zip(parts, self.tags):
            if tag != before:
                lines.append(tag)
            before = tag
            name = part["path"].split("/")[1]
            if part is self.init:
                lines.append(f'#EXT-X-MAP:URI="{name}"')
            else:
                lines += [f"#EXTINF:{part['seconds']:.6f},", name]
        catalog.write_lines(self.root / self.playlist, lines + ["#EXT-X-ENDLIST"])


class Source:
    """A clear asset, and one of its streams' parts with their bytes."""

    def __init__(self, name):
        self.root = FIXTURES / name
        self.catalog = json.loads((self.root / "asset.json").read_text(encoding="utf-8"))

    def parts(self, identifier):
        """(what asset.json says, bytes) of the init section, if any, and the first segments."""
        stream = next(s for s in self.catalog["streams"] if s["id"] == identifier)
        listed = [stream["initSection"]] if "initSection" in stream else []
        for part in listed + stream["segments"][:SEGMENTS]:
            data = (self.root / part["path"]).read_bytes()
            yield part, data[part["offset"]:part["offset"] + part["length"]]

    def variant(self, stream, identifier, audio=()):
        facts = next(v for v in self.catalog["variants"] if v["stream"] == identifier)
        groups = {"audioGroup": audio[0].attributes["group"]} if audio else {}
        made = catalog.variant(
            stream, (facts["width"], facts["height"]), facts["codecs"], facts["videoRange"],
            others=(audio,) if audio else (), **groups)
        return made


def cbc(data, key, vector):
    padding = 16 - len(data) % 16
    cipher = Cipher(algorithms.AES(key.bytes), modes.CBC(vector)).encryptor()
    return cipher.update(data + bytes([padding]) * padding) + cipher.finalize()


def vector(asset, stream, name):
    return made_of(f"vector {asset} {stream} {name}", 16)


def publish(root, title, version, streams, variants, keys, session):
    """`session`: the EXT-X-SESSION-KEY lines, which stand before the variants."""
    for key in keys:
        if not key.served:
            (root / "keys").mkdir(exist_ok=True)
            (root / key.path).write_bytes(key.bytes)
    catalog.publish(root, title, version, streams, variants, keys=[key.entry() for key in keys],
                    head=session)


def make_aes128(root):
    """v110: a vector in each tag, and a key that returns. v240: no vectors, numbers from 7 on."""
    source = Source("ladder")
    keys = {name: Key(root.name, name) for name in "abc"}
    explicit = Stream(root, "v110", "video", 3)
    for (part, data), name in zip(source.parts("v110"), "aba"):
        file = part["path"].split("/")[1]
        iv = vector(root.name, "v110", file)
        explicit.add(file, cbc(data, keys[name], iv), part, keys[name].tag("AES-128", iv), data)
    numbered = Stream(root, "v240", "video", 3, first=FIRST_WITHOUT_IV)
    for number, ((part, data), name) in enumerate(zip(source.parts("v240"), "cca")):
        iv = (FIRST_WITHOUT_IV + number).to_bytes(16, "big")
        numbered.add(part["path"].split("/")[1], cbc(data, keys[name], iv), part,
                     keys[name].tag("AES-128"), data)
    variants = [source.variant(explicit, "v110"), source.variant(numbered, "v240")]
    session = [keys["a"].tag("AES-128", name="SESSION-KEY", uri=keys["a"].path)]
    publish(root, "AES-128 in MPEG-TS, with vectors and rotation, and with sequence numbers", 3,
            [explicit, numbered], variants, list(keys.values()), session)


def make_aes128_fmp4(root):
    """Init sections are encrypted too, under a key of their own."""
    source = Source("cmaf")
    keys = {name: Key(root.name, name) for name in ("init", "video", "audio")}
    rendition = catalog.rendition("stereo", "en", 2)
    audio = Stream(root, "audio-en-stereo", "audio", 6, **rendition)
    video = Stream(root, "v250", "video", 6)
    for stream, name in ((audio, "audio"), (video, "video")):
        for place, (part, data) in enumerate(source.parts(stream.id)):
            key = keys[name] if "seconds" in part else keys["init"]
            file = f"{place - 1:03d}.m4s" if "seconds" in part else "init.mp4"
            iv = vector(root.name, stream.id, file)
            stream.add(file, cbc(data, key, iv), part, key.tag("AES-128", iv), data)
    publish(root, "AES-128 in fMP4, init sections included", 6, [audio, video],
            [source.variant(video, "v250", [audio])], list(keys.values()), [])


def make_aes256_gcm(root):
    """Each segment begins with its vector and ends with its tag."""
    source = Source("ladder")
    keys = {name: Key(root.name, name, 32) for name in "ab"}
    streams = []
    for identifier, names in (("v110", "aab"), ("v240", "bbb")):
        stream = Stream(root, identifier, "video", 13)
        for (part, data), name in zip(source.parts(identifier), names):
            file = part["path"].split("/")[1]
            iv = vector(root.name, identifier, file)
            sealed = iv + AESGCM(keys[name].bytes).encrypt(iv, data, b"")
            stream.add(file, sealed, part, keys[name].tag("AES-256-GCM"), data)
        streams.append(stream)
    publish(root, "AES-256-GCM in MPEG-TS, with rotation", 13, streams,
            [source.variant(stream, stream.id) for stream in streams], list(keys.values()), [])


def make_key_server(root):
    """AES-128 under keys that are no files: the test key server gives them."""
    source = Source("ladder")
    keys = {name: Key(root.name, f"movie-{name}", served=True) for name in ("v110", "v240")}
    streams = []
    for identifier, key in keys.items():
        stream = Stream(root, identifier, "video", 5)
        for part, data in source.parts(identifier):
            file = part["path"].split("/")[1]
            iv = vector(root.name, identifier, file)
            stream.add(file, cbc(data, key, iv), part, key.tag("AES-128", iv), data)
        streams.append(stream)
    session = [key.tag("AES-128", name="SESSION-KEY") for key in keys.values()]
    publish(root, "AES-128 with keys from the test key server", 5, streams,
            [source.variant(stream, stream.id) for stream in streams], list(keys.values()), session)


def make_sample_aes(root):
    """H.264 slices and AAC frames are encrypted, the packets around them are not."""
    source = Source("ladder")
    keys = {name: Key(root.name, name) for name in "ab"}
    stream = Stream(root, "v110", "video", 5)
    for (part, data), name in zip(source.parts("v110"), "abb"):
        file = part["path"].split("/")[1]
        iv = vector(root.name, "v110", file)
        made = sample_aes.encrypted(data, keys[name].bytes, iv)
        stream.add(file, made, part, keys[name].tag("SAMPLE-AES", iv), None)
    publish(root, "SAMPLE-AES in MPEG-TS: H.264 and AAC", 5, [stream],
            [source.variant(stream, "v110")], list(keys.values()), [])


def make_sample_aes_ctr(root):
    """Common encryption `cenc`: the container says which bytes of a sample are encrypted."""
    source = Source("cmaf")
    key = Key(root.name, "a")
    stream = Stream(root, "v250", "video", 6)
    samples = 0
    for place, (part, data) in enumerate(source.parts("v250")):
        if place:
            made, count = common_encryption.segment(data, key.bytes, samples)
            samples += count
        else:
            made = common_encryption.init_section(data, made_of("kid sample-aes-ctr", 16))
        file = f"{place - 1:03d}.m4s" if place else "init.mp4"
        stream.add(file, made, part, key.tag("SAMPLE-AES-CTR"), None)
    publish(root, "SAMPLE-AES-CTR in fMP4: common encryption", 6, [stream],
            [source.variant(stream, "v250")], [key], [])


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[2])
    target.mkdir(parents=True)
    globals()["make_" + sys.argv[1].replace("-", "_")](target)
