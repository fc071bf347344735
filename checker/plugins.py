"""Plugins: readers, reports and rules that other packages of the installation provide through entry points.

Only packages of the installation count: the module search path contains neither the working directory nor the audited
input (``checker.cli.entry``). The list of entry points is kept in the private cache and made again when a folder of the
module search path changes, so that a run without plugins does not pay for the search.

A plugin that fails is skipped with a message; everything else works without it.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from checker import cache as private_cache

READERS, REPORTS, RULES = "sanlint.readers", "sanlint.reports", "sanlint.rules"
GROUPS = (READERS, REPORTS, RULES)
_problems: dict[str, None] = {}


@dataclass(frozen=True)
class Plugin:
    """One entry point: its group and name, ``module:attribute``, and the distribution that declares it."""

    group: str
    name: str
    value: str
    distribution: str

    def load(self) -> object | None:
        """Import the object; None if that fails, which is noted as a problem."""
        import importlib

        module, _, attribute = self.value.partition(":")
        try:
            found: object = getattr(importlib.import_module(module.strip()), attribute.strip())
        except Exception as error:  # noqa: BLE001 - whatever is wrong with a plugin, the rest must work
            self.fails(f"{type(error).__name__}: {error}")
            return None
        return found

    def load_all(self) -> tuple[Any, ...]:
        """Import a list of objects; empty if that fails."""
        found = self.load()
        if found is None or isinstance(found, tuple | list):
            return tuple(found or ())
        self.fails(f"{self.value} is not a list")
        return ()

    def fails(self, why: str) -> None:
        """Note that the plugin cannot be used."""
        reason = "".join(char if char.isprintable() else " " for char in why)[:300]
        _problems[f"plugin {self.name} ({self.group}) of {self.distribution} is not used: {reason}"] = None


def problems() -> tuple[str, ...]:
    """Return what was wrong with the plugins that were needed so far."""
    return tuple(_problems)


def plugins(group: str) -> tuple[Plugin, ...]:
    """Return the installed plugins of a group, ordered by name and distribution."""
    return tuple(one for one in _installed() if one.group == group)


@cache
def _installed() -> tuple[Plugin, ...]:
    key = _key()
    stored = private_cache.load(key, _stored)
    if stored is not None:
        return stored
    found = _search()
    private_cache.write(key, json.dumps([asdict(one) for one in found]).encode())
    return found


def _stored(content: bytes) -> tuple[Plugin, ...]:
    return tuple(Plugin(**one) for one in json.loads(content))


def _key() -> str:
    import hashlib

    states = []
    for entry in sys.path:
        try:
            states.append((entry, Path(entry).stat().st_mtime_ns))
        except OSError:
            states.append((entry, 0))
    return f"plugins-{hashlib.sha256(repr(states).encode()).hexdigest()[:40]}.json"


def _search() -> tuple[Plugin, ...]:
    from importlib.metadata import distributions

    found: dict[tuple[str, str, str], Plugin] = {}
    for one in distributions():
        for point in one.entry_points:
            if point.group in GROUPS:
                name = one.metadata["Name"]
                # The first distribution of a name on the search path is the one that Python imports.
                found.setdefault((point.group, point.name, name), Plugin(point.group, point.name, point.value, name))
    return tuple(found[key] for key in sorted(found))
