"""Texts that consist of one short piece, many times: what makes a regular expression try every way to divide a text."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from checker.intake.decode import decode
from checker.readers.registry import readers
from checker.readers.toolkit.base import Capture, Reader, read_capture
from tests import folders

UNITS = (
    "\n", " ", "\t", "a", "0", "-", "=", "{", "[", "(", ":", ",", ".", "/", "|", "'", '"', "*", "#", "_", "\\", "<a>", "<a",
    "a b ", "1 ", "0x", "a: ", "a=1 ", "a,", "1,", "00:", "-- ", "{}", "[]", "\u00e9", "a\n", "1\n", "- a\n", " a\n", "a:\n",
    "aa bb\n", '"a",', "{\n", "=\n",
)  # fmt: skip
"""Pieces of which hostile texts consist."""
PAIRS = tuple(dict.fromkeys(one + other for one in ("\n", " ", "\t", "-") for other in UNITS if one != other))
"""Two pieces in turn: blank lines and rulers between others."""
GUARD_SECONDS = 20
"""Processor time after which a call counts as endless; a normal one takes milliseconds."""
WIDE = 40_000
WIDE_SECONDS = 1.5
"""The same for a line of a sample with one gap of :data:`WIDE` characters, for which quadratic patterns need 4 s and more."""
_DIGITS = re.compile("[0-9a-f]+")
_GAP = re.compile(r"[ \t]+")


class EndlessError(BaseException):
    """Raised inside a call that used up its processor time; reading a capture catches every other exception."""


@contextmanager
def guarded(seconds: float = GUARD_SECONDS) -> Iterator[None]:
    """Interrupt an endless call; regular expressions check for signals, too."""

    def stop(number: int, frame: object) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def endless(calls: Iterator[tuple[str, Callable[[], object]]], seconds: float = GUARD_SECONDS) -> list[str]:
    """Make all calls and return the names of those that do not end."""
    found = []
    for name, call in calls:
        if len(found) == 3:
            break
        try:
            with guarded(seconds):
                call()
        except EndlessError:
            found.append(name)
    return found


def texts(units: tuple[str, ...], size: int, start: str) -> Iterator[tuple[str, str]]:
    """Yield each unit and the text of it that begins with ``start``."""
    for unit in units:
        yield unit, start + unit * (size // len(unit))


def opening(reader: Reader) -> str:
    """Return a line with which the reader is asked at all."""
    return " ".join(reader.needles) + "\n" if reader.needles else ""


def recognising(part: int, parts: int, units: tuple[str, ...], size: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield everything that a reader does with a text before it is chosen, for some of the readers."""
    for reader in readers()[part::parts]:
        for unit, text in texts(units, size, opening(reader)):
            name = f"{reader.name} on {unit!r}"
            yield f"detect of {name}", lambda r=reader, t=text: r.detect(Capture(t, "export.txt"))
            for function in (reader.owner_in, reader.captured_in, reader.intent):
                if function is not None:
                    yield f"{function.__name__} of {name}", lambda f=function, t=text: f(t)


def reading(part: int, parts: int, units: tuple[str, ...], size: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the readings of such texts, for some of the readers."""
    for reader in readers()[part::parts]:
        for unit, text in texts(units, size, opening(reader)):
            capture = Capture(text, "export.txt", owner="owner1")
            yield f"read of {reader.name} on {unit!r}", lambda r=reader, c=capture: read_capture(r, c)


def widened(part: int, parts: int, every: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the readings of samples in which one gap between two words of a line is very long.

    Only the first line of each kind is changed, and only every so many gaps are tried. A pattern such as ``(.*?)\\s*\\Z`` passes
    the blanks once for each of them.
    """
    known = {reader.name: reader for reader in readers()[part::parts]}
    number = 0
    for path in sorted(folders.SAMPLES.iterdir()):
        reader = next((known[name] for name in _beginnings(path.name) if name in known), None)
        text = decode(path.read_bytes()) if reader is not None and path.is_file() else ""
        seen: set[str] = set()
        start = 0
        for line in text.splitlines(keepends=True):
            kind = _DIGITS.sub("9", line.lower())
            for gap in [] if kind in seen or reader is None else _GAP.finditer(line):
                number += 1
                if number % every == 0:
                    wide = "".join((text[: start + gap.end()], " " * WIDE, text[start + gap.end() :]))
                    capture = Capture(wide, path.name, owner="owner1")
                    yield (
                        f"read of {reader.name} with a gap in {line!r}",
                        lambda r=reader, c=capture: read_capture(r, c),
                    )
            seen.add(kind)
            start += len(line)


def _beginnings(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:number]) for number in range(len(parts), 0, -1)]
