"""All output formats: every module beside this one that declares ``FORMAT``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

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
        declared = getattr(importlib.import_module(module_info.name), "FORMAT", None)
        if declared is None:
            continue
        if declared.name in found:
            raise ValueError(f"two output formats are named {declared.name}")
        found[declared.name] = declared
    return {name: found[name] for name in sorted(found)}
