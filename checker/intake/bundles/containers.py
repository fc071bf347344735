"""Iterate over the members of one archive: zip, tar and single compressed files, recognised by content."""

from __future__ import annotations

import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import RawIOBase
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, cast

from checker.intake.bundles.compression import compression_of, decompressed
from checker.intake.bundles.limits import MIB, Account, Metered

_HEADER_BYTES = 16 * MIB
"""Limit for the headers between two members of a tar archive: long names and attributes, no data."""
_TAR_BLOCK = 512

Opener = Callable[[], IO[bytes]]


class BrokenArchiveError(Exception):
    """Raised for an archive that cannot be read any further; the members before that point are kept."""


@dataclass(frozen=True)
class Member:
    """One entry of an archive.

    ``problem`` is the reason for not reading it; ``harmless`` means that no data is lost. ``alone`` marks the content of
    a single compressed file. ``share`` is the part of the archive before it, from 0 to 1.
    """

    name: str
    open: Opener | None = None
    problem: str | None = None
    harmless: bool = False
    alone: bool = False
    share: float = 0.0


def is_tar(head: bytes) -> bool:
    """Recognise a tar archive by the signature in its first header, or by the header checksum in older formats."""
    if len(head) < _TAR_BLOCK:
        return False
    if head[257:262] == b"ustar":
        return True
    try:
        stated = int(head[148:156].rstrip(b"\0 ").lstrip(b" ") or b"x", 8)
    except ValueError:
        return False
    return head[0] != 0 and stated == sum(head[:148]) + 8 * 32 + sum(head[156:_TAR_BLOCK])


def is_zip(head: bytes) -> bool:
    """Recognise a zip archive by its signature."""
    return head.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def members(path: Path, head: bytes, name: str, account: Account) -> Iterator[Member] | None:
    """Iterate over the members of the archive at ``path``; None if it is not an archive.

    ``head`` holds at least its first 512 bytes. A single compressed file has one member, its content. Open a member
    before requesting the next one.

    Raises (during the iteration):
        BrokenArchiveError: the rest cannot be read.
        LimitError: a limit is exceeded.
    """
    if is_zip(head):
        return _zip_members(path, account)
    if compression_of(head) is not None:
        return _compressed_members(path, head, name, account)
    if is_tar(head):
        return _tar_members(path, account)
    return None


def _zip_members(path: Path, account: Account) -> Iterator[Member]:
    try:
        with zipfile.ZipFile(path) as archive:
            listed = archive.infolist()
            for number, info in enumerate(listed):
                if not info.filename:
                    yield Member(f"member {number + 1}", problem="a member without a name")
                elif not info.is_dir():
                    yield _zip_member(archive, info, account, number / len(listed))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
        raise BrokenArchiveError(f"damaged zip archive: {error}") from None


def _zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, account: Account, share: float) -> Member:
    if info.flag_bits & 0x1:
        return Member(info.filename, problem="encrypted member; unpack it with its password and pass the folder")
    mode = info.external_attr >> 16
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return Member(info.filename, problem=_special("a link" if stat.S_ISLNK(mode) else "a device or pipe"))

    def opened() -> IO[bytes]:
        try:
            source = cast("BinaryIO", archive.open(info))
        except UnicodeDecodeError:
            raise zipfile.BadZipFile("the member's own name is damaged") from None
        return cast("IO[bytes]", Metered(source, info.compress_size, account))

    # Some programs on Windows separate folders with backslashes, against the format's description (APPNOTE 4.4.17.1).
    return Member(info.filename.replace("\\", "/"), opened, share=share)


def _special(what: str) -> str:
    return f"skipped: {what} in an archive"


def _compressed_members(path: Path, head: bytes, name: str, account: Account) -> Iterator[Member]:
    packed = path.stat().st_size
    with path.open("rb") as file:
        stream = Metered(decompressed(file, compression_of(head) or ""), packed, account)
        try:
            first = _read_exactly(stream, _TAR_BLOCK)
        except BROKEN as error:
            raise BrokenArchiveError(f"damaged compressed data: {error}") from None
        whole = cast("Metered", _Preceded(first, stream))
        if is_tar(first):
            yield from _tar_stream(whole, lambda: file.tell() / packed)
            return
        bare, _, suffix = name.rpartition(".")
        inner = bare if suffix.lower() in ("gz", "xz", "bz2", "zst") and bare else name
        yield Member(inner, lambda: cast("IO[bytes]", whole), alone=True)


class _Preceded(RawIOBase):
    """A stream with the bytes already read from it put back in front."""

    def __init__(self, first: bytes, rest: Metered) -> None:
        super().__init__()
        self._first = first
        self._rest = rest

    def readable(self) -> bool:
        return True

    def allow(self, count: int) -> None:
        self._rest.allow(count)

    def read(self, size: int | None = -1) -> bytes:
        if self._first:
            count = len(self._first) if size is None or size < 0 else size
            data, self._first = self._first[:count], self._first[count:]
            return data
        return self._rest.read(size)


def _read_exactly(stream: Metered, count: int) -> bytes:
    found = b""
    while len(found) < count:
        data = stream.read(count - len(found))
        if not data:
            break
        found += data
    return found


def _tar_members(path: Path, account: Account) -> Iterator[Member]:
    with path.open("rb") as file:
        size = path.stat().st_size
        yield from _tar_stream(Metered(cast("BinaryIO", file), size, account), lambda: file.tell() / size)


def _tar_stream(stream: Metered, share: Callable[[], float]) -> Iterator[Member]:
    stream.allow(_HEADER_BYTES)
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for info in archive:
                # Skipping a member that was not opened still reads its data.
                stream.allow(_HEADER_BYTES + (info.size if info.isreg() else 0))
                yield from _tar_member(archive, info, share())
                # The library keeps every header; a bundle has a hundred thousand.
                archive.members = []  # type: ignore[attr-defined]
    except BROKEN as error:
        raise BrokenArchiveError(f"damaged or truncated: {error}; the members before this point were read") from None


def _tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo, share: float) -> Iterator[Member]:
    if info.isdir():
        return
    if info.issym() or info.islnk():
        inside = _leads_inside(info)
        target = "another member" if inside else "a target outside the archive"
        yield Member(info.name, problem=f"skipped: link to {target}", harmless=inside)
    elif not info.isreg():
        yield Member(info.name, problem=_special("a device or pipe"))
    else:

        def opened() -> IO[bytes]:
            file = archive.extractfile(info)
            if file is None:
                raise BrokenArchiveError("a member without data")
            return file

        yield Member(info.name, opened, share=share)


def _leads_inside(info: tarfile.TarInfo) -> bool:
    if info.linkname.startswith("/"):
        # Support bundles contain links with absolute paths of the machine they come from; they are not followed.
        return False
    base = PurePosixPath(info.name).parent if info.issym() else PurePosixPath()
    depth = 0
    for part in (base / info.linkname).parts:
        depth += -1 if part == ".." else 0 if part == "." else 1
        if depth < 0:
            return False
    return True


BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile)
"""Exceptions that the libraries raise for truncated or damaged data."""
