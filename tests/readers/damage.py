"""Damaged copies of texts: cut, doubled, shuffled, noisy, mixed with others, flattened; the same for the same name."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

_NOISE = "xX#?~\u00a0\u20ac\x00\t :;,{}[]()<>\"'|\\/=-_0fF9\n"


def damaged_copies(texts: Sequence[str], others: Sequence[str], name: str, count: int) -> Iterator[str]:
    """Yield damaged copies of the texts, in turn by every kind of damage, then by several at once."""
    chance = random.Random(name)
    kinds = (
        _cut,
        _lines_dropped,
        _lines_doubled,
        _shuffled,
        _noisy,
        _flattened,
        _prompted,
        _mixed,
        _crlf,
        _bytes_swapped,
    )
    for number in range(count):
        text = chance.choice(list(texts))
        text = kinds[number % len(kinds)](text, chance, others)
        for _ in range(chance.choice((0, 0, 1, 2)) if number >= len(kinds) else 0):
            text = chance.choice(kinds)(text, chance, others)
        yield text


def _cut(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    start = chance.choice((0, 0, chance.randrange(len(text) + 1)))
    return text[start : chance.randrange(start, len(text) + 1)]


def _lines_dropped(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    share = chance.random()
    return "\n".join(line for line in text.split("\n") if chance.random() > share)


def _lines_doubled(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    return "\n".join(line for line in text.split("\n") for _ in range(chance.choice((1, 1, 1, 2, 3))))


def _shuffled(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    lines = text.split("\n")
    chance.shuffle(lines)
    return "\n".join(lines)


def _noisy(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    share = chance.choice((0.002, 0.01, 0.05, 0.2))
    return "".join(chance.choice(_NOISE) if chance.random() < share else c for c in text)


def _flattened(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    lines = (line.strip() if chance.random() < 0.9 else line for line in text.split("\n"))
    return "\n".join(" ".join(line.split()) if chance.random() < 0.5 else line for line in lines)


def _prompted(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    lines = text.split("\n")
    lines.insert(
        chance.randrange(len(lines) + 1),
        chance.choice(("sw1:admin> ", "[root@h:~] exit", "mds# ", "--More--", "===> note")),
    )
    return "\n".join(lines)


def _mixed(text: str, chance: random.Random, others: Sequence[str]) -> str:
    other = chance.choice(list(others)).split("\n")
    lines = text.split("\n")
    at = chance.randrange(len(lines) + 1)
    start = chance.randrange(len(other))
    return "\n".join([*lines[:at], *other[start : start + chance.randrange(1, 30)], *lines[at:]])


def _crlf(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    return text.replace("\n", "\n\n") if chance.random() < 0.5 else text.replace("  ", "\t")


def _bytes_swapped(text: str, chance: random.Random, _others: Sequence[str]) -> str:
    letters = list(text)
    for _ in range(chance.randrange(1, 20)):
        if len(letters) > 1:
            a, b = chance.randrange(len(letters)), chance.randrange(len(letters))
            letters[a], letters[b] = letters[b], letters[a]
    return "".join(letters)
