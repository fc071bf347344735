"""Reading a capture again with some of its lines changed, to find out what a reader does with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from checker.facts.observations import Observations, Writer
from checker.intake.accounting.lines import renamed
from checker.readers.toolkit.base import Capture, Reader, ReadResult, read_capture


@dataclass(frozen=True)
class Trial:
    """Reads a capture again with some of its lines changed; ``result`` is that with its own lines."""

    reader: Reader
    capture: Capture
    given: list[str]
    result: ReadResult

    @cached_property
    def usual(self) -> object:
        """What the reader returns for the lines as they are."""
        return self._outcome(self.capture, (), str)

    def changes(self, lines: Iterable[int], change: Callable[[str], str]) -> bool:
        """Return whether the result is different after the change."""
        text, observations, result = self._read(self.capture, lines, change)
        # Below a heading that is not known are fewer records, mostly none: nothing else needs to be compared.
        if _counts(result) != _counts(self.result):
            return True
        return self._whole(text, observations, result) != self.usual

    def repeats_command(self, lines: Iterable[int]) -> bool:
        """Return whether the lines state what the echoed command states too: without the command, they are needed."""
        if self.capture.command is None:
            return False
        bare = replace(self.capture, command=None)
        return self._outcome(bare, (), str) == self.usual != self._outcome(bare, lines, lambda line: "")

    def needed_together(self, shapes: Sequence[list[int]]) -> list[list[int]]:
        """Return the shapes that state a fact twice, as rwmixread and rwmixwrite do: it is lost only without all of them."""
        everything = [line for lines in shapes for line in lines]
        without = self._outcome(self.capture, everything, renamed)
        if len(shapes) < 2 or without == self.usual:
            return []
        kept = ({*everything}.difference(lines) for lines in shapes)
        return [
            lines
            for lines, others in zip(shapes, kept, strict=True)
            if self._outcome(self.capture, others, renamed) != without
        ]

    def _outcome(self, capture: Capture, lines: Iterable[int], change: Callable[[str], str]) -> object:
        return self._whole(*self._read(capture, lines, change))

    def _read(
        self, capture: Capture, lines: Iterable[int], change: Callable[[str], str]
    ) -> tuple[str, Observations, ReadResult]:
        changed = list(self.given)
        for number in lines:
            changed[number - capture.first_line] = change(changed[number - capture.first_line])
        observations = Observations()
        text = "\n".join(changed)
        return text, observations, read_capture(self.reader, replace(capture, text=text), observations)

    def _whole(self, text: str, observations: Observations, result: ReadResult) -> object:
        return _outcome_of(observations, result), *_stated(self.reader, text)


def _counts(result: ReadResult) -> tuple[object, ...]:
    return result.records, result.unread_lines, result.failure, [(note.line, note.text) for note in result.notes]


def _stated(reader: Reader, text: str) -> tuple[object, object]:
    """Return what a text states about itself: the name of the machine and the time."""
    return reader.owner_in and reader.owner_in(text), reader.captured_in and reader.captured_in(text)


def _outcome_of(observations: Observations, result: ReadResult) -> object:
    """Return all that a reader has returned, to compare it."""
    rows = [
        (chunk.kind, chunk.columns, [list(column) for column in chunk.values], list(chunk.line))
        for chunk in observations.chunks()
    ]
    return rows, result.unread_lines, [(note.line, note.text) for note in result.notes], result.failure


class Traced(Observations):
    """Observations whose writer records each unread line."""

    def __init__(self) -> None:
        super().__init__()
        self.unread: list[int] = []

    def writer(self, export_id: int, owner: str) -> Writer:
        """Return the writer for one export."""
        return _TracedWriter(self, export_id, owner)


class _TracedWriter(Writer):
    def __init__(self, observations: Traced, export_id: int, owner: str) -> None:
        super().__init__(observations, export_id, owner)
        self._lines = observations.unread

    def unread(self, line: int, count: int = 1) -> None:
        """Record the lines as well."""
        super().unread(line, count)
        self._lines.extend(range(line, line + count))
