"""Lines of naviseccli: ``Key:   value``, in records that begin with a known line.

Some keys have no colon (``SP Read Cache State   Enabled``, ``Name   LUN 5``), some an equal sign. Values that go on in
the next line are indented or stand alone. Indentation is not part of the format: copies lose it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture

BLOCK_BYTES = 512
# The blank after the colon may be missing only after a key of several words: world wide names contain colons too.
_PAIR = re.compile(
    r"(?P<key>[A-Za-z][^:=]{0,79}?)[ \t]*[:=](?:[ \t]+(?P<value>.*))?\Z"
    r"|(?P<words>[A-Za-z][^:= \t]{0,40}[ \t][^:=]{0,60}?)[ \t]*[:=](?P<close>\S.*)\Z"
)
_BARE = re.compile(
    r"(?P<key>Name(?=[ \t]{2})|SP[AB]? (?:Read|Write) Cache State|Minimum latency reads|Prefetched data retained)"
    r"[ \t]+(?P<value>\S.*)\Z"
)
_NAME = re.compile(r"(?P<key>Name)[ \t](?P<value>\S.*)\Z")
_NOISE = re.compile(
    r"[-=_*+. ]+\Z|(?:[\w.@~:\\/\[\]() -]{0,80}[>#$][ \t]*)?(?:\"?[\w:\\/. -]{0,80})?navi(?:sec)?cli(?:\.exe)?\"?[ \t]",
    re.IGNORECASE,
)
_UID = re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){15}\Z")
_SP = re.compile(r"(?:SP|Storage Processor)?[ \t]*([AB])\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """One line: its key in lower case ('' for a line without) and the text behind it."""

    line: int
    key: str
    value: str


@dataclass
class Record:
    """The keys and values of one object; ``title`` is what its first line says."""

    line: int
    title: str
    values: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def get(self, *keys: str) -> str | None:
        """Return the first of these keys that is printed with a value; ``N/A`` and similar count as no value."""
        for key in keys:
            value = self.values.get(key, "")
            if value and value.lower() not in ("n/a", "none", "not applicable", "unknown", "-", "not available"):
                return value
        return None

    def at(self, key: str) -> int:
        """Return the line of a key, else that of the record."""
        return self.lines.get(key, self.line)

    def number(self, *keys: str) -> int | None:
        """Return a whole number."""
        return normalise.integer(self.get(*keys))

    def blocks(self, *keys: str) -> int | None:
        """Return the bytes in a number of 512-byte blocks."""
        count = self.number(*keys)
        return None if count is None else count * BLOCK_BYTES

    def flag(self, *keys: str) -> bool | None:
        """Return yes or no."""
        return normalise.yes_no(self.get(*keys))


def is_noise(line: str) -> bool:
    """Return whether a line is a ruler or an echoed command."""
    return _NOISE.match(line) is not None


def entries(capture: Capture) -> Iterator[Entry]:
    """Yield the lines of a capture with content; blank lines, rulers and echoed commands are skipped."""
    for number, text in capture.lines():
        line = text.strip()
        if not line or is_noise(line):
            continue
        found = _BARE.match(line) or _PAIR.match(line) or _NAME.match(line)
        if found is None:
            yield Entry(number, "", line)
            continue
        values = found.groupdict()
        key, value = values["key"] or values["words"], values["value"] or values.get("close") or ""
        yield Entry(number, " ".join(key.lower().split()), value.strip())


def records(found: Iterable[Entry], title: Callable[[Entry], str | None], out: Writer) -> Iterator[Record]:
    """Collect the lines into records; ``title`` names the record that a line begins, or returns None.

    A line without a key continues the value above. Lines before the first record are reported as unrecognized.
    """
    current: Record | None = None
    last: str | None = None
    for entry in found:
        name = title(entry)
        if name is not None:
            if current is not None:
                yield current
            current = Record(entry.line, name)
            last = None
        if current is None:
            report(entry, out)
        elif entry.key:
            current.values.setdefault(entry.key, entry.value)
            current.lines.setdefault(entry.key, entry.line)
            last = entry.key
        elif last is not None:
            current.values[last] = f"{current.values[last]}\n{entry.value}".strip()
        elif name is None:
            report(entry, out)
    if current is not None:
        yield current


def report(entry: Entry, out: Writer) -> None:
    """Count an unrecognized line; an error message of naviseccli becomes a note."""
    if entry.key in ("error", "error message") or (not entry.key and entry.value.lower().startswith("error")):
        out.note(entry.line, f"naviseccli printed an error: {entry.value[:120]}")
    else:
        out.unread(entry.line)


def processor(text: str | None) -> str | None:
    """Return ``SP A`` or ``SP B``."""
    found = _SP.match(text.strip()) if text else None
    return f"SP {found.group(1).upper()}" if found else None


def port_name(director: str | None, port: str | None) -> str | None:
    """Return the name of a port of a storage processor: ``A-6``."""
    return f"{director[-1]}-{port}" if director and port else None


def is_iscsi(uid: str | None) -> bool:
    """Return TRUE for an iSCSI name, which is not a Fibre Channel name."""
    return bool(uid) and uid.lower().startswith(("iqn.", "eui."))  # type: ignore[union-attr]


def node_and_port(uid: str | None, line: int, out: Writer, kind: str, fact: str) -> tuple[str | None, str | None]:
    """Return node and port name of a UID of 16 octets, node first; a damaged one is recorded as a bad value."""
    if uid is None or is_iscsi(uid) or uid.lower() in ("not applicable", "n/a", "none", ""):
        return None, None
    if _UID.match(uid):
        return normalise.wwn(uid[:23]), normalise.wwn(uid[24:])
    return None, out.wwn(uid, line, kind, fact)
