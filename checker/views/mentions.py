"""What the SQL of views mentions: macros, tables and other views, and the order that follows from it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from checker.facts import products
from checker.facts.kinds import kinds
from checker.topology.tables import tables
from checker.views.catalog import SQL_FOLDER, views

_WORD = re.compile(r"\b[a-z_][a-z0-9_]*\b")


@cache
def macros() -> str:
    """Return the SQL that defines the macros of views and rules."""
    names = ("_macros.sql", "_spans.sql")
    return "".join((SQL_FOLDER / name).read_text(encoding="utf-8") for name in names) + products.macros()


@cache
def words_of(name: str) -> frozenset[str]:
    """Return the words of a view's SQL, without comments and quoted texts."""
    sql = re.sub(r"--[^\n]*|'[^']*'", " ", views()[name].sql)
    return frozenset(_WORD.findall(sql))


@cache
def mentions(name: str) -> frozenset[str]:
    """Return the names of kinds, topology tables, views and reference tables that a view's SQL may read."""
    known = kinds().keys() | tables().keys() | views().keys()
    return frozenset(word for word in words_of(name) if word in known or word.startswith("ref_"))


def needed_views(names: Iterable[str]) -> list[str]:
    """Return these views and the views they are based on, each after the ones it needs.

    Raises:
        ValueError: a view depends on itself.
    """
    known = set(views())
    ordered: list[str] = []
    visiting: set[str] = set()

    def visit(name: str) -> None:
        if name in ordered:
            return
        if name in visiting:
            raise ValueError(f"view {name} depends on itself")
        visiting.add(name)
        for other in sorted(known.intersection(words_of(name)) - {name}):
            visit(other)
        ordered.append(name)

    for name in sorted(names):
        visit(name)
    return ordered
