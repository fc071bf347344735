"""Text made from another layout of the same output, with the lines of the original: one reader then reads both."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from checker.facts.observations import Writer
from checker.readers.base import Capture, Reader
from checker.readers.lines import Lines, lines_of


@dataclass(frozen=True)
class Translated(Capture):
    """A capture whose lines stand at ``places`` of the original text."""

    places: Sequence[int] = ()

    def lines(self) -> Iterator[tuple[int, str]]:
        """Every line with the number of the line of the original that it was made from."""
        yield from zip(self.places, (line.rstrip() for line in lines_of(self.text)), strict=False)

    def numbered(self) -> Lines:
        """All lines as :meth:`lines` has them, to be asked for by place."""
        return Lines(self.text, self.places or (self.first_line,))


def translated(capture: Capture, made: Iterable[tuple[int, str]]) -> Translated:
    """Return the capture with these lines (number in the original, text without line end) in place of its own."""
    text, places = StringIO(), array("Q")
    for line, row in made:
        if places:
            text.write("\n")
        text.write(row)
        places.append(line)
    return Translated(
        text=text.getvalue(),
        file=capture.file,
        member=capture.member,
        first_line=capture.first_line,
        owner=capture.owner,
        owner_basis=capture.owner_basis,
        captured_at=capture.captured_at,
        places=places,
    )


def read_as(capture: Translated, readers: Iterable[Reader], out: Writer) -> bool:
    """Let the reader that claims the text with the highest score read it; among equals the first. FALSE if none does."""
    found = [
        (detection.score, reader)
        for reader in readers
        if all(needle in capture.head for needle in reader.needles)
        and (detection := reader.detect(capture)) is not None
    ]
    if not found:
        return False
    max(found, key=lambda one: one[0])[1].read(capture, out)
    return True


def provides_of(readers: Iterable[Reader]) -> Mapping[str, tuple[str, ...]]:
    """Return what these readers can fill between them: for each kind every column, in the order it first occurs."""
    found: dict[str, dict[str, None]] = {}
    for reader in readers:
        for kind, columns in reader.provides.items():
            found.setdefault(kind, {}).update(dict.fromkeys(columns))
    return {kind: tuple(columns) for kind, columns in found.items()}
