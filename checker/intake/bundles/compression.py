"""Decompress single streams: gzip, bzip2, xz and zstd, recognised by content and read within limits of memory."""

from __future__ import annotations

import importlib
import lzma
import sys
from functools import partial
from io import RawIOBase
from typing import Any, BinaryIO, cast

from checker.intake.bundles.limits import MIB

_MEMORY_BYTES = 256 * MIB
_XZ_STEP = 16 * 1024
"""Compressed bytes per step: the rest of a step is copied for each of its streams, which may be empty."""
_ZSTD_STEP = 2048
"""Compressed bytes per step; four of them can expand to 128 KiB."""


def compression_of(head: bytes) -> str | None:
    """Return the compression that the signature shows, or None."""
    for name, magic in (("gzip", b"\x1f\x8b"), ("xz", b"\xfd7zXZ\0"), ("bzip2", b"BZh"), ("zstd", b"\x28\xb5\x2f\xfd")):
        if head.startswith(magic) and (name != "bzip2" or head[3:4].isdigit()):
            return name
    return None


def decompressed(file: BinaryIO, compression: str) -> BinaryIO:
    """Return the decompressed content of a file; ``compression`` is what :func:`compression_of` returned."""
    if compression == "gzip":
        import gzip

        return cast("BinaryIO", gzip.GzipFile(fileobj=file))
    if compression == "bzip2":
        import bz2

        return cast("BinaryIO", bz2.BZ2File(file))
    if compression == "xz":
        return cast("BinaryIO", _Xz(file))
    return cast("BinaryIO", _Zstd(file))


def zstd() -> Any:
    """Return the module that Python has from 3.14 on, or its backport."""
    return importlib.import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


class _Xz(RawIOBase):
    """Decompresses xz within a memory limit, which lzma.LZMAFile does not support; streams may be concatenated."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file
        self._unpack = lzma.LZMADecompressor(lzma.FORMAT_AUTO, memlimit=_MEMORY_BYTES)

    def read(self, size: int | None = -1) -> bytes:
        limit = MIB if size is None or size < 0 else size
        while True:
            if self._unpack.eof:
                rest = self._unpack.unused_data.lstrip(b"\0") or self._file.read(_XZ_STEP).lstrip(b"\0")
                if not rest:
                    return b""
                self._unpack = lzma.LZMADecompressor(lzma.FORMAT_AUTO, memlimit=_MEMORY_BYTES)
                data = self._unpack.decompress(rest, limit)
            else:
                packed = self._file.read(_XZ_STEP) if self._unpack.needs_input else b""
                if self._unpack.needs_input and not packed:
                    raise EOFError("unexpected end of data")
                data = self._unpack.decompress(packed, limit)
            if data:
                return data


class _Zstd(RawIOBase):
    """Decompresses zstd frame by frame and detects a truncated frame."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        library = zstd()
        self._file = file
        limit = {library.DecompressionParameter.window_log_max: _MEMORY_BYTES.bit_length() - 1}
        self._frame = partial(library.ZstdDecompressor, options=limit)
        self._broken = library.ZstdError
        self._unpack = self._frame()
        self._started = False

    def read(self, size: int | None = -1) -> bytes:
        limit = MIB if size is None or size < 0 else size
        try:
            while True:
                if self._unpack.eof:
                    packed = self._unpack.unused_data or self._file.read(_ZSTD_STEP)
                    if not packed:
                        return b""
                    self._unpack = self._frame()
                else:
                    packed = self._file.read(_ZSTD_STEP) if self._unpack.needs_input else b""
                    if self._unpack.needs_input and not packed:
                        if not self._started:
                            return b""
                        raise EOFError("unexpected end of data")
                self._started = True
                data: bytes = self._unpack.decompress(packed, limit)
                if data:
                    return data
        except self._broken as error:
            raise OSError(str(error)) from None
