"""Groups of names, and what each name claims to be: the world wide names and serial numbers that exports state with it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from checker.facts.platforms import is_unnamed
from checker.facts.store.store import Store

_SERIAL_PLACEHOLDER = re.compile(
    r"[\s0\-.x*#]*\Z|n/?a\Z|none\Z|null\Z|unknown\Z|not \w+\Z|undefined\Z|to be filled", re.I
)
_ADDRESS = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\Z|(?=[\da-fA-F:]*\Z)[^:]*:[^:]*:")
_DIRECTOR_ID = re.compile(r"[0-9a-f]{16}\Z")


@dataclass
class Owner:
    """A machine that exports were taken from: how reliable its name is, in which formats it was captured, and on which platforms."""

    rank: int = 0
    formats: set[str] = field(default_factory=set)
    platforms: set[str] = field(default_factory=set)


class Names:
    """Groups of joined names with ranks; the best-ranked name represents its group."""

    def __init__(self, rank: dict[str, int]) -> None:
        self.rank = rank
        self.basis: dict[str, str] = {}
        self._parent: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}

    def find(self, name: str) -> str:
        """Return the name that represents the group of this name."""
        while name in self._parent:
            above = self._parent[name]
            # The way gets shorter with each search: names may be joined one by one into a long chain.
            self._parent[name] = self._parent.get(above, above)
            name = above
        return name

    def members(self, group: str) -> list[str]:
        """Return every name of a group."""
        return self._members.get(group, [group])

    def join(self, one: str, other: str, basis: str) -> None:
        """Join two groups and record the reason."""
        a, b = self.find(one), self.find(other)
        if a == b:
            return
        best, lesser = sorted(
            (a, b), key=lambda name: (is_unnamed(name), -self.rank.get(name, 0), name.count("/"), name)
        )
        self._parent[lesser] = best
        self.basis[lesser] = basis
        self._members.setdefault(best, [best]).extend(self._members.pop(lesser, [lesser]))

    def changed(self) -> dict[str, str]:
        """Map every name that was replaced to the name that represents it."""
        return {name: self.find(name) for name in self.rank if self.find(name) != name}


@dataclass
class Claims:
    """Which names claim which token (a world wide name, a serial), and in which exports."""

    names: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    exports: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def tokens(self) -> dict[str, set[str]]:
        """Return the tokens of each name."""
        found: dict[str, set[str]] = defaultdict(set)
        for token, names in self.names.items():
            for name in names:
                found[name].add(token)
        return found


def read_claims(store: Store, names: Names, owner_column: str, sources: Iterable[tuple[str, str]]) -> Claims:
    """Collect (kind, token column) of the observations."""
    claims = Claims()
    for table, token_column in sources:
        if not store.has_rows(table) or not {owner_column, token_column} <= store.stated[table]:
            continue
        for name, token, export_id in store.rows(
            f"SELECT DISTINCT {owner_column}, {token_column}, export_id FROM obs_{table} "
            f"WHERE {owner_column} IS NOT NULL AND {token_column} IS NOT NULL ORDER BY ALL"
        ):
            known = _identity(token_column, token)
            if known is not None:
                names.rank.setdefault(name, 1)
                claims.names[known].add(name)
                claims.exports[name].add(export_id)
    return claims


def _identity(column: str, token: str) -> str | None:
    """The token in comparable form, or None if any machine may have it."""
    text = token.strip().lower()
    if column in ("serial", "assembly"):
        return None if _SERIAL_PLACEHOLDER.match(text) else f"{column} {text}"
    if column == "director_id":
        return text if _DIRECTOR_ID.match(text) else None
    return text


def is_address(name: str) -> bool:
    """Return whether a name is an IP address, which may be that of another machine at another time."""
    return _ADDRESS.match(name) is not None


def is_named_in(name: str, path_owner: str) -> bool:
    """Return whether a path gives a name and nothing else that may be a machine: acme_web01, but not jump01_db07."""
    short = name.partition(".")[0]
    for text in dict.fromkeys((name, short)):
        found = re.search(rf"(?<![^\W_]){re.escape(text)}(?![^\W_]|\.[^\W\d])", path_owner, re.IGNORECASE)
        if found is not None and not text.isdigit():
            others = re.findall(r"[^\W_]+", f"{path_owner[: found.start()]} {path_owner[found.end() :]}")
            return all(word.isalpha() or word.isdigit() for word in others)
    return False
