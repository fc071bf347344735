"""All output formats: every module beside this one that declares ``FORMAT``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.util import find_spec

from checker.report.base import Format


@cache
def formats() -> dict[str, Format]:
    """Every output format by its name, in alphabetical order.

    Raises:
        ValueError: two formats have one name.
    """
    import checker.report as package

    found: dict[str, Format] = {}
    for module_info in pkgutil.iter_modules(package.__path__, prefix="checker.report."):
        declared = _declared(module_info.name)
        if declared is None:
            continue
        if declared.name in found:
            raise ValueError(f"two output formats are named {declared.name}")
        found[declared.name] = declared
    return {name: found[name] for name in sorted(found)}


def format_named(name: str) -> Format | None:
    """Return a format, or None; only its own module is loaded if that is named like it, which all of them are."""
    if name.isidentifier():
        for module in (f"checker.report.{name}", f"checker.report.{name}_report"):
            declared = _declared(module) if find_spec(module) else None
            if declared is not None and declared.name == name:
                return declared
    return formats().get(name)


def _declared(module: str) -> Format | None:
    declared = getattr(importlib.import_module(module), "FORMAT", None)
    return declared if isinstance(declared, Format) else None
