"""Forms of SQL statements: which table one writes, and which tables and columns it may read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_WORD = re.compile(r"[a-z_]\w*")
_NAME = r'(?:temp\.|main\.)?"?(\w+)"?'
_CREATE = re.compile(rf"\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?table\s+(if\s+not\s+exists\s+)?{_NAME}")
_CHANGE = re.compile(rf"\s*(?:insert\s+into|update|delete\s+from)\s+{_NAME}")
_DROP = re.compile(rf"\s*drop\s+table\s+(?:if\s+exists\s+)?{_NAME}")
_MACRO = re.compile(rf"\s*create\s+(?:or\s+replace\s+)?macro\s+{_NAME}")
_STAR = re.compile(r"(?:(\w+)\.|\b(?:select|distinct|all)\s+|,\s*)\*")
_UNNAMED = re.compile(r"\bnatural\b|\bcolumns\(")
# Texts, comments, parentheses and words, in this order.
_TOKEN = re.compile(r"'(?:[^']|'')*'|--[^\n]*|[()]|\w+")
_QUERY = re.compile(r"\s*(?:with|select|from)\b")
_AFTER_COMMENTS = r"[\s(]*(?:--[^\n]*\n[\s(]*)*"
_TABLE = re.compile(rf"(?:\b(?:from|join|into|update|table|using|pivot|unpivot)\b|,)(?={_AFTER_COMMENTS}{_NAME})")
_CATALOG = re.compile(r"\bduckdb_\w+\(")


@dataclass(frozen=True)
class Form:
    """What a statement does.

    Attributes:
        kind: query, create, change, drop, macro or other.
        table: what it writes.
        words: all of them, in lower case.
        named: those that may be names of tables that it reads.
        whole: those of which it may read columns that it does not name.
        only_if_missing: whether it does nothing if the table exists.
        filled: whether the table that it creates gets rows.
    """

    kind: str
    table: str
    words: frozenset[str]
    named: frozenset[str]
    whole: frozenset[str]
    only_if_missing: bool = False
    filled: bool = False


@lru_cache(maxsize=4096)
def form_of(sql: str) -> Form:
    """Return the form of a statement; what it may read errs on the side of more."""
    text = sql.lower()
    words, named = frozenset(_WORD.findall(text)), frozenset(_TABLE.findall(text))
    whole = _whole(text, named)
    if match := _MACRO.match(text):
        return Form("macro", match[1], words - {match[1]}, named, whole)
    if match := _CREATE.match(text):
        if re.match(r"\s*as\b", text[match.end() :]):
            return Form("create", match[2], words, named, whole, match[1] is not None, filled=True)
        return Form("create", match[2], frozenset(), frozenset(), whole, match[1] is not None)
    if match := _CHANGE.match(text):
        return Form("change", match[1], words, named, whole)
    if match := _DROP.match(text):
        return Form("drop", match[1], words, frozenset(), whole)
    kind = "query" if _QUERY.match(text) and not _CATALOG.search(text) else "other"
    return Form(kind, "", words, named, whole)


def _whole(text: str, named: frozenset[str]) -> frozenset[str]:
    """Return the tables of which a ``*`` may read columns without names.

    A star reads those that are in its own FROM, or those with the name before it; what it reads of a sub-query is named
    there, or there is a star there.
    """
    if _UNNAMED.search(text):
        return named
    found: set[str] = set()
    for star in _STAR.finditer(text):
        if star[1] is not None:
            alias = re.compile(rf'"?(\w+)"?\s+(?:as\s+)?{star[1]}\b')
            found.update((*alias.findall(text), star[1]))
        else:
            found.update(_TABLE.findall(_from_of(text, star.end())) or named)
    return named & found


def _from_of(text: str, begin: int) -> str:
    """Return what follows the FROM of a SELECT, without what is in parentheses; empty if there is no FROM."""
    depth, parts = 0, list[str]()
    since: int | None = None
    for token in _TOKEN.finditer(text, begin):
        word = token[0]
        if word == "(":
            if depth == 0 and since is not None:
                parts.append(text[since : token.start()] + "()")
            depth += 1
        elif word == ")":
            depth -= 1
            if depth < 0:
                return "".join([*parts, *([] if since is None else [text[since : token.start()]])])
            if depth == 0 and since is not None:
                since = token.end()
        elif depth == 0 and since is None and word == "from":
            since = token.start()
    return "".join([*parts, *([] if since is None else [text[since:]])])
