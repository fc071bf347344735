"""The name of a file without suffix and date, divided into words of classes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

_UNNAMED = frozenset({"command", "side"})
Token = tuple[str, str, int, int]
"""Class (name, command, number, object, side: which controller of an array), text in lower case, start and end of a word."""


def abbreviates(word: str, command: Set[str]) -> bool:
    """Return whether a word is short for words of a command: val for validate, dd for distributed devices, vd for lsvdisk."""
    initials = Counter(own[0] for own in command if own.isalpha())
    return word.isalpha() and (
        (len(word) > 1 and any(len(own) > len(word) + 1 and word in own for own in command))
        or (1 < len(word) < 5 and not Counter(word) - initials)
    )


@dataclass(frozen=True)
class Stem:
    """The name of a file without suffix and date.

    Attributes:
        text: the name.
        tokens: the words.
        foreign: words of commands that are neither of the file's own command nor say what is exported.
    """

    text: str
    tokens: tuple[Token, ...]
    foreign: frozenset[str] = frozenset()

    @property
    def span(self) -> tuple[int, int] | None:
        """Start and end of the part that may name a machine: without commands, objects and numbers at its ends."""
        tokens = list(self.tokens)
        while tokens and tokens[0][0] != "name":
            tokens.pop(0)
        while tokens and next((kind for kind, *_ in reversed(tokens) if kind != "number"), None) != "name":
            tokens.pop()
        return (tokens[0][2], tokens[-1][3]) if tokens else None

    @property
    def objects(self) -> tuple[str, ...]:
        """The words that say what is exported, in order."""
        return tuple(word for kind, word, *_ in self.tokens if kind == "command" and word not in self.foreign)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers, in order."""
        return tuple(word for kind, word, *_ in self.tokens if kind == "number")

    @property
    def counters(self) -> tuple[Token, ...]:
        """The numbers after the last word of a command at the end of the name: db01_multipath_2, db01_lsblk.log.1."""
        kept = [token for token in self.tokens if token[0] != "object"]
        after = next((n for n, token in enumerate(reversed(kept)) if token[0] != "number"), 0)
        return tuple(kept[len(kept) - after :]) if after and kept[-after - 1][0] == "command" else ()

    @property
    def sides(self) -> tuple[str, ...]:
        """Which controller of an array the file may be of, by letter or number; it may as well be which array."""
        return tuple(word for kind, word, *_ in self.tokens if kind == "side")

    def naming(self, words: Set[str]) -> Stem:
        """Return the stem with these words as names."""
        tokens = tuple(
            ("name" if kind != "object" and word in words else kind, word, start, end)
            for kind, word, start, end in self.tokens
        )
        return Stem(self.text, tokens, self.foreign - words)

    def naming_at(self, position: int) -> Stem:
        """Return the stem with the word that starts at this position as a name."""
        tokens = tuple(("name" if token[2] == position else token[0], *token[1:]) for token in self.tokens)
        return Stem(self.text, tokens, self.foreign)

    def after_commands(self) -> tuple[Token, ...]:
        """The words of names that follow a word of a command without anything between: t and db01 in lsscsi_t_db01."""
        found: list[Token] = []
        follows = False
        for token in self.tokens:
            if follows and token[0] == "name":
                found.append(token)
            follows = token[0] == "command" or (follows and token[0] == "name")
        return tuple(found)

    def letters_after(self, program: str) -> frozenset[Token]:
        """The single letters that follow a program: d and v in showhost_d_v_arr1."""
        found: set[Token] = set()
        follows = False
        for token in self.tokens:
            is_letter = len(token[1]) == 1 and token[1].isalpha() and token[0] in ("name", "command", "side")
            if follows and is_letter and token[0] != "command":
                found.add(token)
            follows = bool(program) and (token[1] == program or (follows and is_letter))
        return frozenset(found)

    def without(self, words: Set[Token]) -> Stem:
        """Return the stem with these words as words of commands."""
        tokens = tuple(("command", *token[1:]) if token in words else token for token in self.tokens)
        return Stem(self.text, tokens, self.foreign)

    def without_names(self) -> Stem:
        """Return the stem with its names as words of commands."""
        tokens = tuple(
            ("command" if kind == "name" else kind, word, start, end) for kind, word, start, end in self.tokens
        )
        return Stem(self.text, tokens, self.foreign)

    @property
    def name(self) -> str:
        """The part that may name a machine; empty if there is none."""
        span = self.span
        return self.part(*span) if span else ""

    @property
    def bare(self) -> str:
        """The part that may name a machine, without the words of the file's own command in it: db01__lsblk__v2 is db01_v2."""
        start, end = self.span or (0, 0)
        result, last = "", start
        for kind, word, begin, stop in self.tokens:
            if start <= begin < end and (kind not in _UNNAMED or word in self.foreign):
                between = self.text[last:begin]
                result += (between if not re.search(r"\w\w", between) else "_") + self.text[begin:stop]
                last = stop
        return result

    def part(self, start: int, end: int) -> str:
        """Return a part of the name with the bracket after it: ``db01 (1)``."""
        return self.text[start : end + (self.text[end : end + 1] == ")" and "(" in self.text[start:end])]
