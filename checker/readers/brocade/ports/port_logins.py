"""``portloginshow`` and ``fcoe --loginshow``: the logins of one port and of the FCoE ports.

Synthetic samples::

    Type  PID     World Wide Name        credit df_sz cos
    =====================================================
      fe  070500  10:00:00:90:fa:00:00:05    16  2048   c  scr=3
      fd  070501  20:05:00:90:fa:00:00:05    16  2048   c  scr=3
      ff  070500  10:00:00:90:fa:00:00:05    12  2048   c  d_id=FFFFFC

    Port   Te port        Device WWN             Device MAC        Session MAC
    10     Te 0/2    10:00:00:90:fa:00:00:0a  00:90:fa:00:00:0a  0e:fc:00:07:0a:01

``fe`` is the login of the port itself, ``fd`` an additional NPIV login, ``ff`` a session with a fabric service (not a login).
``portloginshow`` names its port only in the command. None of these logins is marked local: local logins imply a complete
list for the switch, and these cover one port or the FCoE ports only.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.declarations import fields
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import computed, const, owner, wwn
from checker.readers.toolkit.declarations.records import TextRow

_PORT_HEADER = re.compile(r"^[ \t]*Type[ \t]+PID[ \t]+World Wide Name[ \t]+credit\b", re.MULTILINE)
_PORT_ROW = re.compile(r"\s*(f[def])\s+([0-9a-fA-FxX]{6})\s+(\S{16,23})\s+\d", re.IGNORECASE)
_FCOE_HEADER = re.compile(r"^[ \t]*Port[ \t]+Te port[ \t]+Device WWN\b", re.MULTILINE)
_FCOE_ROW = re.compile(
    r"\s*(?P<port>\d{1,4})\s+(?:Te|Eth|FoE)\s+\d{1,3}/\d{1,4}\s+(?P<wwn>\S{16,23})\s+\S", re.IGNORECASE
)
_COMMAND = re.compile(r"\bportloginshow\s+(\d{1,3}/\d{1,4}|\d{1,4})'?\s*(?:\||\Z)", re.IGNORECASE)


def _detect_port(capture: Capture) -> Detection | None:
    if _PORT_HEADER.search(capture.head):
        return Detection(95, "header Type PID World Wide Name credit")
    if capture.filtered and _COMMAND.search(capture.command or "") and _PORT_ROW.match(capture.head.lstrip("\n")):
        return Detection(75, "rows of portloginshow, without their header")
    return None


def _read_port(capture: Capture, out: Writer) -> None:
    echoed = _COMMAND.search(capture.command or "")
    port = echoed.group(1) if echoed else None
    for number, line in capture.lines():
        row = _PORT_ROW.match(line)
        if row is None:
            again = _COMMAND.search(line) if fos.is_prompt(line) else None
            port = again.group(1) if again else port
            if line.strip() and not _PORT_HEADER.match(line) and not fos.is_noise(line):
                out.unread(number)
            continue
        if row.group(1).lower() == "ff":
            continue
        wwpn = out.wwn(row.group(3), number, "login", "wwpn", capture.owner)
        out.add("login", number, switch=capture.owner, vsan="", wwpn=wwpn, fcid=normalise.fcid(row.group(2)), port=port)


_FCOE_LOGIN = Facts[TextRow](
    "login", needs="wwpn", place=computed(lambda row, context: f"{context.owner} port {row.text('port')}"),
    switch=owner, vsan=const(""), wwpn=wwn("wwn"), port="port", port_index=fields.number("port"),
)  # fmt: skip
READERS = (
    fos.reader(
        "portloginshow", _detect_port, _read_port, columns(login="switch vsan wwpn fcid port"),
        needles=("World Wide Name|portloginshow|PORTLOGINSHOW",), begins=r"^[ \t]*Type[ \t]+PID[ \t]+World Wide Name[ \t]+credit\b",
    ),
    Family("brocade", fos.rows(_FCOE_ROW, _FCOE_HEADER)).reader(
        "brocade-fcoe-loginshow", "fcoe --loginshow",
        fos.head_contains(_FCOE_HEADER, 95, "header Port, Te port, Device WWN"), _FCOE_LOGIN, needles=("Te port",),
        begins=r"^[ \t]*Port[ \t]+Te port[ \t]+Device WWN\b",
    ),
)  # fmt: skip
