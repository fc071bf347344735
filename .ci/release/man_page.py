"""Print the manual page ``sanlint(1)``, generated from the same data as ``--help``.

Usage: ``python .ci/release/man_page.py``; SOURCE_DATE_EPOCH is the date of the page.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from typer.main import get_command

from checker import __version__
from checker.cli.app import application

_EXIT_CODES = (
    ("0", "No finding at or above --fail-on."),
    ("1", "Findings."),
    ("2", "Wrong usage, configuration or rule."),
    ("3", "Nothing usable was read, or a required rule could not be evaluated."),
    ("4", "Internal error."),
    ("130, 143", "Interrupted, terminated."),
)


def page() -> str:
    """Return the page in the man macros."""
    moment = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    root: Any = get_command(application())
    lines = [
        f'.TH SANLINT 1 "{moment:%Y-%m-%d}" "sanlint {__version__}" "User Commands"',
        ".SH NAME",
        "sanlint \\- check a Fibre Channel SAN against best practice",
        ".SH SYNOPSIS",
        ".B sanlint",
        "COMMAND [OPTIONS] [PATH...]",
        ".SH DESCRIPTION",
        *_paragraphs(root.help),
        ".SH COMMANDS",
    ]
    for name, command in _commands(root, "sanlint"):
        lines += [f".SS {_text(name)}", *_paragraphs(command.help or ""), *_parameters(command)]
    lines.append(".SH EXIT STATUS")
    for code, meaning in _EXIT_CODES:
        lines += [".TP", f".B {_text(code)}", _text(meaning)]
    lines += [".SH FILES", ".TP", ".B sanlint.yaml, .sanlint.yaml, pyproject.toml", _text("Configuration.")]
    lines += [".TP", ".B $XDG_CACHE_HOME/sanlint, ~/.cache/sanlint", _text("Compiled rules; never facts of a SAN.")]
    return "\n".join(lines) + "\n"


def _commands(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
        return
    for word, one in inner.items():
        if not one.hidden:
            yield from _commands(one, f"{name} {word}")


def _parameters(command: Any) -> Iterator[str]:
    for one in command.params:
        if getattr(one, "hidden", False) or one.name == "help":
            continue
        argument = one.param_type_name == "argument"
        value = "" if argument or one.is_flag else f" {one.metavar or one.type.name.upper()}"
        name = (one.metavar or one.name.upper()) if argument else ", ".join((*one.opts, *one.secondary_opts)) + value
        yield from (".TP", f".B {_text(name)}", _text(" ".join((getattr(one, "help", "") or "").split())))


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield from (".PP", _text(" ".join(paragraph.split())))


def _text(text: str) -> str:
    """Return text for one line: a period or apostrophe at its beginning would be a request, a hyphen is a minus."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return f"\\&{escaped}" if escaped[:1] in ".'" else escaped


if __name__ == "__main__":
    sys.stdout.write(page())
