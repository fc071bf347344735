"""Parsing of arguments: lists, paths, dates, and the two forms of ``--config``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True)
class ConfigArguments:
    """``--config``: at most one file, and values by key."""

    file: str | None = None
    values: dict[str, object] = field(default_factory=dict)


def split(values: list[str] | None, *, commas: bool = True) -> tuple[str, ...]:
    """Return the values of an option that can be repeated and can contain several values separated by commas."""
    parts = [part.strip() for value in values or [] for part in (value.split(",") if commas else [value])]
    return tuple(part for part in parts if part)


def selectors(option: str, values: list[str] | None) -> tuple[str, ...]:
    """Return the ids, prefixes and tags of an option.

    Raises:
        UsageError: the option is given but empty: an empty variable in a script must not select everything.
    """
    named = split(values)
    if values and not named:
        raise UsageError(f"{option}: expected a rule, prefix or tag")
    return named


def demand_paths(paths: list[str]) -> None:
    """Make sure that every path exists, so that a mistyped path does not look like a clean SAN.

    Raises:
        UsageError: a path does not exist, or is empty, which would mean the current folder.
    """
    if any(not path.strip() for path in paths):
        raise UsageError("empty path: is a variable in a script unset? Use . for the current folder")
    missing = [path for path in paths if path != "-" and not Path(path).exists()]
    if missing:
        dead = {path for path in missing if Path(path).is_symlink()}
        raise UsageError(
            "\n".join(
                f"{path}: {'broken symbolic link' if path in dead else 'no such file or folder'}" for path in missing
            )
        )


def config_arguments(given: list[str]) -> ConfigArguments:
    """Separate files from values: an argument with ``=`` that is not a file is a value, parsed as JSON if possible.

    Raises:
        UsageError: two files are given.
    """
    file: str | None = None
    values: dict[str, object] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if equals and not Path(text).is_file():
            values[key.strip()] = _value(value.strip())
        elif file is not None:
            raise UsageError(f"--config: one file only, not both {file} and {text}")
        else:
            file = text
    return ConfigArguments(file, values)


def _value(text: str) -> Any:
    import json

    try:
        return json.loads(text, parse_constant=str)
    except ValueError:
        return text


def time_argument(text: str | None) -> datetime | None:
    """Return the time given by ``--as-of``.

    Raises:
        UsageError: it is not a date.
    """
    from checker.rules.config.entries import parse_time

    if text is None:
        return None
    try:
        return parse_time(text)
    except ValueError:
        raise UsageError(f"--as-of must be a date such as 2026-11-01 or 2026-11-01T08:00:00Z, not {text!r}") from None
