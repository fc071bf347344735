"""Documents next to the exports that contain no SAN facts: what sanlint wrote, its configurations, hidden files of other programs.

What sanlint wrote is checked for only where no reader recognises a file, so a mark in an export cannot hide it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_BEGINNING = 4096
CONFIG_NAMES = ("sanlint.yaml", ".sanlint.yaml")
"""Configuration files, often stored next to exports; a bundle must not configure its own audit."""
_PROJECT = "pyproject.toml"
_SECTION = re.compile(rb"(?m)^[ \t]*\[+\s*tool\s*\.\s*sanlint\b")
# Only at the start of a line: an inventory inside a configuration has the same key, indented.
_INVENTORY = re.compile(rb"(?m)^sanlint: 1\b")
A_CONFIGURATION = "skipped: a configuration inside the input cannot configure its own audit"
_MARKS = re.compile(
    rb'"sanlint_baseline":'
    rb'|"title":\s*"(?:sanlint |one line of a sanlint report)'
    rb'|"(?:tool|driver)":\s*\{\s*"name":\s*"sanlint"'
    rb'|\{"type": "finding", "version": \d+, "rule"'
    rb'|<testsuites name="sanlint"'
    rb'|<meta name="generator" content="sanlint '
    rb'|\A(?:\xef\xbb\xbf)?"severity","rule","name","state",'
    rb"|\A## sanlint\r?\n"
    rb"|^(?:# )?Written by sanlint \d",
    re.MULTILINE,
)
WRITTEN_BY_SANLINT = "written by sanlint; not an export"
HIDDEN = "hidden file; not an export"


def is_own_document(data: bytes) -> bool:
    """Return whether sanlint wrote a file that no reader recognised, judging by its first 4 KiB."""
    return _MARKS.search(data[:_BEGINNING]) is not None


def is_configuration(name: str, data: bytes) -> bool:
    """Return whether a file with this name, without folders, is a configuration and not an inventory."""
    if name in CONFIG_NAMES:
        return _INVENTORY.search(data[:_BEGINNING]) is None
    return name == _PROJECT and _SECTION.search(data) is not None


def is_hidden(inside: Sequence[str]) -> bool:
    """Return whether a file, or a folder below the one that the user named, is hidden: ``.pre-commit-config.yaml``, ``.github/``.

    Programs keep their own settings there. Exports with such names are read as well; only what no reader recognises is not missed.
    """
    return any(part.startswith(".") for part in inside[1:])
