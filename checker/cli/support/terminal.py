"""Terminal capabilities: colour, links and width; output that tolerates a closed pipe."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Literal, TextIO

from checker.errors import UsageError
from checker.report.base import DEFAULT_WIDTH
from checker.system.files import write_text
from checker.system.streams import discard_output

ColorChoice = Literal["auto", "always", "never"]
# Longer lines are hard to read, even in a wide window.
_WIDEST = 140
_LINKING_TERMS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "wezterm", "contour")
_LINKING_PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby")
# Links are supported since VTE 0.50 (GNOME Terminal and others) and Konsole 20.12.
_LINKING_VTE = 5000
_LINKING_KONSOLE = 201200
_PLAIN = str.maketrans({"─": "-", "…": "...", "→": "->", "’": "'", "·": "-"})


def use_color(choice: ColorChoice, stream: TextIO) -> bool:
    """Return whether to use colour: the option, then FORCE_COLOR, NO_COLOR, TERM=dumb, then terminal or not.

    Variables apply when set and not empty (no-color.org, force-color.org).
    """
    if choice != "auto":
        return choice == "always"
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def use_links(stream: TextIO, *, color: bool) -> bool:
    """Return whether to link files (OSC 8; docs/guide/reports.md): only in colour, on a terminal known to support it.

    FORCE_HYPERLINK enables links on other terminals; 0 disables them everywhere.
    """
    forced = os.environ.get("FORCE_HYPERLINK", "")
    if forced == "0" or not color or not stream.isatty() or os.environ.get("CI"):
        return False
    terminal = os.environ.get("TERM", "")
    if forced:
        return True
    # Multiplexers do not state whether they pass links through.
    if os.environ.get("TMUX") or terminal.startswith(("screen", "tmux", "dumb")):
        return False
    return (
        terminal in _LINKING_TERMS
        or os.environ.get("TERM_PROGRAM") in _LINKING_PROGRAMS
        or any(os.environ.get(name) for name in ("WT_SESSION", "KITTY_WINDOW_ID", "DOMTERM"))
        or _number("VTE_VERSION") >= _LINKING_VTE
        or _number("KONSOLE_VERSION") >= _LINKING_KONSOLE
    )


def _number(variable: str) -> int:
    text = os.environ.get(variable, "")
    return int(text) if text.isascii() and text.isdigit() else 0


def width(stream: TextIO) -> int:
    """Return the columns to use: the terminal's up to a maximum, else COLUMNS, else the default."""
    if stream.isatty():
        return min(shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns, _WIDEST)
    columns = os.environ.get("COLUMNS", "")
    return min(int(columns), _WIDEST) if columns.isdigit() and int(columns) > 0 else DEFAULT_WIDTH


def write_output(text: str) -> None:
    """Write a document to standard output: UTF-8 to pipes and files, the terminal's encoding to a terminal.

    A closed pipe is not an error.

    Raises:
        UsageError: standard output cannot be written, for example because the disk is full.
    """
    try:
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is None:
            sys.stdout.write(text)
        else:
            encoding = (sys.stdout.encoding or "utf-8") if sys.stdout.isatty() else "utf-8"
            if not encoding.lower().startswith("utf"):
                text = text.translate(_PLAIN)
            sys.stdout.flush()
            buffer.write(text.encode(encoding, "replace"))
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
    except OSError as error:
        discard_output()
        raise UsageError(f"standard output cannot be written: {error.strerror or error}") from None


def write_file(name: str, text: str) -> None:
    """Write a document to a file.

    Raises:
        UsageError: the file cannot be written; an old one is unchanged then.
    """
    try:
        write_text(Path(name), text)
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror or error}") from None


def say(text: str) -> None:
    """Print a message about the run to standard error."""
    from checker.report.text.words import clean

    sys.stderr.write(f"sanlint: {clean(text)}\n")
