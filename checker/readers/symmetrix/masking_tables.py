"""The tables of ``symaccess list logins``, ``symmask list logins`` and ``symmaskdb``: one table for each port.

The heading of a table names director and port; its rows an initiator with the name that people gave it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.text import pair

_TYPES = re.compile(r"(?:Fibre|Fiber|FC|iSCSI|NVMe\S*|SCSI_FC|Escon)\Z", re.IGNORECASE)
_IDENTIFIER = re.compile(r"(?:[0-9A-Fa-f*#?xX]{16}|(?:iqn|nqn|eui)\.\S+)\Z")
_ADDRESS = re.compile(r"(?:0x)?[0-9A-Fa-f]{4,8}\Z|N/A\Z|-\Z", re.IGNORECASE)
_FLAG = re.compile(r"([A-Za-z][A-Za-z0-9_]{1,40})\s?\(([A-Z0-9]{1,6})\)")
_YES_NO = ("yes", "no", "n/a")
HEADER = re.compile(
    r"(?:User-generated|User-Generated|Identifier\s|Logged|Initiator\b|Database\b|Last updated|In\s+Fabric|Dir:P\Z|Device\s+Id)",
    re.IGNORECASE,
)


@dataclass
class Place:
    """The port that the table is about."""

    director: str | None = None
    port: str | None = None
    wwn: str | None = None

    @property
    def name(self) -> str | None:
        """Name of the port, if both halves of it have been read."""
        return names.port_name(self.director, self.port)

    def take(self, line: str) -> bool:
        """Take a line of the heading; return whether it is one."""
        found = pair(line)
        if found is None:
            return False
        key = found[0].lower()
        if key == "director identification":
            self.director, self.port, self.wwn = found[1], None, None
        elif key in ("director port", "port"):
            self.port = found[1]
        elif key in ("wwn port name", "director port wwn"):
            self.wwn = found[1]
        else:
            return False
        return True


@dataclass
class Entry:
    """One initiator of a table."""

    line: int
    wwn: str
    rest: list[str] = field(default_factory=list)


def entry(number: int, line: str) -> Entry | None:
    """Return the initiator of a row ``identifier type node port …``; names without blanks, ``NULL`` for none."""
    words = line.split()
    if len(words) < 2 or not _IDENTIFIER.match(words[0]) or not _TYPES.match(words[1]):
        return None
    return Entry(number, words[0], words[2:])


def name_parts(words: list[str]) -> str | None:
    """Return the name that people gave an initiator, ``host/hba``, of the words of its two columns."""
    node = names.present(words[0]) if words else None
    port = names.present(words[1]) if len(words) > 1 else None
    return f"{node or ''}/{port or ''}" if node or port else None


def write_overrides(text: str, state: str, out: Writer, line: int, array: str, scope: str | None) -> bool:
    """Write the port flags that an initiator overrides, of ``SCSI_3(SC3) SPC2_Protocol_Version(SPC2)``."""
    found = _FLAG.findall(text)
    for name, short in found if scope is not None else ():
        setting = names.FLAGS.get(name.lower(), short)
        out.add("array_setting", line, storage_array=array, scope=scope, setting=setting, value=state)
    return bool(found) or text.strip().lower() in ("", "n/a", "none")


def write_port_of(place: Place, out: Writer, line: int, array: str) -> None:
    """Write the port that a table is about."""
    if place.director is not None and place.port is not None:
        facts.write_port(out, line, array, place.director, place.port, wwpn=place.wwn)


def write_login_row(found: Entry, place: Place, out: Writer, array: str) -> bool:
    """Write a row that ends in two answers: logged in, on fabric; return FALSE if it does not."""
    answers, before = found.rest[-2:], found.rest[:-2]
    if len(answers) < 2 or any(word.lower() not in _YES_NO for word in answers):
        return False
    # The FC address stands between the names and the answers; names may be missing.
    if before and _ADDRESS.match(before[-1]):
        before = before[:-1]
    _, wwpn = facts.write_initiator(out, found.line, array, found.wwn, alias=name_parts(before))
    facts.write_login(
        out,
        found.line,
        array,
        wwpn,
        place.name,
        target_wwpn=normalise.wwn(place.wwn),
        logged_in=normalise.yes_no(answers[0]),
        on_fabric=normalise.yes_no(answers[1]),
    )
    return True
