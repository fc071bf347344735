"""The nearest right word for a wrong one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], likeness: float = 0.55) -> str | None:
    """Return the known word most like ``word``, or None if none is like it (``likeness``, 0 to 1)."""
    import difflib

    choices = sorted(set(known))
    lowered = {choice.lower(): choice for choice in reversed(choices)}
    query = word[:200].lower()
    matches = difflib.get_close_matches(query, lowered, n=20, cutoff=likeness)
    if not matches:
        return None
    # Among equals prefer one with the same letters (PHT001), else the first: PTH03 is more likely missing a zero.
    ratios = {match: difflib.SequenceMatcher(None, match, query).ratio() for match in matches}
    return lowered[min(matches, key=lambda match: (-ratios[match], sorted(match) != sorted(query), match))]


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """Return a message that ``word`` is not a known ``what``, with the nearest known words, or all of them if few."""
    choices = sorted(set(known))
    shown = printable(word)
    near = nearest(word, choices)
    if near is not None:
        return f"unknown {what} {shown!r}; did you mean {near!r}?"
    # A part of a long word is not like the whole: stig, disa-san-stig.
    containing = [choice for choice in choices if len(word) > 2 and word.lower() in choice.lower()]
    if 0 < len(containing) <= 5:
        return f"unknown {what} {shown!r}; did you mean {' or '.join(map(repr, containing))}?"
    if choices and len(choices) <= 12:
        return f"unknown {what} {shown!r}; known: {', '.join(choices)}"
    return f"unknown {what} {shown!r}"


def printable(word: str, length: int = 60) -> str:
    """Shorten a word from a file and replace characters that a terminal would interpret."""
    clean = "".join(char if char.isprintable() else "\ufffd" for char in word)
    return clean if len(clean) <= length else clean[: length - 1] + "…"
