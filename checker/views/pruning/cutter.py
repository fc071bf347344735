"""Cut the SELECT of a view into its pieces.

What isn't known to be simple is refused, and the view is then computed as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from checker.views.pruning.pieces import NotSimpleError, Query, Select, Source, Stream

_TOKEN = re.compile(
    r"(?P<skip>(?:\s|--[^\n]*)+)|(?P<text>'(?:[^']|'')*')|(?P<word>[A-Za-z_][A-Za-z0-9_]*|\"[^\"]*\")|(?P<number>[0-9][0-9_.]*)"
    r"|(?P<mark>::|:=|<>|<=|>=|!=|\|\||->|//|\*\*|.)",
    re.DOTALL,
)
_SET_WORDS = frozenset(["UNION", "EXCEPT", "INTERSECT"])
_CLAUSES = frozenset(["WHERE", "GROUP", "HAVING", "QUALIFY", "WINDOW", "ORDER", "LIMIT", *_SET_WORDS])
_JOIN_WORDS = frozenset(
    ["JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "ANTI", "SEMI", "ASOF", "NATURAL", "POSITIONAL"]
)
_OPEN = {"(": ")", "[": "]", "{": "}"}


def cut(sql: str) -> Query:
    """Return the pieces of one SELECT statement.

    Raises:
        NotSimpleError: it has a form that is not analysed.
    """
    cutter = _Cutter(sql)
    query = cutter.query()
    if cutter.word() or cutter.mark():
        raise NotSimpleError("text after the end")
    return query


class _Cutter:
    def __init__(self, sql: str) -> None:
        self.tokens: list[tuple[str, str, str]] = []
        space = ""
        for match in _TOKEN.finditer(sql):
            if match.lastgroup == "skip":
                space = " "
                continue
            if match[0] in ('"', ";", "$", "?"):
                raise NotSimpleError(match[0])
            self.tokens.append((str(match.lastgroup), match[0], space))
            space = ""
        self.tokens.append(("end", "", ""))
        self.at = 0
        self.bare: list[str] = []
        self.calls: list[str] = []

    def word(self, ahead: int = 0) -> str:
        """The upper-case word that comes next; empty if none does."""
        kind, text, _ = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return text.upper() if kind == "word" else ""

    def mark(self, ahead: int = 0) -> str:
        """The mark that comes next; empty if none does."""
        kind, text, _ = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return text if kind == "mark" else ""

    def take(self) -> str:
        """Take one token unchanged."""
        text = self.tokens[self.at][1]
        self.at += 1
        return text

    def _more(self) -> bool:
        return self.tokens[self.at][0] != "end"

    def expect(self, text: str) -> None:
        """Take a token that is required."""
        if (self.word() or self.mark()) != text:
            raise NotSimpleError(f"{text} expected")
        self.at += 1

    def query(self) -> Query:
        common: list[tuple[str, str, Query]] = []
        if self.word() == "WITH":
            self.take()
            while True:
                name = self.take()
                self.expect("AS")
                how = ""
                while self.word() in ("NOT", "MATERIALIZED"):
                    how += self.take() + " "
                self.expect("(")
                common.append((name, how, self.query()))
                self.expect(")")
                if self.mark() != ",":
                    break
                self.take()
        selects = [self.select()]
        operations: list[str] = []
        while self.word() in _SET_WORDS:
            operation = self.take()
            if operation.upper() == "INTERSECT":
                raise NotSimpleError("INTERSECT binds before the others")
            operations.append(f"{operation} ALL" if self.word() == "ALL" and self.take() else operation)
            selects.append(self.select())
        return Query(common, selects, [operation.upper() for operation in operations])

    def select(self) -> Select:
        outer = self.bare, self.calls
        self.bare, self.calls = [], []
        self.expect("SELECT")
        head = "SELECT"
        if self.word() == "DISTINCT":
            head += " " + self.take()
            if self.word() == "ON":
                raise NotSimpleError("DISTINCT ON")
        items = self.stream(lambda: self.word() in _CLAUSES or (self.word() == "FROM" and not self._compares()), True)
        sources: list[Source] = []
        if self.word() == "FROM":
            self.take()
            sources.append(self.source(""))
            while True:
                if self.mark() == ",":
                    self.take()
                    sources.append(self.source(","))
                elif self.word() in _JOIN_WORDS:
                    words = []
                    while self.word() in (*_JOIN_WORDS, "OUTER"):
                        words.append(self.take().upper())
                    sources.append(self.source(" ".join(word for word in words if word not in ("OUTER", "INNER"))))
                else:
                    break
        where: Stream = []
        if self.word() == "WHERE":
            self.take()
            where = self.stream(lambda: self.word() in _CLAUSES)
        rest = self.stream(lambda: self.word() in _SET_WORDS)
        select = Select(head, items, sources, where, rest, _needs(where), self.bare, self.calls)
        self.bare, self.calls = outer
        return select

    def _compares(self) -> bool:
        """Whether the FROM that comes next belongs to IS DISTINCT FROM."""
        before, last = (text.upper() for _, text, _ in self.tokens[self.at - 2 : self.at])
        return last == "DISTINCT" and before in ("IS", "NOT")

    def source(self, join: str) -> Source:
        if self.word() == "LATERAL":
            raise NotSimpleError("LATERAL")
        name, query, text = "", None, []
        if self.mark() == "(":
            self.take()
            if self.word() in ("SELECT", "WITH"):
                query = self.query()
                self.expect(")")
            elif self.word() == "VALUES":
                text = ["(", *self.stream(lambda: False), ")"]
                self.expect(")")
            else:
                raise NotSimpleError("joins in brackets")
        else:
            name = self.take()
            if self.mark() == "(":
                self.take()
                text = [name + "(", *self.stream(lambda: False), ")"]
                self.expect(")")
                name = ""
            elif self.mark() == ".":
                raise NotSimpleError("a qualified table")
        alias, naming = name, ""
        if self.word() == "AS":
            self.take()
            alias = naming = self.take()
        elif self.word() and self.word() not in _CLAUSES | _JOIN_WORDS | {"ON", "USING"}:
            alias = naming = self.take()
        if naming and self.mark() == "(":
            naming += "".join(self._until_closed())
            text = text or [""]
        source = Source(join, alias, naming, name, query, text)
        if self.word() == "ON":
            self.take()
            source.on = self.stream(lambda: self.mark() == "," or self.word() in _CLAUSES or self._joins())
            source.needs = _needs(source.on)
        elif self.word() == "USING":
            self.take()
            source.using = [word for word in self._until_closed() if word not in "(), "]
        return source

    def _joins(self) -> bool:
        return self.word() in _JOIN_WORDS and (self.word() == "JOIN" or self.word(1) in (*_JOIN_WORDS, "OUTER"))

    def _until_closed(self) -> list[str]:
        taken: list[str] = []
        while not taken or taken[-1] != ")":
            if self.tokens[self.at][0] == "end":
                raise NotSimpleError("not closed")
            taken.append(self.take())
            if taken[-1] == ",":
                taken.append(" ")
        return taken

    def stream(self, stops: Callable[[], bool], items: bool = False) -> Stream:
        """Take tokens up to a closing bracket, the end, or where ``stops`` says so; ``items`` are what SELECT lists."""
        found: Stream = []
        while self.tokens[self.at][0] != "end" and self.mark() not in (")", "]", "}") and not stops():
            kind, text, space = self.tokens[self.at]
            before = self.tokens[self.at - 1]
            if text == "(" and self.word(1) in ("SELECT", "WITH"):
                exists = before[1].upper() == "EXISTS"
                self.take()
                found += [space, ["sub", self.query(), exists]]
                self.expect(")")
            elif text.lower() == "count" and self.mark(1) == "(" and self.word(2) == "DISTINCT":
                found += [space, *self._distinct_count()]
            elif text in _OPEN and kind == "mark":
                self.take()
                found += [space + text, *self.stream(lambda: False)]
                if self.mark() != _OPEN[text]:
                    raise NotSimpleError("not closed")
                found.append(self.tokens[self.at][2] + self.take())
            elif kind == "word" and self.mark(1) == "." and before[1] != ".":
                reference = self._reference()
                # A reference without an expression around it names the column of the result.
                alone = items and before[1].upper() in ("SELECT", "DISTINCT", ",")
                if alone and isinstance(reference, list) and (self.mark() in (",", ")") or stops() or not self._more()):
                    reference.append("named")
                found += [space, reference]
            else:
                if kind == "word" and before[1] != ".":
                    if self.mark(1) == "(":
                        self.calls.append(text.lower())
                    elif before[1].upper() != "AS" and self.mark(1) != ":=":
                        self.bare.append(text)
                elif text == "*" and before[1].upper() in ("SELECT", "DISTINCT", ","):
                    self.bare.append(text)
                found.append(space + self.take())
        return _joined(found)

    def _distinct_count(self) -> Stream:
        """Take a count of distinct values as one over a list: for few rows that takes a fraction of the time."""
        start = self.at
        self.calls.append("count")
        self.at += 3
        counted = self.stream(lambda: self.mark() == ",")
        self.expect(")")
        condition: Stream = []
        if self.word() == "FILTER":
            self.at += 1
            self.expect("(")
            condition = [" FILTER (", *self.stream(lambda: False), ")"]
            self.expect(")")
        if self.word() == "OVER":
            raise NotSimpleError(" ".join(text for _, text, _ in self.tokens[start : self.at]))
        return ["coalesce(list_unique(list(", *counted, ")", *condition, ")::BIGINT, 0)"]

    def _reference(self) -> list[str] | str:
        alias = self.take()
        self.take()
        if self.mark() == "*":
            self.bare.append(alias)
            return alias + "." + self.take()
        if self.mark(1) == "(" or self.tokens[self.at][0] != "word":
            raise NotSimpleError(f"{alias}.{self.tokens[self.at][1]}")
        column, part = self.take(), ""
        if self.mark() == "." and self.tokens[self.at + 1][0] == "word":
            self.take()
            part = self.take()
        return ["ref", alias, column, part]


def _joined(found: Stream) -> Stream:
    joined: Stream = []
    for piece in found:
        if isinstance(piece, str) and joined and isinstance(joined[-1], str):
            joined[-1] += piece
        elif piece:
            joined.append(piece)
    return joined


def _needs(condition: Stream) -> list[list[str]]:
    """The columns, by alias and name, without which a condition is never TRUE, as far as that is certain."""
    # Each piece of text may contain several words; a conjunct is recognised where AND is between plain comparisons.
    words: list[Any] = []
    for piece in condition:
        if isinstance(piece, str):
            words += [word for _, word, _ in _Cutter(piece).tokens[:-1]]
        else:
            words.append(piece)
    upper = [word.upper() if isinstance(word, str) else word for word in words]
    if "BETWEEN" in upper:
        return []
    depth, parts = 0, [[]]  # type: tuple[int, list[list[Any]]]
    for word in upper:
        if word == "OR" and not depth:
            return []
        depth += word in ("(", "[", "{", "CASE") if isinstance(word, str) else 0
        depth -= word in (")", "]", "}", "END") if isinstance(word, str) else 0
        if word == "AND" and not depth:
            parts.append([])
        else:
            parts[-1].append(word)
    needed: list[list[str]] = []
    for part in parts:
        references = [word for word in part if isinstance(word, list) and word[0] == "ref"]
        plain = len(part) == 3 and part[1] in ("=", "<>", "<", ">", "<=", ">=")
        known = len(part) == 4 and part[1:] == ["IS", "NOT", "NULL"]
        if len(part) == 1 or plain or known:
            needed += [reference[1:3] for reference in references]
    return needed
