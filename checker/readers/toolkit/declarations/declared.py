"""Declared facts: one observation of a row, with a source for each column. ``toolkit/declarations/fields.py`` explains the use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import methodcaller
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from checker.facts.values import Value
from checker.readers.toolkit.declarations.records import Context, Record

R = TypeVar("R", bound=Record)
S = TypeVar("S", bound=Record)
RowT_contra = TypeVar("RowT_contra", bound=Record, contravariant=True)


@dataclass(frozen=True)
class Const:
    """A value that follows from the format."""

    value: Value


class Field(Generic[RowT_contra]):
    """A source that needs the context as well as the row; ``bind`` is called once for each column that uses it."""

    def __init__(self, get: Callable[[RowT_contra, Context], Value]) -> None:
        self.get = get

    def bind(self, kind: str, column: str, place: Callable[[Any, Context], Value]) -> Callable[[Any, Context], Value]:
        """Return the source for one column; ``place`` names the row in notes about bad values."""
        return self.get


Getter: TypeAlias = Callable[[R], Value]
Source: TypeAlias = "str | bool | Const | Field[R] | Callable[[R], Value]"


class Part(Protocol[RowT_contra]):
    """Something that writes a row: :class:`Facts`, :class:`Each`, or code that declares what it writes."""

    def write(self, row: RowT_contra, context: Context, /) -> None:
        """Write what is stated about the row."""

    def provides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield each kind it writes, with its columns."""


class Facts(Generic[R]):
    """One observation of a row: a kind of the model, and the source of each column.

    Args:
        kind: kind of the model.
        shared: columns with their sources that several declarations have in common.
        when: attribute or function of the row without which nothing is written.
        needs: columns without which nothing is written.
        any_of: columns of which at least one must be known.
        note: remark about a row in which one of ``needs`` is missing.
        unread: TRUE counts such a row as an unread line.
        distinct: TRUE writes only the first of the rows of a capture that are equal in all columns of ``needs``.
        place: names the row in notes about bad values; without it, the owner does.
        line: attribute whose line the observation has, instead of the line of the row.
        columns: source of each column.
    """

    def __init__(
        self,
        kind: str,
        /,
        *shared: Mapping[str, Source[R]],
        when: str | Callable[[R], object] | None = None,
        needs: str | tuple[str, ...] = (),
        any_of: tuple[str, ...] = (),
        note: str = "",
        unread: bool = False,
        distinct: bool = False,
        place: Source[R] | None = None,
        line: str | None = None,
        **columns: Source[R],
    ) -> None:
        self._when = attribute(when) if isinstance(when, str) else when
        self._line = line
        naming = getter(Const(None) if place is None else place)
        needed = (needs,) if isinstance(needs, str) else needs
        self._distinct, self._note, self._unread = distinct, note, unread
        by_row: dict[str, Getter[R]] = {}
        by_context: dict[str, Callable[[R, Context], Value]] = {}
        fixed: dict[str, Value] = {}
        for common in shared:
            columns = {**common, **columns}
        for column, source in columns.items():
            if column in needed or column in any_of:
                continue
            if isinstance(source, (bool, Const)):
                fixed[column] = source.value if isinstance(source, Const) else source
            elif isinstance(source, Field):
                by_context[column] = source.bind(kind, column, naming)
            else:
                by_row[column] = attribute(source) if isinstance(source, str) else source
        self._needed = [getter(columns[column], kind, column, naming) for column in needed]
        self._any_of = [getter(columns[column], kind, column, naming) for column in any_of]
        self._by_row, self._by_context, self._fixed = [*by_row.values()], [*by_context.values()], [*fixed.values()]
        self._kind, self._columns, self._declared = (
            kind,
            (*needed, *any_of, *by_row, *by_context, *fixed),
            tuple(columns),
        )

    def write(self, row: R, context: Context, /) -> None:
        """Write one observation unless ``when``, ``needs``, ``any_of`` or ``distinct`` rule it out."""
        if self._when is not None and not self._when(row):
            return
        values: list[Value] = [get(row, context) for get in self._needed]
        if None in values:
            if self._note:
                context.out.note(row.line, self._note)
            if self._unread:
                context.out.unread(row.line)
            return
        if self._distinct:
            key = (self, *values)
            if key in context.seen:
                return
            context.seen.add(key)
        if self._any_of:
            some = [get(row, context) for get in self._any_of]
            if all(value is None for value in some):
                return
            values += some
        values += [get(row) for get in self._by_row]
        values += [get(row, context) for get in self._by_context]
        values += self._fixed
        context.out.put(self._kind, self._columns, row.at(self._line) if self._line else row.line, values)

    def provides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the kind and its columns, as declared."""
        yield self._kind, self._declared


class Each(Generic[R, S]):
    """The objects that a row contains: ``of`` returns them, and each is written by all parts."""

    def __init__(self, of: Callable[[R], Iterable[S]], *parts: Part[S]) -> None:
        self._of, self._parts = of, parts

    def write(self, row: R, context: Context, /) -> None:
        """Write every object of the row."""
        for one in self._of(row):
            for part in self._parts:
                part.write(one, context)

    def provides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield what the parts write."""
        for part in self._parts:
            yield from part.provides()


class Where(Generic[R]):
    """Parts of the rows that meet a condition; for a condition that many parts have in common."""

    def __init__(self, condition: Callable[[R], object], *parts: Part[R]) -> None:
        self._condition, self._parts = condition, parts

    def write(self, row: R, context: Context, /) -> None:
        """Write the row if it meets the condition."""
        if self._condition(row):
            for part in self._parts:
                part.write(row, context)

    def provides(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield what the parts write."""
        for part in self._parts:
            yield from part.provides()


class Index(Generic[R]):
    """Values of other objects, by id: ``host=HOST_NAMES.of("host_id")`` takes the name from the host.

    ``types`` are the types of the objects, separated by blanks. A family learns its indexes from all objects of a
    capture before it writes the first.
    """

    def __init__(self, types: str, key: Source[R], value: Source[R]) -> None:
        self.types, self._key, self._value = frozenset(types.split()), getter(key), getter(value)

    def learn(self, row: R, context: Context) -> None:
        """Keep the value of an object; later objects replace earlier ones with the same id."""
        key, value = self._key(row, context), self._value(row, context)
        if key is not None and value is not None:
            context.indexes.setdefault(self, {})[str(key)] = value

    def of(self, source: Source[S]) -> Field[S]:
        """Return the source that looks up an id; None if no object of the capture has it."""
        key = getter(source)
        return Field(lambda row, context: context.indexes.get(self, {}).get(str(key(row, context) or "")))


def provided(*parts: Part[Any] | Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return what these parts write: for each kind its columns, as ``Reader.provides`` needs it.

    What code without a declaration writes is given as such a mapping.
    """
    found: dict[str, dict[str, None]] = {}
    for part in parts:
        for kind, columns in part.items() if isinstance(part, Mapping) else part.provides():
            found.setdefault(kind, {}).update(dict.fromkeys(columns))
    return {kind: tuple(columns) for kind, columns in found.items()}


def getter(
    source: Source[R], kind: str = "", column: str = "", place: Callable[[Any, Context], Value] | None = None
) -> Callable[[R, Context], Value]:
    """Return any source as a function of row and context."""
    if isinstance(source, Field):
        return source.bind(kind, column, place or (lambda row, context: None))
    if isinstance(source, (bool, Const)):
        value = source.value if isinstance(source, Const) else source
        return lambda row, context: value
    read = attribute(source) if isinstance(source, str) else source
    return lambda row, context: read(row)


def attribute(*names: str) -> Callable[[Record], str | None]:
    """Return the source that reads the first of these attributes that has a value."""
    return methodcaller("text", *names)
