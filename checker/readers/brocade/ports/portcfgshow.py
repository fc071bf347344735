"""``portcfgshow``: configuration of all ports in columns, or of one port in lines.

Synthetic samples::

    Ports of Slot 0    0   1   2   3     4   5   6   7
    -----------------+---+---+---+---+-----+---+---+---
    Speed             AN  AN  8G  AN    AN  AN  AN  16G
    Long Distance     ..  ..  ..  LS    ..  ..  ..  ..
    Persistent Disable..  ON  ..  ..    ..  ..  ..  ..

    Area Number:              3
    Speed Level:              AUTO(HW)
    Long Distance             LS
    Desired Distance          50 km

``..`` means off. Speed, distance and persistent disable become facts; no rule uses the other settings.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.numbers import decimal, whole

_TITLE = re.compile(r"[ \t]*Ports of Slot[ \t]+(\d{1,2})((?:[ \t]+\d{1,3}){1,64})[ \t]*\Z")
_TITLE_ANYWHERE = re.compile(r"^[ \t]*Ports of Slot[ \t]+\d{1,2}(?:[ \t]+\d{1,3})+[ \t]*$", re.MULTILINE)
_AREA = re.compile(r"[ \t]*Area Number:[ \t]*(\d{1,4})[ \t]*\Z")
_AREA_ANYWHERE = re.compile(r"^[ \t]*Area Number:[ \t]*\d{1,4}[ \t]*$", re.MULTILINE)
_SPEED_ANYWHERE = re.compile(r"^[ \t]*Speed(?: Level)?(?::|[ \t])", re.MULTILINE)
_RULER = re.compile(r"[\s\-+=]+\Z")
_COMMAND = re.compile(r"\bportcfgshow\s+(?:-\w+\s+)*(\d{1,3}/\d{1,4}|\d{1,4})'?\s*(?:\||\Z)", re.IGNORECASE)
_LEGEND = re.compile(r"\s*where\b|[\sA-Z?.]{1,6}:\s*\w+,?", re.IGNORECASE)
_NAMES = (
    "Octet Speed Combo", "Speed Level", "Speed", "Fill Word(On Active)", "Fill Word(Current)", "Fill Word",
    "AL_PA Offset 13", "Trunk Port", "Long Distance", "Desired Distance", "VC Link Init", "Locked L_Port",
    "Locked G_Port", "Locked N_Port", "Disabled E_Port", "Locked E_Port", "ISL R_RDY Mode", "RSCN Suppressed",
    "Persistent Disable", "LOS TOV enable", "LOS TOV mode", "NPIV capability", "NPIV PP Limit", "NPIV FLOGI Logout",
    "QOS Port", "QOS E_Port", "Port Auto Disable", "Rate Limit", "EX Port", "EX Port FID", "Mirror Port", "SIM Port",
    "Credit Recovery", "F_Port Buffers", "E_Port Credits", "Fault Delay", "CSCTL mode", "D-Port mode",
    "D-Port over DWDM", "D_Port mode", "D_Port over DWDM", "Compression", "Encryption", "FEC via TTS", "10G/16G FEC",
    "FEC", "Non-DFE", "TDZ mode", "Port Peer Beacon", "Clean Address", "FCoE Port", "Flex Port", "Fabric Assigned PWWN",
    "Tunnel", "Congestion Signal",
)  # fmt: skip
_NAMED = re.compile(
    r"[ \t]*(" + "|".join(re.escape(name) for name in sorted(_NAMES, key=len, reverse=True)) + r")[ \t]*:?[ \t]*(.*)\Z",
    re.IGNORECASE,
)
_DISTANCE = re.compile(r"(\d{1,5})[ \t]*(?:km)?\Z", re.IGNORECASE)
_MODES = frozenset({"LE", "LD", "LS", "LM", "L1", "L2", "L0.5"})
_SPEED = re.compile(r"(\d{1,3})[ \t]*G", re.IGNORECASE)


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if not _SPEED_ANYWHERE.search(head):
        return None
    if _TITLE_ANYWHERE.search(head):
        return Detection(95, "title Ports of Slot n with the ports")
    if _AREA_ANYWHERE.search(head) and ("AL_PA Offset" in head or "Trunk Port" in head):
        return Detection(95, "Area Number: and the settings of one port")
    return None


def _is_off(value: str) -> bool:
    return value.upper() in ("..", "OFF", "-", "--", "NO", "L0")


def _fact(name: str, value: str) -> dict[str, Value]:
    """Return the columns of one setting of one port; none for ``??`` and ``NA``."""
    key = name.lower()
    if value.upper() in ("??", "NA", "N/A", ""):
        return {}
    if key in ("speed", "speed level"):
        fixed = _SPEED.match(value)
        if value.upper().startswith(("AN", "AUTO", "ASN")):
            return {"speed_mode": "auto"}
        return {"speed_mode": "fixed"} if fixed else {}
    if key == "long distance":
        mode = re.split(r"[( ]", value, maxsplit=1)[0].upper()
        return {"long_distance": "L0"} if _is_off(value) else {"long_distance": mode} if mode in _MODES else {}
    if key == "desired distance":
        distance = _DISTANCE.match(value)
        return {"distance_km": decimal(distance.group(1))} if distance and whole(distance.group(1)) else {}
    if key == "persistent disable":
        if value.upper() in ("ON", "YES"):
            return {"persistently_disabled": True}
        return {"persistently_disabled": False} if _is_off(value) else {}
    return {}


class _Ports:
    """Ports of one table or listing, written together when the next one begins."""

    def __init__(self, out: Writer, switch: str) -> None:
        self._out = out
        self._switch = switch
        self._line = 0
        self._names: list[tuple[str, str | None]] = []
        self._facts: list[dict[str, Value]] = []

    @property
    def count(self) -> int:
        return len(self._names)

    def begin(self, line: int, names: list[tuple[str, str | None]]) -> None:
        self.write()
        self._line, self._names, self._facts = line, names, [{} for _ in names]

    def setting(self, name: str, values: list[str]) -> None:
        for facts, value in zip(self._facts, values, strict=True):
            facts.update(_fact(name, value))

    def write(self) -> None:
        for (port, slot), facts in zip(self._names, self._facts, strict=True):
            if facts:
                self._out.add("switch_port", self._line, switch=self._switch, port=port, slot=slot, **facts)
        self._names, self._facts = [], []


def _values(text: str) -> list[str]:
    """Return the cells of a row; ``Persistent Disable..  ..`` has no blank before the first."""
    return text.replace("..", " .. ").split()


def _read(capture: Capture, out: Writer) -> None:
    echoed = _COMMAND.search(capture.command or "")
    requested = echoed.group(1) if echoed else None
    ports = _Ports(out, capture.owner)
    single = False
    last, last_was_short = capture.first_line, False
    for number, raw in capture.lines():
        line = fos.without_note(raw[:1000])
        if not line.strip():
            continue
        title, area = _TITLE.match(line), _AREA.match(line)
        last, last_was_short = number, False
        if title:
            slot = title.group(1) if title.group(1) != "0" else None
            ports.begin(number, [(fos.port_name(port, slot), slot) for port in title.group(2).split()])
            single = False
            continue
        if area:
            # Except in directors the area is the port index; the command names the port.
            port = requested or area.group(1)
            ports.begin(number, [(port, port.split("/")[0] if "/" in port else None)])
            single, requested = True, None
            continue
        named = _NAMED.match(line)
        if named and ports.count:
            values = [named.group(2).strip()] if single else _values(named.group(2))
            if len(values) == ports.count:
                ports.setting(named.group(1), values)
                continue
            last_was_short = len(values) < ports.count
            out.unread(number)
            continue
        if fos.is_prompt(line):
            again = _COMMAND.search(line)
            requested = again.group(1) if again else requested
        elif _RULER.match(line) or _LEGEND.match(line) or fos.is_noise(line):
            continue
        elif ports.count and (single or len(_values(line)) >= ports.count):
            # A setting of an unknown release; it has no column.
            continue
        else:
            out.unread(number)
    ports.write()
    if last_was_short:
        out.ends_inside_record = True
        out.note(last, "truncated: the last settings row is incomplete and was skipped")


READERS = (
    fos.reader(
        "portcfgshow", _detect, _read,
        columns(switch_port="switch port slot speed_mode long_distance distance_km persistently_disabled"),
        needles=("Speed",), begins=r"^[ \t]*Ports of Slot[ \t]+\d{1,2}[ \t]+\d|^[ \t]*Area Number:[ \t]*\d{1,4}[ \t]*$",
    ),
)  # fmt: skip
