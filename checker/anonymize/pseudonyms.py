"""Stand-ins: random, of the same shape, and exactly one for each original; and the map that stores them.

The map stays with the person who created it. Only the map can reverse the anonymisation, and with it a later bundle of
the same site gets the same stand-ins.
"""

from __future__ import annotations

import json
import re
import secrets
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.anonymize.vocabulary import pieces, protected_words
from checker.errors import UsageError
from checker.intake.owners.words.path_words import command_words

MAP_VERSION = 1
_CONSONANTS = "bdfghjklmnprstvwz"
_VOWELS = "aeiou"
_NOT_HEX = frozenset("ghjklmnoprstuvwz")
_TRIES = 400
_LONG = 16
_PUBLIC_TOP = 223
_YEAR = re.compile(r"(?:19|20)[0-9]{2}\Z|20[0-9]{2}(?:0[1-9]|1[0-2])[0-3][0-9]\Z")

Tables = dict[str, dict[str, str]]


def is_date(digits: str) -> bool:
    """Return TRUE for a year or a day in digits; dates identify nothing, and files are ordered by them."""
    return _YEAR.match(digits) is not None


@dataclass
class Pseudonyms:
    """All stand-ins of one site, in tables: ``words``, ``digits``, ``serials``, ``hex …`` and ``octet …``.

    ``taken`` are words that cannot become stand-ins because they occur unchanged; ``reserved`` is the same by table.
    If ``frozen`` is set, nothing is added: originals that are in no table stay (for undoing) and are added to
    ``reserved``.
    """

    tables: Tables = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    frozen: bool = False
    reserved: dict[str, set[str]] = field(default_factory=dict, repr=False)
    _used: dict[str, set[str]] = field(default_factory=dict, repr=False)

    def word(self, word: str) -> str:
        """Return the stand-in of a word in lower case."""
        return self._pseudonym("words", word, lambda tries: self._new_word(len(word), tries))

    def short(self, word: str) -> str:
        """Return the stand-in of one or two letters, where even those can identify a person."""
        return self._pseudonym("short", word, lambda _: _some(string.ascii_lowercase, len(word)), _is_no_command)

    def machine(self, letters: str) -> str:
        """Return the stand-in of the leading letters of a machine's name without other words, such as esx05."""

        def fresh(tries: int) -> str:
            return self._new_word(len(letters), tries) if len(letters) > 2 else _some(_CONSONANTS, 2)

        return with_case(self._pseudonym("machines", letters.lower(), fresh, _is_no_command), letters)

    def digits(self, digits: str) -> str:
        """Return the stand-in of a run of digits; leading zeros and dates stay."""
        if is_date(digits) or not digits.strip("0"):
            return digits
        zeros = len(digits) - len(digits.lstrip("0"))

        def fresh(_: int) -> str:
            rest = len(digits) - zeros
            return "0" * zeros + secrets.choice("123456789") + _some("0123456789", rest - 1)

        return self._pseudonym(f"digits {len(digits)} {zeros}", digits, fresh, lambda new: not is_date(new))

    def serial(self, serial: str) -> str:
        """Return the stand-in of a serial number in upper case; the prefix that identifies vendor and model stays."""
        kept = serial_front(serial)
        rest = serial[kept:]

        def fresh(_: int) -> str:
            return serial[:kept] + "".join(_alike(char) for char in rest)

        def fits(new: str) -> bool:
            # A number that JSON prints without quotes must not begin with a zero.
            return (new[0] == "0") == (serial[0] == "0")

        return self._pseudonym("serials", serial, fresh, fits)

    def hex(self, kind: str, digits: str, whole: bool = False) -> str:
        """Return the stand-in of hex digits in lower case, drawn from the table ``kind``.

        Leading zeros stay, except with ``whole``: few numbers have them, so they would identify the original.
        """
        zeros = 0 if whole else len(digits) - len(digits.lstrip("0"))
        if not whole and (zeros == len(digits) or not digits.strip("f")):
            return digits

        def fresh(_: int) -> str:
            rest = len(digits) - zeros
            return "0" * zeros + secrets.choice("123456789abcdef") + _some("0123456789abcdef", rest - 1)

        def fits(new: str) -> bool:
            # A number with a letter keeps one; otherwise the whole might be read as a plain number.
            return bool(new.strip("f")) and (digits.isdigit() or not new.isdigit())

        return self._pseudonym(f"hex {kind} {len(digits)} {'whole' if whole else zeros}", digits, fresh, fits)

    def octet(self, before: str, octet: str) -> str:
        """Return the stand-in of an octet of an address, below the (original) octets before it."""
        number = int(octet)
        if number in (0, 255):
            return octet
        low, high = ((1, 9), (10, 99), (100, 254 if before else _PUBLIC_TOP))[len(octet) - 1]

        def fresh(_: int) -> str:
            return str(low + secrets.randbelow(high - low + 1))

        return self._pseudonym(
            f"octet {before}", octet, fresh, lambda new: bool(before) or new not in ("127", "172", "192")
        )

    def assign(self, table: str, original: str) -> str:
        """Return the stand-in of an original for which another process looked in vain in a table."""
        kind, _, rest = table.partition(" ")
        if kind == "hex":
            name, _, zeros = rest.rpartition(" ")
            return self.hex(name.rpartition(" ")[0], original, whole=zeros == "whole")
        if kind == "octet":
            return self.octet(rest, original)
        new_of = {
            "words": self.word,
            "short": self.short,
            "machines": self.machine,
            "digits": self.digits,
            "serials": self.serial,
        }
        return new_of[kind](original)

    def _pseudonym(
        self, table: str, original: str, fresh: Callable[[int], str], fits: Callable[[str], bool] = lambda _: True
    ) -> str:
        entries = self.tables.setdefault(table, {})
        known = entries.get(original)
        if known is not None:
            return known
        reserved = self.reserved.setdefault(table, set())
        if self.frozen:
            reserved.add(original)
            return original
        used = self._used.get(table)
        if used is None:
            used = self._used[table] = set(entries.values())
        for tries in range(_TRIES):
            new = fresh(tries)
            # Avoid the original itself, and originals from elsewhere, while there is another choice.
            plain = new != original and new not in entries and new not in reserved
            if new not in used and fits(new) and (plain or tries > _TRIES // 2):
                break
        else:
            new = original if original not in used else self._any_left(original, used)
        entries[original] = new
        used.add(new)
        return new

    def _any_left(self, original: str, used: set[str]) -> str:
        """Return the first free text of this shape if random draws fail; the space of three letters is that small."""
        alphabet = string.ascii_lowercase if original.isalpha() else string.digits
        count = len(alphabet) ** len(original)
        start = secrets.randbelow(count)
        for step in range(min(count, 1_000_000)):
            number, text = (start + step) % count, ""
            for _ in original:
                number, digit = divmod(number, len(alphabet))
                text += alphabet[digit]
            if text not in used and text not in self.taken:
                return text
        raise UsageError(f"there are more names of {len(original)} characters than pseudonyms of that length")

    def _new_word(self, length: int, tries: int) -> str:
        while True:
            plain = tries < _TRIES // 2 and length <= _LONG
            word = (
                _pronounceable(length)
                if plain
                else _some(_CONSONANTS if length > _LONG else string.ascii_lowercase, length)
            )
            if not self._is_taken(word):
                return word
            tries += 1
            if tries > 4 * _TRIES:
                return self._any_left(word, self._used.get("words", set()))

    def _is_taken(self, word: str) -> bool:
        known = protected_words()
        if (
            word in self.taken
            or not _is_no_command(word)
            or pieces(word, known) != [(word, True)]
            or not _NOT_HEX.intersection(word)
        ):
            return True
        if len(word) > _LONG:
            return False
        # Formats search for some words inside others: a long one must not occur by chance.
        return any(
            word[start:end] in known
            for start in range(len(word) - 3)
            for end in range(start + 4, len(word) + (start > 0))
        )

    def inverse(self) -> Pseudonyms:
        """Return the reverse mapping: keys and values swapped, octets keyed by the new octets before them."""
        turned: Tables = {}
        for name, entries in self.tables.items():
            kind, _, before = name.partition(" ")
            new_name = f"{kind} {self._new_octets(before)}" if kind == "octet" else name
            turned.setdefault(new_name, {}).update({new: old for old, new in entries.items()})
        return Pseudonyms(turned, frozen=True)

    def _new_octets(self, before: str) -> str:
        path: list[str] = []
        parts = before.split(".") if before else []
        for index, part in enumerate(parts):
            table = self.tables.get(f"octet {'.'.join(parts[:index])}", {})
            path.append(table.get(part, part))
        return ".".join(path)

    def as_json(self, names: Mapping[str, str], files: Mapping[str, str]) -> str:
        """Return the map as text; ``names`` and ``files`` (new to old) are included for people to look up."""
        return json.dumps(
            {
                "sanlint_map": MAP_VERSION,
                "note": "Private. Maps every pseudonym back to its original.",
                "names": dict(sorted(names.items())),
                "files": dict(sorted(files.items())),
                "tables": {name: self.tables[name] for name in sorted(self.tables) if self.tables[name]},
            },
            indent=1,
            ensure_ascii=False,
        )


def read_map(text: str, name: str) -> Pseudonyms:
    """Read the map of an earlier run.

    Raises:
        UsageError: the text is not a map.
    """
    try:
        document: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise UsageError(f"{name}: not a pseudonym map (invalid JSON)") from None
    if not isinstance(document, dict) or document.get("sanlint_map") != MAP_VERSION:
        raise UsageError(f'{name}: not a pseudonym map ("sanlint_map": {MAP_VERSION} is missing)')
    tables = document.get("tables")
    if not isinstance(tables, dict) or not all(
        isinstance(entries, dict)
        and all(isinstance(value, str) and len(value) == len(key) for key, value in entries.items())
        and len(set(entries.values())) == len(entries)
        for entries in tables.values()
    ):
        raise UsageError(f"{name}: the pseudonym map is damaged")
    return Pseudonyms({str(key): dict(entries) for key, entries in tables.items()})


def with_case(new: str, original: str) -> str:
    """Return a stand-in in lower case with capitals where the original has them."""
    if original.islower():
        return new
    if original.isupper():
        return new.upper()
    return "".join(a.upper() if b.isupper() else a for a, b in zip(new, original, strict=True))


def serial_front(serial: str) -> int:
    """Return the length of a serial number's vendor or model prefix: letters, zeros, Symmetrix models."""
    if re.fullmatch(r"000[0-9]{9}", serial):
        return 6
    found = re.match(r"[A-Z]{0,4}0*", serial)
    kept = found.end() if found else 0
    return kept if kept <= len(serial) - 3 else 0


def _alike(char: str) -> str:
    if char.isdigit():
        return secrets.choice(string.digits)
    return secrets.choice(string.ascii_uppercase) if char.isalpha() else char


def _is_no_command(word: str) -> bool:
    """Return whether a word can be part of the name of a machine: in the name of a file, that of a command is not."""
    return word not in command_words()


def _some(alphabet: str, count: int) -> str:
    return "".join(secrets.choice(alphabet) for _ in range(count))


def _pronounceable(length: int) -> str:
    start = secrets.randbelow(2)
    return "".join(secrets.choice(_CONSONANTS if (start + place) % 2 == 0 else _VOWELS) for place in range(length))
