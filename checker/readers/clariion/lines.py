"""Lines of naviseccli: ``Key:   value``, in records that begin with a known line.

Some keys have no colon (``SP Read Cache State   Enabled``, ``Name   LUN 5``), some an equal sign. Values that go on in
the next line are indented or on a line of their own. Indentation is not part of the format: copies lose it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.fields import const, owner, wwn
from checker.readers.toolkit.declarations.records import TextRow

BLOCK_BYTES = 512
_NO_VALUE = frozenset(("n/a", "none", "not applicable", "unknown", "-", "not available"))
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
    """One line: its key in lower case ('' for a line without a key) and the value after it."""

    line: int
    key: str
    value: str


@dataclass(frozen=True)
class Section(Capture):
    """The lines of one command in the output of several."""

    entries: Sequence[Entry] = ()


@dataclass
class Record(TextRow):
    """The keys and values of one object.

    Attributes:
        title: identifies the object in its first line.
        type: kind of the object, where an export contains several.
    """

    title: str = ""
    type: str = ""

    def text(self, *names: str) -> str | None:
        """Return the first of these keys that is printed with a value; ``N/A`` and similar count as no value."""
        for name in names:
            value = self.values.get(name, "")
            if value and value.lower() not in _NO_VALUE:
                return value
        return None

    def blocks(self, *names: str) -> int | None:
        """Return the bytes in a number of 512-byte blocks."""
        count = self.number(*names)
        return None if count is None else count * BLOCK_BYTES


Facts = declared.Facts[Record]
Rows: TypeAlias = Callable[[Capture, Writer], Iterator[Record]]
ARRAY: dict[str, declared.Source[Record]] = {
    "storage_array": owner,
    "vendor": const("EMC"),
    "family": const("clariion"),
}


def title(record: Record) -> str | None:
    """Source: what identifies the object in its first line."""
    return record.title or None


def letter(record: Record) -> str:
    """Source: the letter of a storage processor."""
    return record.title[-1]


def printed(name: str) -> Callable[[Record], str]:
    """Source: the value of a key as printed, also if it means "no value"."""
    return lambda record: record.values.get(name, "")


def setting(key: str, scope: declared.Source[Record], name: str = "") -> Facts:
    """Return the facts about a setting of the array, which has the name of its key unless ``name`` is given."""
    return Facts(
        "array_setting", when=key, needs="scope", line=key, storage_array=owner, scope=scope,
        setting=const(name or key), value=key,
    )  # fmt: skip


def is_noise(line: str) -> bool:
    """Return whether a line is a ruler or an echoed command."""
    return _NOISE.match(line) is not None


def entries(capture: Capture) -> Iterator[Entry]:
    """Yield the lines of a capture with content; blank lines, rulers and echoed commands are skipped."""
    if isinstance(capture, Section):
        yield from capture.entries
        return
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


_LISTS = re.compile(r"list of disks|disks(?: \(type\))?|(?:hba/sp|hlu/alu) pairs|raidgroup state|.* speeds\Z")
"""Keys of values that continue in lines of their own."""


def records(*keys: str, title: Callable[[str], str | None] = str, skipped: tuple[str, ...] = ()) -> Rows:
    """Return the function that collects lines into records; a line without a key continues the list above.

    Other lines without a key state nothing: joined to the value above, they would change it.

    Lines before the first record are reported as unrecognized.

    Args:
        keys: keys of the lines that may begin a record; '' for a line without a key.
        title: returns the title of the record from the value of such a line; None if it doesn't begin one.
        skipped: beginnings of keys that belong to no record.
    """

    def rows(capture: Capture, out: Writer) -> Iterator[Record]:
        current: Record | None = None
        last: str | None = None
        for entry in entries(capture):
            if skipped and entry.key.startswith(skipped):
                continue
            name = title(entry.value) if entry.key in keys else None
            if name is not None:
                if current is not None:
                    yield current
                current, last = Record(entry.line, title=name), None
            if current is None:
                report(entry, out)
            elif entry.key:
                current.add(entry.line, entry.key, entry.value)
                last = entry.key
            elif last is not None and _LISTS.match(last):
                current.values[last] = f"{current.values[last]}\n{entry.value}".strip()
            elif last is None and name is None:
                report(entry, out)
        if current is not None:
            yield current

    return rows


def by_lines(score: int, reason: str, *patterns: str, without: str = r"(?!)") -> Callable[[Capture], Detection | None]:
    """Return the detection by patterns (multi-line mode) that all occur in the head, and one that doesn't."""
    needed, excluded = [re.compile(pattern, re.MULTILINE) for pattern in patterns], re.compile(without)

    def detect(capture: Capture) -> Detection | None:
        head = capture.head
        found = all(pattern.search(head) for pattern in needed) and not excluded.search(head)
        return Detection(score, reason) if found else None

    return detect


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


def uid_port(name: str, *, about: str = "", report: bool = True) -> declared.Source[Record]:
    """Source: the port's name in a UID of 16 octets, which begins with the node's; arguments as for :func:`wwn`."""
    return wwn(name, of=lambda record: port_of(record.values.get(name)), about=about, report=report)


def uid_node(name: str) -> declared.Source[Record]:
    """Source: the node's name in a UID of 16 octets."""

    def get(record: Record) -> str | None:
        uid = record.values.get(name, "")
        return normalise.wwn(uid[:23]) if _UID.match(uid) else None

    return get


def port_of(uid: str | None) -> str | None:
    """Return the part of a UID that names the port; a UID of another form as it is."""
    if uid is None or is_iscsi(uid) or uid.lower() == "not applicable":
        return None
    return uid[24:] if _UID.match(uid) else uid
