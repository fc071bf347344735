"""``nsshow -t`` and ``nscamshow -t``, ``nodefind``, ``nszonemember``: devices logged in, from the name server.

Synthetic sample::

    {
     Type Pid    COS     PortName                NodeName                 TTL(sec)
     N    070000;      3;10:00:00:90:fa:00:00:01;20:00:00:90:fa:00:00:01; na
        FC4s: FCP
        PortSymb: [24] "Emulex PPN-10:00:00:90:f"
        Permanent Port Name: 10:00:00:90:fa:00:00:01
        Device type: Physical Initiator
        Port Index: 0
    The Local Name Server has 1 entry }

``nsshow`` lists the devices of this switch, ``nscamshow`` those of other switches; the other two commands mark them with
``Local:``/``Remote:`` and ``N local zoned members:``. Records are not separated by blank lines. The port index of a remote
device refers to its own switch and is ignored.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.numbers import whole

_HEADER = re.compile(r"\s*Type\s+Pid\s+COS\s+PortName\s+NodeName\b")
_HEADER_ANYWHERE = re.compile(r"^[ \t]*Type[ \t]+Pid[ \t]+COS[ \t]+PortName", re.MULTILINE)
_RECORD = re.compile(
    r"\s*\*?([A-Z]{1,2})\s+([0-9a-fA-FxX*]{6})\s*;([^;]{0,40});([^;]{1,80})(?:;([^;]{0,80}))?(?:;.*)?\Z"
)
_ECHO = re.compile(r"\s*(nsshow|nscamshow)\b([^|]{0,80})(\|.*)?\Z", re.IGNORECASE)
_RECORD_ANYWHERE = re.compile(
    r"^[ \t]*N[L]?[ \t]+[0-9a-fA-F]{6}[ \t]*;[ \t]*[\d,]+[ \t]*;[ \t]*[0-9a-fA-F]{2}:", re.MULTILINE
)
_DETAIL = re.compile(r"\s*([A-Z][\w ()\-]{1,40}?(?:\s*\[[\w\-]{1,12}\])?)\s*:\s*(.*)")
_TOTAL = re.compile(r"\s*The Local Name Server has (\d{1,6}) entr", re.IGNORECASE)
_LISTED = re.compile(r"\s*Device list:\s*count\s+(\d{1,6})", re.IGNORECASE)
_ZONED = re.compile(r"\s*(?:(\d{1,6})|No)\s+(local|remote) zoned members", re.IGNORECASE)
_SECTION = re.compile(r"\s*(Local|Remote)\s*:\s*\Z", re.IGNORECASE)
_REMOTE_BEGINS = re.compile(r"\s*nscam show for remote switches", re.IGNORECASE)
_REMARKS = re.compile(
    r"\s*(?:Switch entry for|state\s+rev\s+owner|known\s+v\d|There is no entry in the Local Name Server|No (?:entry|device) (?:is|was) found"
    r"|\}|No local|No remote)",
    re.IGNORECASE,
)
_SYMBOL = re.compile(r'(?:\[\d+\]\s*)?"?(.*?)"?\s*\Z')
_INQUIRY = re.compile(r"\[([^\]]*)\]")
_FEATURE_WORDS = re.compile(r"[a-z]+")
_COLUMNS = (
    "switch", "vsan", "wwpn", "wwnn", "fcid", "port_index", "symbolic_name", "node_symbolic_name", "fc4_role",
    "device_type", "vendor", "alias", "local", "permanent_port_wwn", "quarantined",
)  # fmt: skip


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _HEADER_ANYWHERE.search(head):
        return Detection(95, "header Type Pid COS PortName")
    if _RECORD_ANYWHERE.search(head):
        return Detection(80, "records N pid;cos;port name;node name")
    if _REMOTE_BEGINS.match(head.lstrip("\n")) or "There is no entry in the Local Name Server" in head:
        return Detection(90, "headline of the name server")
    return None


class _Listing:
    """Columns of the logins read so far; details are added to the last one."""

    def __init__(self, out: Writer, owner: str) -> None:
        self.out = out
        self.owner = owner
        self.local: bool | None = None
        self.lines: list[int] = []
        self.columns: dict[str, list[Value]] = {name: [] for name in _COLUMNS}

    def begin(self, line: int, pid: str, port_name: str, node_name: str | None) -> None:
        out, columns = self.out, self.columns
        fcid = normalise.fcid(pid)
        if fcid is None:
            out.bad_value("login", "fcid", pid, line)
        place = f"{self.owner} pid {pid}"
        for column in columns.values():
            column.append(None)
        self._set("switch", self.owner)
        self._set("vsan", "")
        self._set("fcid", fcid)
        self._set("wwpn", out.wwn(port_name, line, "login", "wwpn", place))
        self._set("wwnn", out.wwn(node_name, line, "login", "wwnn", place))
        self._set("local", self.local)
        self.lines.append(line)

    def _set(self, column: str, value: Value) -> None:
        self.columns[column][-1] = value

    def detail(self, line: int, key: str, value: str) -> bool:
        """Add one ``key: value`` to the last login; FALSE for an unknown key."""
        if key == "device type":
            self._set("device_type", value or None)
            self._set("fc4_role", _role_of_type(value) or self.columns["fc4_role"][-1])
        elif key == "port index":
            self._set("port_index", normalise.integer(value) if self.columns["local"][-1] else None)
        elif key == "permanent port name":
            self._set("permanent_port_wwn", self.out.wwn(value, line, "login", "permanent_port_wwn"))
        elif key in ("portsymb", "nodesymb"):
            self._set("symbolic_name" if key == "portsymb" else "node_symbolic_name", _symbol(value))
        elif key in ("slow drain device", "slow drain device quarantine"):
            self._set("quarantined", normalise.yes_no(value))
        elif key == "fc4s":
            self._inquiry(value)
        elif key.startswith("fc4 features"):
            self._features(value)
        elif key == "aliases":
            words = value.replace(";", " ").split()
            self._set("alias", words[0] if len(words) == 1 else None)
        else:
            # Newer releases add yes/no details; none of them is needed.
            return key in _KNOWN_DETAILS or value.strip().lower() in ("yes", "no")
        return True

    def _inquiry(self, value: str) -> None:
        """Read ``FCP [HP      Ultrium 4-SCSI  H6AW]``: a SCSI inquiry response, which only targets send."""
        found = _INQUIRY.search(value)
        words = found.group(1).split() if found else []
        if words and "FCP" in value:
            self._set("vendor", words[0][:8])
            if self.columns["fc4_role"][-1] is None:
                self._set("fc4_role", "target")

    def _features(self, value: str) -> None:
        found = set(_FEATURE_WORDS.findall(value.lower()))
        role = _role("initiator" in found, "target" in found or "discovery" in found)
        known = self.columns["fc4_role"][-1]
        if role is not None and self.columns["device_type"][-1] is None:
            self._set("fc4_role", role if known in (None, role) else "both")

    def forget_place(self) -> None:
        """Mark no login as local: a filter removed rows, and local logins imply a complete list."""
        self.columns["local"] = [None] * len(self.lines)

    def write(self) -> None:
        self.out.extend("login", self.lines, self.columns)


_KNOWN_DETAILS = frozenset({
    "fabric port name", "share area", "device shared in other ad", "redirect", "partial", "lsan",
    "device link speed", "connected through ag", "real device behind ag", "fcoe", "connected through fc lag", "scr",
    "fd_id", "ipaddress", "pid", "hard address", "device name server", "port properties", "virtual machine", "esp",
    "encryption",
})  # fmt: skip


def _role(initiator: bool, target: bool) -> str | None:
    if initiator and target:
        return "both"
    if initiator:
        return "initiator"
    return "target" if target else None


def _role_of_type(text: str) -> str | None:
    """Return the role: ``Physical Initiator+Target`` is both; ``NPIV Unknown(initiator/target)`` is unknown."""
    lower = text.lower()
    if "unknown" in lower:
        return None
    return _role("initiator" in lower, "target" in lower)


def _symbol(text: str) -> str | None:
    """Return the text of ``[26] "HSV210 - EVA01"``; dots replace unprintable octets, so dots alone are no text."""
    found = _SYMBOL.match(text[:600])
    name = found.group(1).strip() if found else ""
    return name if name.strip(". ") else None


def _read(capture: Capture, out: Writer) -> None:
    listing = _Listing(out, capture.owner)
    if capture.command and "nscamshow" in capture.command:
        listing.local = False
    elif capture.command and capture.command.lower().startswith("nsshow"):
        listing.local = True
    opened, last_line, filtered = 0, capture.first_line, capture.filtered
    locality_known = listing.local is False
    printed: int | None = None
    for number, raw in capture.lines():
        if not raw.strip():
            continue
        last_line = number
        line = fos.without_note(raw[:2000])
        record = _RECORD.match(line)
        if record:
            listing.begin(number, record.group(2), record.group(4), record.group(5))
            continue
        echo = _ECHO.match(line)
        if echo:
            listing.local = echo.group(1).lower() == "nsshow"
            locality_known = not listing.local
            filtered = filtered or echo.group(3) is not None
            continue
        total = _TOTAL.match(line) or _LISTED.match(line)
        zoned, section = _ZONED.match(line), _SECTION.match(line)
        if total:
            printed = (printed or 0) + whole(total.group(1))
            if "}" in line:
                opened = 0
        elif zoned:
            listing.local, locality_known = zoned.group(2).lower() == "local", True
            printed = (printed or 0) + whole(zoned.group(1) or 0)
        elif section:
            listing.local, locality_known = section.group(1).lower() == "local", True
        elif _REMOTE_BEGINS.match(line):
            listing.local, locality_known = False, True
        elif line.strip() == "{":
            listing.local, locality_known, opened = True, True, number
        elif _HEADER.match(line):
            if not locality_known and "TTL" in line:
                # Only the header of nsshow has a TTL column; without it and a headline, the location is unknown.
                listing.local = True
        elif not (_REMARKS.match(line) or fos.is_noise(line)):
            detail = _DETAIL.match(line)
            if not (detail and listing.lines and listing.detail(number, detail.group(1).lower(), detail.group(2))):
                out.unread(number)
    if filtered:
        listing.forget_place()
    listing.write()
    if printed is not None:
        out.printed_count, out.counted_records = printed, len(listing.lines)
    if opened:
        out.ends_inside_record = True
        out.note(last_line, f"truncated: the listing that begins at line {opened} has no end; entries may be missing")


READERS = (
    fos.reader(
        "nsshow -t; nscamshow -t", _detect, _read, {"login": _COLUMNS},
        also=("nszonemember", "nodefind"), needles=("PortName|;|nscam|Name Server",), begins=r"^\{[ \t]*\n[ \t]*Type[ \t]+Pid[ \t]+COS\b|^nscam show for remote switches"
        r"|^(?:Local|Remote):[ \t]*\n[ \t]*Type[ \t]+Pid[ \t]+COS\b",
    ),
)  # fmt: skip
