"""All output formats: the modules of ``checker.report.formats``, each named after its format and declaring ``FORMAT``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

import checker.report.formats as package

if TYPE_CHECKING:
    from checker.report.base import Format


@cache
def format_names() -> tuple[str, ...]:
    """Return the names of all output formats in alphabetical order, without importing the formats."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__)))


@cache
def formats() -> dict[str, Format]:
    """Return every output format by its name, in alphabetical order."""
    return {name: _declared(name) for name in format_names()}


def format_named(name: str) -> Format | None:
    """Return a format, or None; only the module of this format is imported."""
    return _declared(name) if name in format_names() else None


class Suffixes(Mapping[str, tuple[str, ...]]):
    """The suffixes of the files of each output format. A format is imported when its suffixes are looked up."""

    def __getitem__(self, name: str) -> tuple[str, ...]:
        return _declared(name).suffixes

    def __contains__(self, name: object) -> bool:
        return name in format_names()

    def __iter__(self) -> Iterator[str]:
        return iter(format_names())

    def __len__(self) -> int:
        return len(format_names())


def _declared(name: str) -> Format:
    from checker.report.base import Format

    declared = importlib.import_module(f"{package.__name__}.{name}").FORMAT
    assert isinstance(declared, Format)
    assert declared.name == name, f"{name}.py declares the format {declared.name}"
    return declared
