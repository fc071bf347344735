"""The port table of ``switchshow``: rows become ports, logins, inter-switch links and trunk members.

The header names the columns. Without it, the FC address (six digits) shows how many numbers precede it.
FOS 5 prints neither Address nor Proto. ICL rows have the address ``------`` and may end after the state.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.toolkit.base import word_list
from checker.readers.toolkit.numbers import decimal, whole

HEADER = re.compile(r"\s*(?:Index|Area)\s+(?:Slot\s+)?Port\s+.*State\b", re.IGNORECASE)
PORT_ROW = re.compile(r"\s*(?:\d{1,4}\s+){1,3}\S|\s*(?:\d{1,2}\s+)?x?ge\d{1,2}\s+\S")
_ADDRESS = re.compile(r"(?:[0-9a-fA-FxX*]{6}|-{6})\Z")
_GIGABIT_PORT = re.compile(r"x?ge\d+\Z")
_PROTOCOLS = frozenset({"FC", "FCIP", "FCOE", "ETH", "VE", "COPPER", "GE"})
_PORT_TYPE = re.compile(r"(?:\b(L[0-9.]+|L[ESDM])\s+)?\b([A-Z]{1,3})-(?:Port|PORT|port)\b(.*)")
_TRUNK_PORT = re.compile(r"master is\s+(?:Slot\s+(\d+)\s+)?Port\s+(\d+)")
_NPIV = re.compile(r"(?<!\d)(\d+)\s+NPIV")
_COUNT = re.compile(r"\d+\s+(?:N\s+Port|NPIV|public|private)")
_PEER_NAME = re.compile(r'"([^"]*)"?')
_FCID = re.compile(r"0x([0-9a-fA-F]{6})\b")
_SPEED = re.compile(r"([NG]?)(\d+)(G?)\Z", re.IGNORECASE)
_SFP_MEDIA = frozenset({"id", "sw", "lw", "ll", "el", "pl", "sl"})
# Word processors and web pages turn two hyphens into a dash.
_NO_MEDIA = frozenset({"--", "-", "–", "—"})
_LINK_KINDS = {"E": "isl", "VE": "fcip", "EX": "fcr", "VEX": "fcr"}
_COLUMNS = ("index", "slot", "port", "address", "media", "speed", "state")
_NEEDED = {"index", "port", "media", "speed", "state"}
PORT_FACTS = word_list("""
    port port_index slot fcid media sfp_present port_state state_reason port_type speed_gbps speed_mode attached_wwn
    npiv_logins trunk_master long_distance persistently_disabled fenced
""")  # fmt: skip


def is_row(line: str) -> bool:
    """Return whether a line begins a row: numbers and an address, which the rest of a wrapped row doesn't have."""
    return PORT_ROW.match(line) is not None and any(_ADDRESS.match(word) for word in line.split(None, 4)[1:4])


@dataclass
class _Row:
    """Cells of one row by column, and the free text after the state."""

    cells: dict[str, str]
    rest: str
    facts: dict[str, Value] = field(default_factory=dict)

    @property
    def slot(self) -> str | None:
        return self.cells.get("slot")

    @property
    def port(self) -> str:
        return fos.port_name(self.cells.get("port") or self.cells["index"], self.slot)

    @property
    def online(self) -> bool:
        return self.cells["state"].lower() == "online"


class PortTable:
    """Reads the rows of one table; ports are written in one batch by :meth:`flush`."""

    def __init__(self, out: Writer, switch: str) -> None:
        self._out = out
        self._switch = switch
        self._columns: tuple[str, ...] | None = None
        self._lines: list[int] = []
        self._values: dict[str, list[Value]] = {name: [] for name in PORT_FACTS}

    @property
    def has_slot(self) -> bool:
        """TRUE if the header names a Slot column: a director."""
        return self._columns is not None and "slot" in self._columns

    def header(self, line: str) -> bool:
        """Take the columns from the table header; FALSE (columns unchanged) if it is damaged."""
        printed = ["index" if word == "area" else word for word in line.lower().split()]
        columns = tuple(name for name in printed if name in _COLUMNS)
        if set(columns) >= _NEEDED and len(set(columns)) == len(columns):
            self._columns = columns
            return True
        return False

    def row(self, line: int, text: str, access_gateway: bool) -> bool:
        """Read one row; FALSE if it is incomplete."""
        row = self._cells(text)
        if row is None:
            return False
        self._port_facts(row, line)
        self._attached(row, line, access_gateway)
        self._lines.append(line)
        for name in PORT_FACTS:
            self._values[name].append(row.facts.get(name))
        return True

    def flush(self) -> None:
        """Write the ports read so far."""
        names: list[Value] = [self._switch] * len(self._lines)
        self._out.extend("switch_port", self._lines, {"switch": names, **self._values})
        self._lines, self._values = [], {name: [] for name in PORT_FACTS}

    def _cells(self, text: str) -> _Row | None:
        values = text.split(None, 9)
        if any(_GIGABIT_PORT.match(word) for word in values[:2]):
            numbers = 0 if _GIGABIT_PORT.match(values[0]) else 1
            columns = ("slot", "port", "media", "speed", "state")[1 - numbers :]
        else:
            place = next((at for at in range(1, min(4, len(values))) if _ADDRESS.match(values[at])), None)
            if place is not None:
                columns = ("index", "slot", "port")[:place] if place == 3 else ("index", "port")[:place]
                columns = (*columns, *_COLUMNS[3:])
            elif self._columns is not None:
                columns = tuple(name for name in self._columns if name != "address")
            else:
                return None
        if len(values) < len(columns):
            return None
        cells = dict(zip(columns, values, strict=False))
        if not re.match(r"[A-Z][A-Za-z_]+\Z", cells["state"]) or not cells.get("index", "0").isdecimal():
            return None
        rest = text.split(None, len(columns))[len(columns) :]
        return _Row(cells, rest[0].strip() if rest else "")

    def _port_facts(self, row: _Row, line: int) -> None:
        cells, facts = row.cells, row.facts
        media, state = cells["media"], cells["state"].lower()
        facts["port"] = row.port
        facts["port_index"] = whole(cells["index"]) if "index" in cells else None
        facts["slot"] = row.slot
        facts["fcid"] = self._fcid(cells.get("address"), line)
        empty = media in _NO_MEDIA
        facts["media"] = None if empty else media
        facts["port_state"] = state
        if row.rest.upper().startswith(("VE", "VEX")):
            # A virtual port of a tunnel has no cage.
            facts["sfp_present"] = None
        elif empty or state == "no_module":
            facts["sfp_present"] = False
        elif media.lower() in _SFP_MEDIA:
            facts["sfp_present"] = True
        facts["speed_gbps"], facts["speed_mode"] = _speed(cells["speed"], row.online)

    def _fcid(self, text: str | None, line: int) -> str | None:
        if text is None or text in ("------", "000000"):
            return None
        fcid = normalise.fcid(text)
        if fcid is None:
            self._out.bad_value("switch_port", "fcid", text, line, self._switch)
        return fcid

    def _attached(self, row: _Row, line: int, access_gateway: bool) -> None:
        """Read the text after the state: protocol, port type, device or peer, reason of a disabled port."""
        rest = row.rest
        words = rest.split(None, 1)
        if words and words[0].upper() in _PROTOCOLS:
            rest = words[1].strip() if len(words) > 1 else ""
        facts = row.facts
        disabled = rest.find("Disabled")
        if disabled >= 0 or rest.startswith("("):
            facts["state_reason"] = " ".join(rest.split())[:200]
            facts["persistently_disabled"] = True if "(Persistent" in rest[disabled:] else None
            facts["fenced"] = True if "fenced" in rest[max(disabled, 0) :].lower() else None
        typed = _PORT_TYPE.search(rest)
        if typed is None:
            return
        facts["long_distance"], facts["port_type"] = typed.group(1), typed.group(2)
        self._link(row, typed.group(2), typed.group(3).strip(), line, access_gateway)

    def _link(self, row: _Row, kind: str, detail: str, line: int, access_gateway: bool) -> None:
        facts = row.facts
        member = _TRUNK_PORT.search(detail)
        if member:
            facts["trunk_master"] = fos.port_name(member.group(2), member.group(1) or row.slot)
            self._trunk_member(row, line, None, is_master=False)
            return
        if "segmented" in detail.lower():
            facts["state_reason"] = " ".join(detail.split())[:200]
            return
        npiv = _NPIV.search(detail)
        facts["npiv_logins"] = whole(npiv.group(1)) if npiv and len(npiv.group(1)) < 10 else None
        word = detail.split(None, 1)[0] if detail else ""
        # A D-Port tests its link, possibly in loopback: no device is attached.
        if kind == "D" or not word or _COUNT.match(detail) or word.startswith(("(", '"')) or word in ("Disabled", "FC"):
            return
        about = ("login", "wwpn") if kind in ("F", "FL") else ("isl", "peer_wwn")
        wwn = self._out.wwn(word, line, *about, f"{self._switch} port {row.port}")
        facts["attached_wwn"] = wwn
        if kind in ("F", "FL") and wwn is not None:
            self._login(row, wwn, detail, line, access_gateway)
        elif kind in _LINK_KINDS and (wwn is not None or fos.looks_like_wwn(word)):
            self._isl(row, kind, wwn, detail, line)

    def _login(self, row: _Row, wwpn: str, detail: str, line: int, access_gateway: bool) -> None:
        fcid = _FCID.search(detail)
        # An access gateway forwards logins to the switch that its N-Ports connect to.
        self._out.add(
            "login", line, switch=self._switch, vsan="", wwpn=wwpn,
            fcid=normalise.fcid(fcid.group(1)) if fcid else None, port=row.port, port_index=row.facts["port_index"],
            local=not access_gateway,
        )  # fmt: skip

    def _isl(self, row: _Row, kind: str, wwn: str | None, detail: str, line: int) -> None:
        name = _PEER_NAME.search(detail)
        master = "(trunk master" in detail.lower()
        self._out.add(
            "isl", line, switch=self._switch, port=row.port, vsan="", peer_wwn=wwn,
            peer_switch=name.group(1) if name else None, speed_gbps=row.facts["speed_gbps"],
            is_trunk=True if master else None, link_kind=_LINK_KINDS[kind],
        )  # fmt: skip
        if master:
            self._trunk_member(row, line, wwn, is_master=True)

    def _trunk_member(self, row: _Row, line: int, peer: str | None, is_master: bool) -> None:
        trunk = row.port if is_master else row.facts["trunk_master"]
        self._out.add(
            "trunk_member", line, switch=self._switch, port=row.port, trunk=trunk, peer_wwn=peer, is_master=is_master
        )


def _speed(text: str, online: bool) -> tuple[float | None, str | None]:
    """Return the current speed (Gbit/s) and the speed mode: ``N8`` auto, ``8G`` or ``G8`` fixed, ``AN`` auto.

    A port that is not online has no speed: ``N16`` with No_Light is the speed that negotiation would start at.
    """
    if text.upper() == "AN":
        return None, "auto"
    found = _SPEED.match(text)
    if not found or not (found.group(1) or found.group(3)):
        return None, None
    speed = decimal(found.group(2)) if online else None
    return speed, "auto" if found.group(1).upper() == "N" else "fixed"
