"""``Key: value`` listings as esxcli prints them, also as copied from blogs and wikis; shared by the ESXi readers.

A record is a line with a name (device id or path UID) and indented ``Key: value`` lines below. Pasted text may have lost
its indentation, its blank lines and even the name lines, so a record also begins where a key repeats. All other
lines are prompts and rulers (ignored), the rest of a wrapped value, or unread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.records import TextRow

ONE_DEVICE = r"\s(?:-d|--device)[ =]*[\"']?(?![\"'$])\S"
"""Arguments of esxcli that limit a list to one device; one in a variable comes from a loop over all of them."""
ONE_PATH = r"\s(?:-p|--path)[ =]*[\"']?(?![\"'$])\S"
"""Arguments of esxcli that limit a list to one path."""
DEVICE_LINE = r"^[\"']?(?:naa|eui|t10|mpx|uuid|vml)\.[^\s\"']{1,250}[\"']?[ ]?:?[ \t]*\n"
"""Line with nothing but the name of a device; a record of a list begins with it."""
_DEVICE_NAME = re.compile(r"[\"']?((?:naa|eui|t10|mpx|uuid|vml)\.[^\s\"']+)[\"']?\Z", re.IGNORECASE)
_PATH_NAME = re.compile(r"[A-Za-z0-9]{1,20}\.[^\s=-]*-[^\s=]*\Z")
_NOISE = re.compile(
    r"\s*(?:\[[^\]\n]{1,80}\]|[\w.@:~/-]{0,60}\s?[#$>%])(?:\s|\Z)"  # prompts: [root@esx01:~]  ~ #  esx01:~ #  $
    r"|[-=+_*~.|`\s]{2,}\Z"  # rulers, code fences
    r"|\s*(?:===|//|\#|;|>|<[^<>\n]{0,200}>\s*\Z)"  # comments, quotation marks and html tags of copied pages
    r"|.*\b(?:esxcli|localcli|esxcfg-\w+|vicfg-\w+|partedUtil)\s"  # an echoed command without its prompt
)
_PAIR = re.compile(r"([A-Za-z][A-Za-z0-9 /_.()?-]{0,60}?)\s*:(?:\s+(.*))?\Z")
SplitLine = Callable[[str], list[tuple[str, str]] | None]
"""Returns the keys and values of a line that contains several; None for other lines."""
_PATH_LIST = re.compile(r"vmhba\d+:[vmhbaCTL\d:, ]*\Z")


def device_name(line: str) -> str | None:
    """Return the device id of a line that contains only the id, optionally followed by a colon; None for other lines."""
    found = _DEVICE_NAME.match(line.strip().removesuffix(":").rstrip())
    return found.group(1) if found else None


def path_name(line: str) -> str | None:
    """Return the path UID of a line that contains only the UID; None for other lines.

    `vm-support` bundles print a colon after it (formats-hosts.md section 1.3 shows the plain form).
    """
    text = line.strip().removesuffix(":")
    return text if _PATH_NAME.match(text) else None


def is_noise(line: str) -> bool:
    """Return TRUE for a prompt, an echoed command, a ruler or a comment."""
    return not line.strip() or bool(_NOISE.match(line))


@dataclass
class Record(TextRow):
    """One record: its line, value and line of each key in lower case, and its name line (None if it was lost)."""

    EMPTY: ClassVar[frozenset[str]] = frozenset(("",))

    name: str | None = None

    def get(self, key: str) -> str | None:
        """Return the value of one key; faster than ``text``, for lists of many thousand paths."""
        return self.values.get(key) or None


class RecordReader:
    """Turns lines into whole records.

    ``keys`` are the known keys in lower case, ``name`` recognises name lines. ``needed`` are the keys of every complete
    record; a last record without one of them shows that the text is cut.
    """

    def __init__(
        self,
        out: Writer,
        keys: Collection[str],
        name: Callable[[str], str | None] | None,
        needed: Collection[str],
        split_line: SplitLine | None = None,
        same_ending: bool = True,
    ) -> None:
        self._out = out
        self._keys = keys
        self._name = name
        self._needed = frozenset(needed)
        self._split_line = split_line
        self._record: Record | None = None
        self._last_key: str | None = None
        self._expected: frozenset[str] | None = None
        # Where most records are read elsewhere, the endings of the others prove nothing.
        self._same_ending = same_ending
        # The keys that records end with, and how many records ended so far.
        self._endings: set[str] = set()
        self._whole = 0

    def feed(self, line: int, text: str) -> Record | None:
        """Add one line; return the previous record if the line begins a new one."""
        text = text.strip()
        if not text:
            return None
        several = self._split_line(text) if self._split_line else None
        if several:
            finished = None
            for key, value in several:
                finished = self._take(line, key, value) or finished
            return finished
        pair = _PAIR.match(text)
        if pair:
            key = " ".join(pair.group(1).lower().split())
            if key in self._keys:
                # Markdown escapes underscores, and no value of ESXi has a backslash before one.
                return self._take(line, key, (pair.group(2) or "").replace("\\_", "_"))
        named = self._name(text) if self._name else None
        if named:
            finished = self.close()
            self._record = Record(line, name=named)
            return finished
        if not self._continues(text) and not is_noise(text):
            self._out.unread(line)
        return None

    def close(self) -> Record | None:
        """Return the current record, if any, and start over."""
        finished, last_key = self._record, self._last_key
        self._record = self._last_key = None
        if finished is not None:
            self._expected = self._needed & finished.values.keys()
            if last_key is not None:
                self._endings.add(last_key)
                self._whole += 1
        return finished

    def close_before_whole(self) -> Record | None:
        """Return the current record, if any; the next record is a whole one that is read elsewhere."""
        finished = self.close() if self._record is not None else None
        self._expected = self._needed
        return finished

    def others_end(self, key: str, records: int) -> None:
        """Count whole records that are read elsewhere, and remember the key they end with."""
        self._endings.add(key)
        self._whole += records

    def finish(self, ends_cut: bool) -> Record | None:
        """Return the last record; add a note if the text ends inside it.

        ``ends_cut`` is TRUE if the last line has no line end: the value on that line of an incomplete record may be
        cut and is dropped.
        """
        record, last_key = self._record, self._last_key
        if record is None:
            return None
        expected = self._needed if self._expected is None else self._expected
        if self._same_ending and self._whole > 1 and len(self._endings) == 1:
            # All others end with the same key.
            expected = expected | self._endings
        self.close()
        missing = sorted(expected - record.values.keys())
        if missing:
            self._out.ends_inside_record = True
            shown = record.name or next(iter(record.values.values()), "?")
            keys = ", ".join(map(repr, missing))
            self._out.note(record.line, f"truncated: the record of {shown[:120]} is missing {keys}")
            if ends_cut and last_key is not None:
                record.values.pop(last_key, None)
            elif ends_cut and record.name is not None:
                return None
        return record

    def _take(self, line: int, key: str, value: str) -> Record | None:
        finished = None
        record = self._record
        if record is not None and key in record.values:
            if key == self._last_key and record.values[key] == value:
                return None  # the same line twice
            finished = self.close()
            record = None
        if record is None:
            record = self._record = Record(line)
        record.values[key] = value
        record.lines[key] = line
        self._last_key = key
        return finished

    def _continues(self, text: str) -> bool:
        """Append the rest of a wrapped value: text inside braces, or more runtime names."""
        record, key = self._record, self._last_key
        if record is None or key is None:
            return False
        value = record.values[key]
        if value.count("{") > value.count("}") and len(value) < 4096:
            record.values[key] = f"{value} {text}"
            return True
        if _PATH_LIST.match(text) and (value.endswith(",") or not value):
            record.values[key] = f"{value} {text}".strip()
            return True
        return False


def read_records(capture: Capture, reader: RecordReader) -> Iterator[Record]:
    """Yield every record of a capture."""
    for line, text in capture.lines():
        finished = reader.feed(line, text)
        if finished is not None:
            yield finished
    last = reader.finish(ends_cut=not capture.text.endswith("\n"))
    if last is not None:
        yield last


def records(
    keys: Collection[str],
    name: Callable[[str], str | None] | None,
    needed: Collection[str],
    split_line: SplitLine | None = None,
) -> Callable[[Capture, Writer], Iterator[Record]]:
    """Return the function that yields every record of a capture; see :class:`RecordReader` for the arguments."""
    return lambda capture, out: read_records(capture, RecordReader(out, keys, name, needed, split_line))


def known_share(lines: Sequence[str], known: Callable[[str], object], least: float = 0) -> float:
    """Return the share (0…1) of the lines that belong to a format, not counting blank lines and prompts.

    A share below ``least`` may be returned as 0: as soon as too many lines are unknown, the others are not looked at.
    """
    total = right = 0
    # One more, because the product is rounded.
    most_unknown = (1 - least) * len(lines) + 1
    for line in lines:
        # Most lines are known, and the test for noise is slower.
        if line and not line.isspace():
            if known(line):
                total += 1
                right += 1
            elif not is_noise(line):
                total += 1
                if total - right > most_unknown:
                    return 0.0
    return right / total if total else 0.0


def by_share(
    reason: str,
    *patterns: re.Pattern[str],
    needs: re.Pattern[str] | None,
    claims: tuple[tuple[float, int], ...],
    headless: tuple[tuple[float, int], ...] = (),
) -> Callable[[Capture], Detection | None]:
    """Return the detection by the share of lines that one of the patterns matches.

    Args:
        reason: reason of the claim.
        patterns: rows of the format, then its header.
        needs: pattern that at least one line must match.
        claims: pairs of share and score; the first share that is reached counts.
        headless: the same for a capture without the header; without it, ``claims`` apply.
    """

    def detect(capture: Capture) -> Detection | None:
        lines = [line.strip() for line in capture.head.split("\n")]
        if needs is not None and not any(map(needs.match, lines)):
            return None
        scores = headless if headless and not any(map(patterns[-1].match, lines)) else claims
        least = min(share for share, _ in scores)
        share = known_share(lines, lambda line: any(pattern.match(line) for pattern in patterns), least)
        return next((Detection(score, reason) for least, score in scores if share >= least), None)

    return detect


def by_keys(
    reason: str, signature: str, keys: Collection[str], name: Callable[[str], str | None] | None
) -> Callable[[Capture], Detection | None]:
    """Return the detection of captures that have the key ``signature`` (lower case) and mostly lines of this format.

    A text about the format that quotes a few lines has too small a share of them.
    """
    return lambda capture: _claim(capture, reason, signature, keys, name)


def _claim(
    capture: Capture, reason: str, signature: str, keys: Collection[str], name: Callable[[str], str | None] | None
) -> Detection | None:
    found: dict[str, str | None] = {}

    def known(line: str) -> bool:
        before, colon, value = line.partition(":")
        if colon and (not value or value[0].isspace()):
            if before not in found:
                pair = _PAIR.match(before.strip() + ":")
                found[before] = " ".join(pair.group(1).lower().split()) if pair else None
            if found[before] in keys:
                return True
        line = line.strip()
        return bool(name and name(line)) or bool(_PATH_LIST.match(line))

    share = known_share(capture.head.split("\n"), known, 0.3)
    if signature not in found.values() or share < 0.3:
        return None
    return Detection(95 if share >= 0.6 else 60, reason)
