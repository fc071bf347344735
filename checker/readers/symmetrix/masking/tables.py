"""The tables of ``symaccess list logins``, ``symmask list logins`` and ``symmaskdb``: one table for each port.

The heading of a table contains director and port; each row contains an initiator with its user-defined name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from checker.facts import normalise
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.symcli.text import pair

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
    """The port that the table describes."""

    director: str | None = None
    port: str | None = None
    wwn: str | None = None

    @property
    def name(self) -> str | None:
        """Name of the port, if director and port number have been read."""
        return names.port_name(self.director, self.port)

    def take(self, line: str) -> bool:
        """Read a line of the heading; return whether it is one."""
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


def entry(line: str) -> tuple[str, list[str]] | None:
    """Return initiator and other words of a row ``identifier type node port …``; names are without blanks."""
    words = line.split()
    if len(words) < 2 or not _IDENTIFIER.match(words[0]) or not _TYPES.match(words[1]):
        return None
    return words[0], words[2:]


def name_parts(words: list[str]) -> str | None:
    """Return the user-defined name of an initiator, ``host/hba``, from the words of its two columns."""
    node, port = (names.present(word) for word in [*words, "", ""][:2])
    return facts.alias_of(node, port)


def write_overrides(text: str, state: str, line: int, array: ArrayWriter, scope: str | None) -> bool:
    """Write the port flags that an initiator overrides, from ``SCSI_3(SC3) SPC2_Protocol_Version(SPC2)``."""
    found = _FLAG.findall(text)
    for name, short in found if scope is not None else ():
        array.setting(line, scope, names.FLAGS.get(name.lower(), short), state)
    return bool(found) or text.strip().lower() in ("", "n/a", "none")


def write_login_row(line: int, wwn: str, words: list[str], place: Place, array: ArrayWriter) -> bool:
    """Write a row that ends with the columns logged in and on fabric; return FALSE for other rows."""
    answers, before = words[-2:], words[:-2]
    if len(answers) < 2 or any(word.lower() not in _YES_NO for word in answers):
        return False
    # The FC address is between the names and these columns; names may be missing.
    if before and _ADDRESS.match(before[-1]):
        before = before[:-1]
    _, wwpn = array.initiator(line, wwn, alias=name_parts(before))
    array.login(
        line, wwpn, place.name, target_wwpn=normalise.wwn(place.wwn),
        logged_in=normalise.yes_no(answers[0]), on_fabric=normalise.yes_no(answers[1]),
    )  # fmt: skip
    return True
