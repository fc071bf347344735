"""All output formats: the modules of ``checker.report.formats``, each named after its format and declaring ``FORMAT``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

import checker.report.formats as package
from checker import plugins
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.report.base import Format


@cache
def format_names() -> tuple[str, ...]:
    """Return the names of all output formats in alphabetical order, without importing the formats."""
    return tuple(sorted({*_built_in(), *(one.name for one in plugins.plugins(plugins.REPORTS))}))


@cache
def _built_in() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(package.__path__))


@cache
def formats() -> dict[str, Format]:
    """Return every output format by its name, in alphabetical order; those of plugins that fail are skipped."""
    found = {name: _declared(name) for name in format_names()}
    return {name: one for name, one in found.items() if one is not None}


def format_named(name: str) -> Format | None:
    """Return a format, or None; only the module of this format is imported.

    Raises:
        UsageError: it is that of a plugin that cannot be used.
    """
    found = _declared(name) if name in format_names() else None
    if found is None and name in format_names():
        raise UsageError("\n".join(plugins.problems()))
    return found


class Suffixes(Mapping[str, tuple[str, ...]]):
    """The suffixes of the files of each output format. A format is imported when its suffixes are looked up."""

    def __getitem__(self, name: str) -> tuple[str, ...]:
        found = _declared(name)
        return found.suffixes if found is not None else ()

    def __contains__(self, name: object) -> bool:
        return name in format_names()

    def __iter__(self) -> Iterator[str]:
        return iter(format_names())

    def __len__(self) -> int:
        return len(format_names())


@cache
def _declared(name: str) -> Format | None:
    """Return a format; None if it is that of a plugin that cannot be used, which is noted as a problem."""
    from checker.report.base import Format

    if name not in _built_in():
        plugin = next(one for one in plugins.plugins(plugins.REPORTS) if one.name == name)
        found = plugin.load()
        if isinstance(found, Format) and found.name == name:
            return found
        if found is not None:
            plugin.fails(f"{plugin.value} is not a Format called {name}")
        return None
    declared = importlib.import_module(f"{package.__name__}.{name}").FORMAT
    assert isinstance(declared, Format)
    assert declared.name == name, f"{name}.py declares the format {declared.name}"
    return declared
