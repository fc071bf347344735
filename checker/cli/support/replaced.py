"""Notes on standard error about options: spellings that were replaced and still work, and those that look like a slip."""

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
    remark(f"{old} is now {new}; the old spelling still works")


def remark(text: str) -> None:
    """Remember a note for the end of the run."""
    _notes[text] = None


def take_notes() -> list[str]:
    """Return each note of this run once, and forget them."""
    found = list(_notes)
    _notes.clear()
    return found
