"""Standard streams that write everything or fail."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys


def prepare() -> None:
    """Open the streams that are closed, and buffer those that are not.

    Without a buffer (PYTHONUNBUFFERED, ``python -u``) Python ignores that only a part of a text was written.
    """
    occupy_descriptors()
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None and name == "stdout":
            sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Closed()), encoding="utf-8")
        elif stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
        elif mode == "w" and isinstance(raw := getattr(stream, "buffer", None), io.RawIOBase):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
            setattr(sys, name, _buffered(raw, stream, line_buffering=name == "stderr"))
    for stream in (sys.stdout, sys.stderr):
        # A reader that shares the terminal or pipe may have made it fail instead of wait.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            os.set_blocking(stream.fileno(), True)


class _Closed(io.RawIOBase):
    """Standard output that was closed before the start (``>&-``): what is written to it is lost, and that is an error."""

    def writable(self) -> bool:
        """It is open for writing, as far as its users know."""
        return True

    def write(self, _data: object) -> int:
        """Fail as the closed descriptor would.

        Raises:
            OSError: always.
        """
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def occupy_descriptors() -> None:
    """Open the standard descriptors that are closed: the next file would get their numbers, and messages would go into it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # It gets the lowest number that is free.
            os.open(os.devnull, os.O_RDWR)


def _buffered(raw: io.RawIOBase, stream: io.TextIOWrapper, *, line_buffering: bool) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        io.BufferedWriter(raw), stream.encoding, stream.errors, line_buffering=line_buffering or stream.isatty()
    )


def discard_output() -> None:
    """Redirect standard output to the null device, so that later writes, including those at exit, do not fail."""
    number = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(number, sys.stdout.fileno())
    except (OSError, ValueError):  # standard output is not a file
        sys.stdout = io.StringIO()
    finally:
        os.close(number)
