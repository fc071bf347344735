"""Readers as declarations: which attribute of an export fills which column.

A table, a list of objects or a run of ``key = value`` lines is mapped to columns, not computed. Declare the mapping::

    PORTS = Facts(
        "target_port", needs="port_name", storage_array=owner, port_name="name", target_wwpn=wwn("WWPN"),
        port_state=words("status", {"active": "up"}), speed_gbps=speed("port_speed"), protocol=const("fc"),
    )  # fmt: skip

    PORTS.write(row, context)     # one observation at the line of the row, unless it has no name
    provided(PORTS)               # {"target_port": ("port_name", "target_wwpn", …)}, for Reader.provides

The source of a column is the name of an attribute, a field from this module, or a function of the row
(``director=_node``). Where a row contains further objects, use :class:`Each`; for the values of other objects of the
capture, :class:`Index`. ``toolkit/declarations/family.py`` and ``toolkit/declarations/json_family.py`` turn declarations into readers.

Declare facts at module level. Their sources are sorted by kind once, so that writing a row only calls them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from operator import methodcaller
from typing import Any, TypeVar

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.declarations.declared import Const, Field, Source, attribute, getter
from checker.readers.toolkit.declarations.records import Context, DecimalRecord, FlagRecord, NumberRecord, Record

R = TypeVar("R", bound=Record)
RowT_contra = TypeVar("RowT_contra", bound=Record, contravariant=True)
LONGEST_NAME = 200


def text(*names: str) -> Callable[[Record], str | None]:
    """Source: the first of these attributes that has a value. A plain name as source means the same."""
    return attribute(*names)


def number(*names: str) -> Callable[[NumberRecord], int | None]:
    """Source: the first of these attributes that is a whole number."""
    return methodcaller("number", *names)


def decimal(*names: str, divide: float = 1.0) -> Callable[[DecimalRecord], float | None]:
    """Source: the first of these attributes that is a number, divided to convert its unit."""

    def get(row: DecimalRecord) -> float | None:
        value = row.decimal(*names)
        return None if value is None else value / divide

    return get


def flag(name: str, *, yes: Value = True, no: Value = False) -> Callable[[FlagRecord], Value]:
    """Source: a truth value, or the words for it: ``flag("thin", yes="thin", no="thick")``."""

    def get(row: FlagRecord) -> Value:
        value = row.flag(name)
        return None if value is None else yes if value else no

    return get


def const(value: Value) -> Const:
    """Source: a value that follows from the format, such as ``protocol=const("fc")``."""
    return Const(value)


def computed(get: Callable[[R, Context], Value]) -> Field[R]:
    """Source: a function of the row and the context."""
    return Field(get)


captured_at: Field[Record] = Field(lambda row, context: context.capture.captured_at)
"""Source: the time of collection."""
owner: Field[Record] = Field(lambda row, context: context.owner)
"""Source: the host, switch or array that the capture belongs to."""


def of_owner(name: str) -> Field[Record]:
    """Source: a part of the owner with the owner's name before it, ``esx01 fcs0``, for notes."""
    return Field(lambda row, context: f"{context.owner} {row.text(name)}")


def parsed(function: Callable[[str], Value], *names: str) -> Callable[[Record], Value]:
    """Source: what a function makes of the text of the first of these attributes that has a value."""

    def get(row: Record) -> Value:
        value = row.text(*names)
        return None if value is None else function(value)

    return get


lower = partial(parsed, str.lower)
"""Source: a text in lower case."""
speed = partial(parsed, normalise.speed_gbps)
"""Source: the speed of a link in Gbit/s."""
fcid = partial(parsed, normalise.fcid)
"""Source: an FC address."""
iscsi_name = partial(parsed, normalise.iscsi_name)
"""Source: an iSCSI name; None for another name or the beginning of one."""


def found(pattern: str | re.Pattern[str], *names: str) -> Callable[[Record], Value]:
    """Source: the first group of the pattern in the text of an attribute; None where it isn't found."""
    search = re.compile(pattern).search
    return parsed(lambda value: match.group(1) if (match := search(value)) else None, *names)


def words(name: str, meanings: Mapping[str, Value], *, others: bool = True) -> Callable[[Record], Value]:
    """Source: the meaning of a word in lower case; other words are kept as printed, or dropped with ``others=False``."""
    return parsed(lambda value: meanings.get(value.lower(), value if others else None), name)


def joined(separator: str, *sources: str | Callable[[R], str | None]) -> Callable[[R], str | None]:
    """Source: several texts in one, such as ``joined(":", "node", "port")``; None if one is missing."""
    reads = [text(source) if isinstance(source, str) else source for source in sources]

    def get(row: R) -> str | None:
        found = [read(row) for read in reads]
        return None if None in found else separator.join(found)  # type: ignore[arg-type]

    return get


def first(*sources: Source[R]) -> Field[R]:
    """Source: the first source that has a value, such as ``first("name", owner)``."""
    reads = [getter(source) for source in sources]

    def get(row: R, context: Context) -> Value:
        return next((value for read in reads if (value := read(row, context)) is not None), None)

    return Field(get)


class _Identity(Field[RowT_contra]):
    """A WWN or the identity of a LUN, from the text that ``read`` returns."""

    def __init__(
        self,
        parse: Callable[[str | None], str | None],
        keep: Callable[[Writer, str | None, int, str, str, str], str | None],
        read: Callable[[RowT_contra], str | None],
        names: tuple[str, ...],
        about: str,
    ) -> None:
        super().__init__(lambda row, context: parse(read(row)))
        self._parse, self._keep, self._read, self._names, self._about = parse, keep, read, names, about

    def bind(self, kind: str, column: str, place: Callable[[Any, Context], Value]) -> Callable[[Any, Context], Value]:
        """Return the source that keeps a text that cannot be normalised as a bad value of this column."""
        parse, keep, read, names, about = self._parse, self._keep, self._read, self._names, self._about or kind

        def get(row: Any, context: Context) -> Value:
            value = read(row)
            normal = parse(value)
            if normal is not None or value is None:
                return normal
            line = next((row.at(name) for name in names if row.text(name) is not None), row.line)
            return keep(context.out, value, line, about, column, str(place(row, context) or ""))

        return get


def wwn(*names: str, of: Callable[[R], str | None] | None = None, report: bool = True, about: str = "") -> Source[R]:
    """Source: a WWN; a malformed or redacted one is kept as a bad value at the line of the attribute.

    Args:
        names: attributes; the first with a value counts.
        of: function of the row that returns the text, where the attribute contains more than the name.
        report: FALSE where another column of the same row has kept the bad value already.
        about: kind that a bad value belongs to, if not the kind of the facts.
    """
    return _identity(normalise.wwn, Writer.wwn, names, of, report, about)


def device_id(
    *names: str, of: Callable[[R], str | None] | None = None, report: bool = True, about: str = ""
) -> Source[R]:
    """Source: the identity of a LUN; arguments as for :func:`wwn`."""
    return _identity(normalise.device_id, Writer.device_id, names, of, report, about)


def _identity(
    parse: Callable[[str | None], str | None],
    keep: Callable[[Writer, str | None, int, str, str, str], str | None],
    names: tuple[str, ...],
    of: Callable[[R], str | None] | None,
    report: bool,
    about: str,
) -> Source[R]:
    read = text(*names) if of is None else of
    return _Identity(parse, keep, read, names, about) if report else lambda row: parse(read(row))


def checked(parse: Callable[[str], str | None], *names: str) -> Field[Record]:
    """Source: what a function makes of the text of an attribute; a text of which it makes None is kept as a bad value."""

    def keep(out: Writer, value: str | None, line: int, kind: str, column: str, place: str) -> None:
        out.bad_value(kind, column, value or "", line, place)

    return _Identity(lambda value: None if value is None else parse(value), keep, text(*names), names, "")


def unless_wwn(*names: str) -> Callable[[Record], str | None]:
    """Source: the text of a name that is not a WWN, as arrays list initiators of iSCSI or redacted ones."""

    def get(row: Record) -> str | None:
        value = row.text(*names)
        return None if value is None or normalise.wwn(value) else value[:LONGEST_NAME]

    return get
