"""Convert another layout of the same output, keeping original line numbers, so that one reader handles both."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.lines import Lines, lines_of


@dataclass(frozen=True)
class Rearranged(Capture):
    """A capture whose lines have the line numbers ``places`` of the original text."""

    places: Sequence[int] = ()

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield every line with the number of the original line."""
        yield from zip(self.places, (line.rstrip() for line in lines_of(self.text)), strict=False)

    def numbered(self) -> Lines:
        """Return the same lines as a sequence."""
        return Lines(self.text, self.places or (self.first_line,))


def rearranged(capture: Capture, lines: Iterable[tuple[int, str]]) -> Rearranged:
    """Return the capture with its lines replaced by these (number in the original, text without line end)."""
    text, places = StringIO(), array("Q")
    for line, row in lines:
        if places:
            text.write("\n")
        text.write(row)
        places.append(line)
    return Rearranged(
        text=text.getvalue(),
        file=capture.file,
        member=capture.member,
        first_line=capture.first_line,
        owner=capture.owner,
        owner_basis=capture.owner_basis,
        captured_at=capture.captured_at,
        places=places,
    )


def read_as(capture: Rearranged, readers: Iterable[Reader], out: Writer) -> bool:
    """Read the text with the reader of the highest score (the first of equals); FALSE if no reader claims it."""
    found = [
        (detection.score, reader)
        for reader in readers
        if all(any(word in capture.head for word in needle.split("|")) for needle in reader.needles)
        and (detection := reader.detect(capture)) is not None
    ]
    if not found:
        return False
    max(found, key=lambda one: one[0])[1].read(capture, out)
    return True


def provides_of(readers: Iterable[Reader]) -> Mapping[str, tuple[str, ...]]:
    """Return the columns of all these readers by kind, in the order of their first occurrence."""
    found: dict[str, dict[str, None]] = {}
    for reader in readers:
        for kind, columns in reader.provides.items():
            found.setdefault(kind, {}).update(dict.fromkeys(columns))
    return {kind: tuple(columns) for kind, columns in found.items()}
