"""A database that is kept between audits of nearly the same exports: a statement whose inputs are as before is not run again.

An editor asks for an audit after each change, and most of its statements read tables that the change does not touch. Every
audit runs the same code and gives the same statements; this connection compares what each of them reads with what it read
in the audit before, column by column. If nothing differs, the table that it writes is already there, and its rows are known.

The comparison errs on the side of running: every name in a statement where a table may be named counts as read, with the
columns whose names are among its words, or all if there is a ``*``. Columns are compared with the positions of their rows.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from checker.facts.store.forms import Form, form_of
from checker.facts.store.parsed import divided, frozen, parsed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, Statement

Key: TypeAlias = tuple[Any, ...]


class StaleError(Exception):
    """A statement needs a table as it was between two statements; the caller begins with a new database."""


@dataclass(eq=False)
class _Content:
    """The content of a table after a statement, and how to make it again.

    Attributes:
        call: the statement, its parameters, and whether they are several rows; None if it came from outside.
        number: a different one for each.
        before: the content that the statement changed.
        read: the content of the tables that it read.
        digests: a digest of each column, once they were asked for.
        empty: whether the table was created without rows.
    """

    call: tuple[str, Any, bool] | None
    number: int
    before: _Content | None = None
    read: Mapping[str, _Content] = field(default_factory=dict)
    digests: Mapping[str, Any] | None = None
    empty: bool = False


@dataclass(frozen=True)
class _Result:
    rows: list[tuple[Any, ...]]
    description: Any
    content: _Content | None


class Rows:
    """The rows of a statement, read like those of a DuckDB connection."""

    def __init__(self, rows: list[tuple[Any, ...]], description: Any) -> None:
        self._rows = iter(rows)
        self.description = description

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return the rows that were not fetched yet."""
        return list(self._rows)

    def fetchone(self) -> tuple[Any, ...] | None:
        """Return the next row, or None."""
        return next(self._rows, None)


class KeptConnection:
    """A DuckDB connection for one audit after the other; :meth:`begin` starts each.

    Attributes:
        broken: whether it can no longer be used, nor the result of the audit that broke it.
        runs: the number of statements that were run, for tests.
    """

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._now: dict[str, _Content] = {}
        self._there: dict[str, _Content] = {}
        self._known: dict[Key, _Result] = {}
        self._known_before: dict[Key, _Result] = {}
        self._macros: dict[str, Form] = {}
        self._bodies: dict[str, str] = {}
        self._numbers = itertools.count()
        self._settings: set[str] = set()
        self.broken = False
        self.runs = 0

    def begin(self) -> None:
        """Forget the tables; what the last audit found is used where it is asked again."""
        self._now = {}
        self._known_before, self._known = self._known, {}

    def settle(self) -> None:
        """Make every table what the audit expects, and drop those it has not created; the catalog is right afterwards.

        Raises:
            StaleError: a table cannot be made again.
        """
        for name in self._there.keys() - self._now.keys():
            self._run(f'DROP TABLE "{name}"')
            del self._there[name]
        for name, content in self._now.items():
            self._restore(name, content)

    def filled(self) -> set[str]:
        """Return the tables that may contain rows."""
        return {name for name, content in self._now.items() if not content.empty and self._digests(name)[""]}

    def close(self) -> None:
        """Free the memory."""
        self._connection.close()

    def register(self, name: str, batch: object) -> None:
        """Make an Arrow table available; what reads it is run each time."""
        self._connection.register(name, batch)
        self._now[name] = self._there[name] = _Content(None, next(self._numbers))

    def unregister(self, name: str) -> None:
        """Remove an Arrow table."""
        self._connection.unregister(name)
        del self._now[name], self._there[name]

    def extract_statements(self, sql: str) -> list[Statement]:
        """Return the statements of a text."""
        return self._connection.extract_statements(sql)

    def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> Rows:
        """Run a statement for each of some rows of parameters."""
        return self._answer(sql, [list(row) for row in rows], many=True)

    def execute(self, sql: str | Statement, parameters: Sequence[Any] | None = None) -> Rows:
        """Run statements, or return what they returned when all they read was the same; parameters are for the last.

        Raises:
            StaleError: a table cannot be made again.
            duckdb.Error: a statement is invalid, or fails.
        """
        if not isinstance(sql, str):
            return self._answer(sql.query, parameters)
        texts = divided(self._connection, sql)
        for text in texts[:-1]:
            self._answer(text, None)
        return self._answer(texts[-1], parameters) if texts else Rows([], None)

    def _answer(self, sql: str, parameters: Any, *, many: bool = False) -> Rows:
        form = form_of(sql)
        if form.kind == "other" or (form.only_if_missing and form.table in self._now):
            return Rows([], None) if form.only_if_missing else self._other(sql, parameters)
        if form.kind == "macro":
            return self._define(sql, form)
        if form.kind == "drop":
            self._now.pop(form.table, None)
            return Rows([], None)
        words, named, macros = self._mentioned(form)
        before = self._now.get(form.table) if form.kind == "change" else None
        reads = sorted((named & self._now.keys()) - ({form.table} if before is not None else set()))
        key: Key = (
            sql,
            frozen(parameters),
            -1 if before is None else before.number,
            tuple((name, self._read_of(name, words, whole=name in form.whole)) for name in reads),
            tuple(self._bodies[name] for name in sorted(macros)),
        )
        found = self._known.get(key) or self._known_before.get(key)
        read = {name: self._now[name] for name in reads}
        if found is None:
            found = self._made(form, (sql, parameters, many), before, read)
        elif found.content is not None:
            # The same content, whatever differs in columns that it does not depend on.
            found.content.read = read
        self._known[key] = found
        if found.content is not None:
            self._now[form.table] = found.content
        return Rows(found.rows, found.description)

    def _mentioned(self, form: Form) -> tuple[frozenset[str], frozenset[str], set[str]]:
        """Return the words and the possible tables of a statement and of the macros that it uses, and these macros."""
        words, named = form.words, form.named
        macros: set[str] = set()
        while new := (words & self._macros.keys()) - macros:
            macros |= new
            words = words.union(*(self._macros[name].words for name in new))
            named = named.union(*(self._macros[name].named for name in new))
        return words, named, macros

    def _read_of(self, name: str, words: frozenset[str], *, whole: bool) -> Any:
        """Return what a statement can notice of the content of a table."""
        content = self._now[name]
        if content.call is None:
            return content.number
        if content.empty:
            return content.call
        digests = self._digests(name)
        if whole:
            return tuple(digests.items())
        return tuple(item for item in digests.items() if item[0] in words or not item[0])

    def _digests(self, name: str) -> Mapping[str, Any]:
        """Return the digest of each column, and the number of rows under an empty name."""
        content = self._now[name]
        if content.digests is None:
            self._restore(name, content)
            # Hashed twice: hash(a, b) is an exclusive or, which would not bind a value to its row. Named like the column.
            each = "sum(hash(hash(rowid, COLUMNS('(.*)')))::HUGEINT) AS \"\\1\""
            (row,), description = self._run(f'SELECT count(*), {each} FROM "{name}"')
            content.digests = dict(zip(["", *(column[0].lower() for column in description[1:])], row, strict=True))
        return content.digests

    def _made(
        self, form: Form, call: tuple[str, Any, bool], before: _Content | None, read: Mapping[str, _Content]
    ) -> _Result:
        if before is not None:
            self._restore(form.table, before)
        for name, content in read.items():
            self._restore(name, content)
        if form.kind == "create" and form.table in self._there and form.table not in self._now:
            self._drop(form.table)
        rows, description = self._called(call)
        if form.kind == "query":
            return _Result(rows, description, None)
        made = _Content(call, next(self._numbers), before, read, empty=form.kind == "create" and not form.filled)
        self._there[form.table] = made
        return _Result(rows, description, made)

    def _restore(self, name: str, content: _Content) -> None:
        """Make sure that a table has a content, by running its statements again if need be.

        Raises:
            StaleError: one of them read a table that is different now.
        """
        if self._there.get(name) is content:
            return
        if content.call is None:
            raise self._stale(name)
        if content.before is None:
            self._drop(name)
        else:
            self._restore(name, content.before)
        for other, needed in content.read.items():
            if other == name:
                continue
            if self._now.get(other, needed) is not needed:
                raise self._stale(name)
            self._restore(other, needed)
        self._called(content.call)
        self._there[name] = content

    def _drop(self, name: str) -> None:
        if self._there.pop(name, None) is not None:
            self._run(f'DROP TABLE "{name}"')

    def _stale(self, name: str) -> StaleError:
        self.broken = True
        return StaleError(name)

    def _called(self, call: tuple[str, Any, bool]) -> tuple[list[tuple[Any, ...]], Any]:
        sql, parameters, many = call
        self.runs += 1
        if many:
            self._connection.executemany(sql, parameters).fetchall()
            return [], None
        return self._run(sql, parameters)

    def _run(self, sql: str, parameters: Any = None) -> tuple[list[tuple[Any, ...]], Any]:
        """Run a statement to its end, and return its rows and their description."""
        statement = parsed(self._connection, sql)
        done = self._connection.execute(statement, *([] if parameters is None else [parameters]))
        description = done.description
        return done.fetchall(), description

    def _define(self, sql: str, form: Form) -> Rows:
        if self._bodies.get(form.table) != sql:
            self._run(sql)
            self._bodies[form.table], self._macros[form.table] = sql, form
        return Rows([], None)

    def _other(self, sql: str, parameters: Any) -> Rows:
        """Run what neither reads nor writes a table: a transaction, a setting, which lasts, or a question to the catalog."""
        text = sql.strip().lower()
        if text.startswith(("set ", "pragma ")):
            if text in self._settings:
                return Rows([], None)
            self._settings.add(text)
        rows, description = self._run(sql, parameters)
        if text.startswith("rollback"):
            # Tables that the transaction replaced are back.
            self.broken = True
        return Rows(rows, description)
