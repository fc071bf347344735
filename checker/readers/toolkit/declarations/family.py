"""Readers made from declarations: what the readers of a family have in common, and how an export is recognised.

::

    SVC = Family("svc", rows, once=Facts("storage_array", storage_array=owner, vendor=const("IBM"), family=const("svc")))

    READERS = (
        SVC.reader("svc-lsportfc", "lsportfc", by_columns(columns, "FC ports of an SVC", (95, "fc_io_port_id WWPN")), PORTS),
    )
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.declared import Part, provided
from checker.readers.toolkit.declarations.records import Context, Record

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Family(Generic[R]):
    """Readers of one product whose exports consist of rows of one class.

    Attributes:
        platform: platform of its readers.
        rows: yields the rows of a capture, and counts lines that were not understood.
        once: facts about the owner of the capture, at the line of the first row that states any.
    """

    platform: str
    rows: Callable[[Capture, Writer], Iterable[R]]
    once: Part[R] | None = None

    def reader(
        self,
        name: str,
        command: str,
        detect: Callable[[Capture], Detection | None],
        *parts: Part[R],
        rows: Callable[[Capture, Writer], Iterable[R]] | None = None,
        once: bool = True,
        needles: tuple[str, ...] = (),
        begins: str | None = None,
        owner_in: Callable[[str], str | None] | None = None,
        captured_in: Callable[[str], datetime | None] | None = None,
        verified: bool = True,
        trust: int = 60,
        advised: bool = True,
        also: tuple[str, ...] = (),
        address_in: Callable[[str], str | None] | None = None,
    ) -> Reader:
        """Return the reader that writes all parts of each row; see :class:`Reader` for the other arguments.

        ``rows`` replaces the rows of the family, and ``once=False`` leaves out the facts about the owner.
        """
        yielded = rows or self.rows
        owner_facts = self.once if once else None

        def read(capture: Capture, out: Writer) -> None:
            context = Context(capture, out, capture.owner)
            before = out.records
            first: R | None = None
            for row in yielded(capture, out):
                for part in parts:
                    part.write(row, context)
                if first is None and out.records > before:
                    first = row
            if owner_facts is not None and first is not None:
                owner_facts.write(first, context)

        return Reader(
            name=name,
            platform=self.platform,
            command=command,
            provides=provided(*parts, *((owner_facts,) if owner_facts is not None else ())),
            detect=detect,
            read=read,
            needles=needles,
            begins=begins,
            owner_in=owner_in,
            captured_in=captured_in,
            verified=verified,
            trust=trust,
            advised=advised,
            also=also,
            address_in=address_in,
        )


class TypedRecord(Record, Protocol):
    """A row or object with a type, which is empty where it is unknown."""

    @property
    def type(self) -> str:
        """Type of the object, as the family calls it."""


T = TypeVar("T", bound=TypedRecord)


@dataclass(frozen=True)
class ByType(Generic[T]):
    """The part that writes each row by the parts of its type."""

    types: Mapping[str, tuple[Part[T], ...]]

    def write(self, row: T, context: Context, /) -> None:
        """Write a row; nothing for a type without parts."""
        for part in self.types.get(row.type, ()):
            part.write(row, context)

    def provides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield what the parts of all types write."""
        for parts in self.types.values():
            for part in parts:
                yield from part.provides()


def by_columns(
    columns: Callable[[str], Set[str]], reason: str, *claims: tuple[int, str] | Callable[[Set[str]], int]
) -> Callable[[Capture], Detection | None]:
    """Return the detection by the column names in the head of a capture; the first claim that fits counts.

    A claim is a score with the names that it needs, or a function that returns the score. Names are separated by
    blanks, or by commas where they contain blanks; ``-name`` must be missing, ``a|b`` is one of several.
    """
    scores = [claim if callable(claim) else _score(*claim) for claim in claims]

    def detect(capture: Capture) -> Detection | None:
        names = columns(capture.head)
        score = next((score for claim in scores if (score := claim(names))), 0)
        return Detection(score, reason) if score else None

    return detect


def _score(score: int, needed: str) -> Callable[[Set[str]], int]:
    fits = names_that_fit(needed)
    return lambda names: score if fits(names) else 0


def names_that_fit(needed: str) -> Callable[[Set[str]], bool]:
    """Return the test for sets of names that fit, as :func:`by_columns` describes it: ``"host disk|lun -path"``."""
    terms = [term.strip() for term in needed.split("," if "," in needed else None)]
    missing = frozenset(term[1:] for term in terms if term.startswith("-"))
    anything = [frozenset(term.split("|")) for term in terms if not term.startswith("-")]
    return lambda names: not missing & names and all(term & names for term in anything)


def by_pattern(reason: str, *claims: tuple[int, str]) -> Callable[[Capture], Detection | None]:
    """Return the detection by a regular expression (multi-line mode) in the head; the first claim that fits counts."""
    patterns = [(score, re.compile(pattern, re.MULTILINE)) for score, pattern in claims]

    def detect(capture: Capture) -> Detection | None:
        head = capture.head
        return next((Detection(score, reason) for score, pattern in patterns if pattern.search(head)), None)

    return detect
