"""Archives that are damaged, lie about their sizes, lead elsewhere or unpack to too much."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from checker.intake.bundles.compression import zstd
from tests.hostile.inputs.cases import ZONES, Case

_ZONES = {"zones.txt": ZONES.encode()}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def tarred(*members: tuple[str, bytes | None, bytes]) -> bytes:
    """Return a tar archive; a member is its name, its data or None, and its type."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data, kind in members:
            info = tarfile.TarInfo(name)
            info.type = kind
            info.linkname = "/etc/passwd" if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE) else ""
            info.size = len(data or b"")
            archive.addfile(info, io.BytesIO(data or b""))
    return out.getvalue()


def _tar(name: str = "zones.txt") -> bytes:
    return tarred((name, ZONES.encode(), tarfile.REGTYPE))


def _patched(data: bytes, signature: bytes, offset: int, value: bytes) -> bytes:
    at = data.rindex(signature) + offset
    return data[:at] + value + data[at + len(value) :]


def _nested(depth: int, width: int = 1) -> bytes:
    return _ZIP if depth == 0 else packed(dict.fromkeys((f"x{n}.zip" for n in range(width)), _nested(depth - 1, width)))


_ZIP = packed(_ZONES)


def _bomb(file: str, pack: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """What writes an archive of forty megabytes; packing them takes seconds, so it is done by the test only."""
    return lambda folder: (folder / file).write_bytes(pack(b"sw1\n" * (10 << 20)))


_OUT = "path that leads outside the archive"

ARCHIVES = (
    Case("a good zip", "x.zip", _ZIP, reads=1),
    Case("a good tar", "x.tar", _tar(), reads=1),
    Case("an empty zip", "x.zip", packed({}), "an empty archive"),
    Case("an empty tar", "x.tar", tarred(), "empty file"),
    Case("a zip cut off", "x.zip", _ZIP[:-30], "damaged zip archive"),
    Case("a zip of its beginning", "x.zip", b"PK\x03\x04", "damaged zip archive"),
    Case("a zip whose directory lies beyond its end", "x.zip", _patched(_ZIP, b"PK\x05\x06", 16, b"\xff\xff\xff\x7f"), "the archive is damaged here"),
    Case("a zip that states too little data", "x.zip", _patched(_ZIP, b"PK\x01\x02", 24, struct.pack("<L", 10)), "the data after this point is lost: Bad CRC"),
    Case("a zip that states too much data", "x.zip", _patched(_ZIP, b"PK\x01\x02", 24, b"\xff\xff\xff\x7f"), reads=1),
    Case("a zip with a wrong checksum", "x.zip", _patched(_ZIP, b"PK\x01\x02", 16, b"\0\0\0\0"), "the data after this point is lost: Bad CRC"),
    Case("a zip with an unknown compression", "x.zip", _patched(_ZIP, b"PK\x01\x02", 10, b"\x63\x00"), "cannot be unpacked"),
    Case("an encrypted zip", "x.zip", _patched(_ZIP, b"PK\x01\x02", 8, b"\x01\x00"), "encrypted member"),
    Case("a zip with text in front", "x.zip", b"#!/bin/sh\nexit\n" + _ZIP),
    Case("a member above the archive", "x.zip", packed({"../../zones.txt": ZONES.encode()}), _OUT),
    Case("a member above a folder", "x.tar", _tar("a/../../zones.txt"), _OUT),
    Case("a member with an absolute path", "x.tar", _tar("/etc/zones.txt"), "absolute path in an archive"),
    Case("a member with a drive", "x.zip", packed({"C:\\zones.txt": ZONES.encode()}), "absolute path in an archive"),
    Case("a member with backslashes", "x.zip", packed({"..\\zones.txt": ZONES.encode()}), _OUT),
    Case("a member without a name", "x.tar", _tar(""), reads=1),
    Case("a name of 60,000 characters", "x.tar", _tar("a/" * 30_000 + "z.txt"), reads=1),
    Case("a name with control characters", "x.zip", packed({"a\x1b[31m\nb.txt": ZONES.encode()}), reads=1),
    Case("two members of one name", "x.tar", tarred(*[("z.txt", ZONES.encode(), tarfile.REGTYPE)] * 2), "duplicate member name", reads=2),
    Case("a link to a file elsewhere", "x.tar", tarred(("z.txt", None, tarfile.SYMTYPE)), "target outside the archive"),
    Case("a hard link to a file elsewhere", "x.tar", tarred(("z.txt", None, tarfile.LNKTYPE)), "target outside the archive"),
    Case("a device", "x.tar", tarred(("z.txt", None, tarfile.CHRTYPE)), "a device or pipe"),
    Case("a pipe", "x.tar", tarred(("z.txt", None, tarfile.FIFOTYPE)), "a device or pipe"),
    Case("a tar cut off in its data", "x.tar", _tar()[:700], "the data after this point is lost: unexpected end"),
    Case("a tar cut off in its header", "x.tar", _tar()[:1024] + _tar()[:300], reads=1),
    Case("a tar with a negative size", "x.tar", _tar()[:124] + b"-0000000001" + _tar()[135:], "damaged"),
    Case("gzip cut off", "x.gz", gzip.compress(ZONES.encode() * 9)[:-12], "damaged", reads=2),
    Case("gzip with a wrong checksum", "x.gz", gzip.compress(ZONES.encode())[:-8] + b"\0" * 8, "CRC check failed"),
    Case("gzip of nothing", "x.gz", gzip.compress(b""), "empty file"),
    Case("gzip of gzip of gzip", "x.gz", gzip.compress(gzip.compress(gzip.compress(ZONES.encode()))), reads=1),
    Case("bzip2 cut off", "x.bz2", bz2.compress(ZONES.encode())[:-9], "damaged"),
    Case("a bzip2 bomb", "x.bz2", _bomb("x.bz2", lambda data: bz2.compress(data, 1)), "times its size (bundles.max_ratio)"),
    Case("a gzip bomb", "x.gz", _bomb("x.gz", gzip.compress), "times its size (bundles.max_ratio)"),
    Case("an xz bomb", "x.xz", _bomb("x.xz", lambda data: lzma.compress(data, preset=0)), "times its size (bundles.max_ratio)"),
    Case("a zstd bomb", "x.zst", _bomb("x.zst", zstd().compress), "times its size (bundles.max_ratio)"),
    Case("a zip bomb", "x.zip", _bomb("x.zip", lambda data: packed({"a.txt": data})), "times its size (bundles.max_ratio)"),
    Case("archives in too many archives", "x.zip", _nested(9), "nested in more than"),
    Case("archives with eight archives in each", "x.zip", _nested(9, 8), "archives inside one of"),
    Case("zstd cut off", "x.zst", zstd().compress(ZONES.encode())[:-9], "damaged"),
    # The window of a frame is 2^30 bytes: its descriptor says so in one byte.
    Case("zstd that needs a gigabyte of memory", "x.zst", b"\x28\xb5\x2f\xfd\x00\xa0" + b"\x01\0\0", "damaged"),
    Case("many empty xz streams", "x.xz", lzma.compress(b"") * 30_000, "empty file"),
    Case("many empty gzip streams", "x.gz", gzip.compress(b"") * 30_000, "empty file"),
    Case("many empty zstd frames", "x.zst", zstd().compress(b"") * 30_000, "empty file"),
    Case("a 7-zip archive", "x.7z", b"7z\xbc\xaf\x27\x1c" + bytes(100), "a 7-zip archive; unpack it"),
    Case("a RAR archive", "x.rar", b"Rar!\x1a\x07\x00" + bytes(100), "a RAR archive; unpack it"),
    Case("a workbook without sheets", "x.xlsx", packed({"xl/workbook.xml": b"<workbook/>"}), "workbook"),
    Case("a workbook with entities", "x.xlsx", packed({"xl/workbook.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><workbook>&b;</workbook>'}), "workbook"),
    Case("a model that is damaged", "x.parquet", b"PAR1" + bytes(100) + b"PAR1", "the model cannot be read"),
)  # fmt: skip
