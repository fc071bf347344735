"""What the readers of ESXi commands share: their rows, the host, and the means to declare what a record states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter

from checker.facts.values import Value
from checker.readers.esxi import names
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.declarations import declared, records
from checker.readers.toolkit.declarations.declared import Part, provided
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import Context

Facts = declared.Facts[Record]
HOST = Facts("host", needs="host", distinct=True, host=owner, platform=const("esxi"))
"""The host, once for each capture."""


class Named:
    """Parts of the records that name their object; other records are unread, with a note if there is one."""

    def __init__(self, name: Callable[[Record], object], note: str, *parts: Part[Record]) -> None:
        self._name, self._note, self._parts = name, note, parts

    def write(self, record: Record, context: Context, /) -> None:
        """Write the record, or the note."""
        if not self._name(record):
            if self._note:
                context.out.note(record.line, self._note)
            context.out.unread(record.line, len({*record.lines.values()}) or 1)
            return
        for part in self._parts:
            part.write(record, context)

    def provides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield what the parts write."""
        yield from provided(*self._parts).items()


def device_name(record: Record) -> str | None:
    """Return the device of a record: its name line, or the device in its display name."""
    return record.name or names.device_in_display_name(record.text("device display name", "display name"))


def shown(key: str, fact: str) -> Callable[[records.Record], Value]:
    """Source: a fact of the display name, such as ``vendor=shown("display name", "vendor")``."""
    get = attrgetter(fact)
    return lambda record: get(names.display_name(record.text(key)))
