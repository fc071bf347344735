"""Keys of facts: which rows have which key, as SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.facts.declare import Kind
from checker.facts.store.store import Store


@dataclass(frozen=True)
class Identified:
    """The rows of a kind whose best complete key is ``key``; ``condition`` is the SQL that selects them."""

    key: tuple[str, ...]
    condition: str


def key_value(kind: Kind, name: str) -> str:
    """SQL of a key column, with the default of those that need not be stated."""
    default = kind.key_defaults.get(name)
    return name if default is None else f"coalesce({name}, '{default}')"


def known(kind: Kind, key: tuple[str, ...], prefix: str = "") -> str:
    """SQL condition that a row has a complete key."""
    required = [name for name in key if name not in kind.key_defaults]
    return " AND ".join(f"{prefix}{name} IS NOT NULL" for name in required) or "TRUE"


def usable_keys(store: Store, kind: Kind) -> list[tuple[str, ...]]:
    """The keys of a kind whose columns any export states, best first."""
    stated = store.stated[kind.name]
    return [key for key in kind.keys if all(name in stated or name in kind.key_defaults for name in key)]


def identified(store: Store, kind: Kind, keys: Sequence[tuple[str, ...]]) -> list[Identified]:
    """Divide the rows of a kind by the best key they have."""
    found: list[Identified] = []
    previous: list[str] = []
    for key in keys:
        left = " AND ".join(f"NOT ({better})" for better in previous)
        if left and not store.rows(f"SELECT 1 FROM obs_{kind.name} WHERE {left} LIMIT 1"):
            break
        found.append(Identified(key, " AND ".join([known(kind, key), *([left] if left else [])])))
        previous.append(known(kind, key))
    return found
