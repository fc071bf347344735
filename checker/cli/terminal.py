"""What the terminal can do: colour, width, and writing that survives a closed pipe."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Literal, TextIO

from checker.errors import UsageError
from checker.report.base import DEFAULT_WIDTH

ColorChoice = Literal["auto", "always", "never"]
# Longer lines are hard to follow, however wide the window.
_WIDEST = 140
_LINKING_TERMS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "wezterm", "contour")
_LINKING_PROGRAMS = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby")
# VTE 0.50 (GNOME Terminal and others) and Konsole 20.12 began with them.
_LINKING_VTE = 5000
_LINKING_KONSOLE = 201200
_PLAIN = str.maketrans({"─": "-", "…": "...", "→": "->", "’": "'", "·": "-"})


def wants_color(choice: ColorChoice, stream: TextIO) -> bool:
    """Decide on colour: the option, then FORCE_COLOR, NO_COLOR, TERM=dumb, then whether it is a terminal.

    Variables count when they are set and not empty (no-color.org, force-color.org).
    """
    if choice != "auto":
        return choice == "always"
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def wants_links(stream: TextIO, *, color: bool) -> bool:
    """Decide on links to files (OSC 8; docs/terminal.md): only in colour, on a terminal that is known to have them.

    FORCE_HYPERLINK decides for a terminal that isn't known: any value but 0 allows them, 0 forbids them everywhere.
    """
    forced = os.environ.get("FORCE_HYPERLINK", "")
    if forced == "0" or not color or not stream.isatty() or os.environ.get("CI"):
        return False
    terminal = os.environ.get("TERM", "")
    if forced:
        return True
    # A multiplexer would have to pass them on, and doesn't say whether it does.
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
    """Return the columns to use: the terminal's up to a readable line, else COLUMNS, else the default."""
    if stream.isatty():
        return min(shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns, _WIDEST)
    columns = os.environ.get("COLUMNS", "")
    return min(int(columns), _WIDEST) if columns.isdigit() and int(columns) > 0 else DEFAULT_WIDTH


def write_output(text: str) -> None:
    """Write a document to standard output as UTF-8 on pipes and files, in the terminal's encoding on a terminal.

    A closed pipe ends the output quietly.

    Raises:
        UsageError: standard output can't be written, for a full disk for example.
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
        raise UsageError(f"standard output can't be written: {error.strerror or error}") from None


def discard_output() -> None:
    """Let nothing more be written to standard output: further writes, also those at exit, must not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_file(name: str, text: str) -> None:
    """Write a document to a file.

    Raises:
        UsageError: it can't be written.
    """
    try:
        Path(name).write_text(text, encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise UsageError(f"{name} can't be written: {error.strerror or error}") from None


def tell(text: str) -> None:
    """Say something about the run, on standard error."""
    from checker.report.words import clean

    sys.stderr.write(f"sanlint: {clean(text)}\n")
