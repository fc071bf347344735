"""Spellings of options that were replaced: they still work, and a note on standard error gives the current one."""

from __future__ import annotations

_NAMES = {"output-format": "format", "output-file": "output"}
_notes: dict[str, None] = {}


def current_name(name: str) -> str:
    """Return the current name of an option or command, without dashes."""
    if name in _NAMES:
        note(f"--{name}", f"--{_NAMES[name]}")
    return _NAMES.get(name, name)


def note(old: str, new: str) -> None:
    """Remember that a replaced spelling was used."""
    _notes[f"{old} is now {new}; the old spelling still works"] = None


def take_notes() -> list[str]:
    """Return each note of this run once, and forget them."""
    found = list(_notes)
    _notes.clear()
    return found
