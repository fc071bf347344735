"""Is a value in the text it was read from? Normalised spellings and units count; anything else is invented.

Some values follow from the format and are never in the text: what a reader writes for whole samples without it being
there is such a constant. Rows without a name are named after the owner and the line.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import cached_property

from checker.facts.kinds import kinds
from checker.readers.toolkit.base import ReadResult

_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_EXPONENT = re.compile(r"[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]{1,3}")
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]{1,16}")
_FACTORS = (
    1, 512, 520, 1e3, 1024, 1e6, 2**20, 1e9, 2**30, 1e12, 2**40, 1e15, 2**50, 1e18, 2**60, 60, 3600, 86400, 7, 10, 100, 8, 0.1, 0.01, 1e-3,
    1 / 512, 1 / 1024, 1e-6, 0.5, 2, 4096, 8192, 1 / 8, 1e-9, 48, 64, 960,
)  # fmt: skip
_IDENTITY = re.compile(
    r"(?:.*_)?(?:wwpn|wwnn|wwn|serial|fcid)$|^(?:device|host|switch|alias|zone|zone_set|member|member_name|view|storage_volume"
    r"|virtual_volume|volume_name|vplex_device|extent|datastore|guest|initiator_name|port|hctl|path_name|array_device|peer_switch)$"
)
"""Columns that say which thing it is; there a value from elsewhere would join what does not belong together."""
_PREFIX = re.compile(r"^(?:naa\.|eui\.|block:)(?:mapper/|vx/dmp/)?")
_UNKNOWN_KEY = re.compile(r"the unknown key '(.*?)'(?:; did you mean .*)?\Z")
_NUMBERED = re.compile(r"(?:0x|host|PhysicalDrive|slot |node)?([0-9a-f]{1,8})", re.IGNORECASE)
_JOINED = re.compile(r" and | but \w+ has | to ")
_PLAIN = re.compile(r"[^0-9a-z]+")
_KIND_WORD = re.compile(r"^(?:hgroup|host group|host) (?=\S)")
"""What readers put before the name of a group or the number of a host, where both could be called alike."""
_VENDOR_DIGITS = 8
"""An NAA name of type 6 is the vendor's digits and then a serial number, which is what some exports print."""
_DEFAULT_IO_BYTES = "4096"
_BOUND = re.compile(r".*_(?:low|high)_bytes$")
_UNITS = tuple(float(base**power) for base in (1000, 1024) for power in (1, 2, 3, 4, 5))
"""Units of printed sizes in bytes; a size that is rounded to whole units is an interval of at most one unit to either side."""
_RATE = re.compile(r"(?:.*_)?(?:iops|mbps)$")
"""Rates of a load are sums over reads and writes and means over intervals: no figure of the text has to be near them."""
_DEFAULTS: dict[tuple[str, str], object] = {
    ("test_run", "io_bytes"): 4096,
    ("test_run", "block_align_bytes"): 4096,
    ("test_run", "runtime_seconds"): 30.0,
}
"""What vdbench does where a plan says nothing (vdbench users guide: xfersize, elapsed)."""


class Text:
    """A text, and what may count as a value in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lower = text.lower()

    @cached_property
    def plain(self) -> str:
        return _PLAIN.sub("", self.lower)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_PLAIN.sub(" ", self.lower).split())

    @cached_property
    def numbers(self) -> frozenset[float]:
        found: set[float] = set()
        # A quotation mark that damage put into a number is none of it: CSV joins what stands on both sides.
        for token in (*_NUMBER.findall(self.text), *_NUMBER.findall(self.text.replace('"', ""))):
            for spelled in {
                token,
                token.replace(",", ""),
                token.replace(".", ""),
                token.replace(",", "."),
                *re.split("[.,]", token),
            }:
                try:
                    found.add(float(spelled))
                except ValueError:
                    continue
        found.update(float(token) for token in _EXPONENT.findall(self.text))
        for token in _HEX.findall(self.text):
            found.add(float(int(token.removeprefix("0x"), 16)))
        return frozenset(found)

    @cached_property
    def spelled(self) -> bytes:
        """What hexadecimal digits spell, as Windows writes ids of disks, in lower case; wherever the first character begins."""
        runs = re.findall("[0-9a-f]{32,}", self.plain)
        starts = [run[start:] for run in runs for start in (0, 1)]
        return b" ".join(bytes.fromhex(run[: len(run) // 2 * 2]).lower() for run in starts)

    def contains_text(self, value: str) -> bool:
        if value.lower() in self.lower:
            return True
        plain = _PLAIN.sub("", value.lower())
        if not plain or plain in self.plain:
            return True
        words = _PLAIN.sub(" ", value.lower()).split()
        return all(word in self.words or word in self.plain for word in words)

    def contains_number(self, value: float) -> bool:
        if value in (0, 1, -1) or abs(value) <= self.text.count("\n") + 1:
            return True
        near = self.numbers
        for factor in _FACTORS:
            base = value / factor
            if base in near or round(base) in near or round(base, 3) in near or round(base, 6) in near:
                return True
        return any(
            abs(number) > 0
            and (
                self._multiple(value, number)
                or round(value - number, 6) in near
                # What is used is the capacity in MiB less what is free.
                or value / 2**20 + number in near
            )
            for number in near
        )

    def _multiple(self, value: float, number: float) -> bool:
        # Of what is reckoned, products of block counts and sizes and sums of two figures are known here, and no more.
        ratio = value / number
        if ratio != int(ratio):
            return False
        usual = (512, 520, 1024, 4096, 2**20, 2**30, 960 * 1024, 64 * 1024)
        return int(ratio) in usual or (100 < ratio <= 65_536 and ratio in self.numbers)

    def rounds(self, bound: float) -> bool:
        """Whether a size in the text, rounded to whole units, may be as much as this."""
        return any(number >= 1 and abs(bound - number * unit) <= unit for number in self.numbers for unit in _UNITS)

    def contains_identity(self, digits: str) -> bool:
        """Whether hex digits occur in another form: in decimal, as bytes, as characters, or without the vendor's part."""
        try:
            raw = bytes.fromhex(digits)
        except ValueError:
            return False
        if len(raw) == 8:
            unsigned = int(digits, 16)
            # Signed numbers of 64 bits print names that begin with 8 to f as negative.
            return {float(unsigned), float(2**64 - unsigned)} & self.numbers != set() or (
                self._contains_bytes(raw) or digits.encode() in self.spelled
            )
        if len(raw) != 16:
            return False
        if digits.startswith("600c0ff000") and self.contains_text(f"00c0ff{digits[10:16]}0000{digits[16:]}"):
            # Dot Hill arrays print the serial number of a volume, which has the same digits in another order.
            return True
        serial = digits[_VENDOR_DIGITS:]
        characters = raw[_VENDOR_DIGITS // 2 :].decode("latin-1").lower()
        return self.contains_text(serial) or characters in self.lower or digits.encode().hex() in self.plain

    def _contains_bytes(self, raw: bytes) -> bool:
        return re.search(r"\b" + r"\D{1,4}".join(str(byte) for byte in raw) + r"\b", self.text) is not None


class Invented:
    """Values that a reader writes without their being in the text, because the format says so."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str, str]] = set()
        self._free: set[tuple[str, str]] = set()
        self._words: set[str] = set()
        self._literals: frozenset[str] = frozenset()

    def know(self, literals: frozenset[str]) -> None:
        """Take texts of the readers' own code as right where they name no thing, such as the words of a table of states."""
        self._literals = literals

    def learn(self, result: ReadResult, text: Text) -> None:
        """Take what the reader writes for a whole sample as right; columns of reckoned numbers are left alone."""
        for kind, column, value in _values(result):
            if isinstance(value, str) and (not _IDENTITY.match(column) or not text.contains_text(value)):
                self._known.add((kind, column, value))
                self._words.update(_PLAIN.sub(" ", value.lower()).split())
            elif isinstance(value, (int, float)) and not text.contains_number(value):
                self._free.add((kind, column))

    def covers(self, kind: str, column: str, value: object) -> bool:
        """TRUE if the value is one of the format's own, or its column holds reckoned numbers."""
        if (
            (kind, column) in self._free
            or (kind == "workload" and _RATE.match(column))
            or _DEFAULTS.get((kind, column)) == value
        ):
            return True
        if isinstance(value, str) and not _IDENTITY.match(column):
            word = value.lower()
            if word in self._literals or word.rstrip("0123456789") in self._literals:
                return True
        return (kind, column, str(value)) in self._known

    def composed(self, column: str, value: str, text: Text) -> bool:
        """TRUE if a text that names no thing is made of words of the text and words of the format."""
        words = _PLAIN.sub(" ", value.lower()).split()
        return not _IDENTITY.match(column) and all(word in self._words or text.contains_text(word) for word in words)


def _values(result: ReadResult) -> list[tuple[str, str, object]]:
    found: list[tuple[str, str, object]] = []
    for chunk in result.observations.chunks():
        for column, values in zip(chunk.columns, chunk.values, strict=True):
            found.extend((chunk.kind, column, value) for value in values if value is not None)
    return found


def invented(
    result: ReadResult, text: Text, constants: Invented, owner: str = "owner1"
) -> list[tuple[str, str, object]]:
    """Return the values (kind, column, value) that neither the text holds nor the format explains."""
    found = []
    for kind, column, value in _values(result):
        # A bad value is kept with what it is about and where it stands, in the words of the model.
        if kind == "bad_value" and column != "value":
            continue
        if isinstance(value, bool) or kinds()[kind].column(column).values:
            continue
        if isinstance(value, datetime):
            seconds = value.timestamp()
            right = (
                f"{value.year % 100:02}" in text.text
                or text.contains_number(seconds)
                or text.contains_number(seconds * 1000)
            )
        elif isinstance(value, str):
            # Around a key that sanlint does not know are its own words.
            key = _UNKNOWN_KEY.match(value) if kind == "bad_value" else None
            stated = key[1] if key else value
            stripped = _PREFIX.sub("", stated.replace(owner, "")).strip().removeprefix("to ")
            right = not stripped or text.contains_text(stripped) or constants.composed(column, stripped, text)
            # A domain or address may be printed in one base and kept in another; two values may be printed as one.
            right = right or (stripped.isdigit() and text.contains_number(float(stripped)))
            right = right or (column == "fcid" and float(int(value, 16)) in text.numbers)
            # A type id gets its leading zero, a disk number its name.
            right = right or bool(
                (part := _NUMBERED.fullmatch(stripped)) and text.contains_number(float(int(part[1], 16)))
            )
            right = right or all(text.contains_text(_PREFIX.sub("", part)) for part in _JOINED.split(stripped))
            if not right and _IDENTITY.match(column):
                right = text.contains_identity(stripped) or text.contains_text(_KIND_WORD.sub("", stripped))
            elif not right and column.endswith("_mix"):
                sizes = [word for word in re.split("[^0-9]+", stripped) if word]
                right = all(word == _DEFAULT_IO_BYTES or text.contains_number(float(word)) for word in sizes)
        else:
            assert isinstance(value, (int, float))
            right = text.contains_number(float(value)) or (_BOUND.match(column) is not None and text.rounds(value))
        if not right and not constants.covers(kind, column, value):
            found.append((kind, column, value))
    return found
