"""I/O ports and host connections of IBM DS8000: ``lsioport`` and ``lshostconnect``.

::

    ID    WWPN             State                     Type             topo     portgrp
    ==================================================================================
    I0000 50050763080011AD Communication established Fibre Channel-SW SCSI-FCP 0

    Name      ID   WWPN             HostType  Profile            portgrp volgrpID ESSIOport
    =======================================================================================
    lin01_a   03DB 10000000C90000AA LinuxRHEL Intel - Linux RHEL       0 V334     all

The volume group of a host connection is its masking view. ``ESSIOport`` lists the ports that it may use; ``all`` doesn't
say which ports those are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.readers.ds8000.tables import ARRAY, BANNER, has_titles, reader, table
from checker.readers.toolkit.declarations.declared import Each, Facts, Where
from checker.readers.toolkit.declarations.fields import const, owner, parsed, speed, wwn
from checker.readers.toolkit.declarations.records import TextRow

_PORT_HEADER = re.compile(r"ID\s+WWPN\s+State\s+Type\s+topo\s+portgrp\b")
_PORT_ROW = re.compile(
    r"(?P<ID>I[0-9A-F]{4})\s+(?P<WWPN>\S{16})\s+(?P<State>\S.{0,60}?)\s+(?P<Type>Fibre Channel-\S+|Ethernet\S*|ESCON\S*|zHyperLink\S*|-)"
    r"\s+(?P<topo>\S+)\s+(?P<portgrp>\S+)(?:\s+(?P<Speed>[0-9]+ Gb/s))?(?:\s.*)?\Z"
)
_CONNECTION_HEADER = re.compile(r"Name\s+ID\s+WWPN\s+HostType\s+Profile\s+portgrp\s+volgrpID\b")
_CONNECTION_ROW = re.compile(
    r"(?P<Name>\S.{0,60}?)\s+(?P<ID>[0-9A-F]{4})\s+(?P<WWPN>\S{16})\s+(?P<HostType>\S+)\s+(?P<Profile>\S.{0,60}?)\s+(?P<portgrp>[0-9]{1,5})"
    r"\s+(?P<volgrpID>V[0-9]{1,5}|-)(?:\s+(?P<ESSIOport>\S+))?\Z"
)


def _is_open(row: TextRow) -> bool:
    """Return FALSE for FICON ports, which belong to the mainframe, and for ports reserved for replication."""
    return (row.text("topo") or "").startswith(("SCSI", "FC-AL", "FCP"))


_STATES = {
    "online": "up", "communication established": "up", "communication lost": "down", "communication not established": "down",
}  # fmt: skip


def _state(text: str) -> str:
    state = text.lower()
    return _STATES.get(state, state)


def _alias(row: TextRow) -> str | None:
    """Return the name of a connection whose WWPN is not known."""
    return None if normalise.wwn(row.text("WWPN")) else row.text("Name")


def _ports(row: TextRow) -> Iterator[TextRow]:
    for port in re.split("[;+]", row.text("ESSIOport") or ""):
        if re.fullmatch("I[0-9A-F]{4}", port):
            yield TextRow(row.line, {**row.values, "port": port})


_PORT: Facts[TextRow] = Facts(
    "target_port", when=_is_open, place="ID", target_wwpn=wwn("WWPN"), storage_array=owner, port_name="ID",
    role=const("front-end"), port_state=parsed(_state, "State"), protocol=const("fc"),
    speed_gbps=speed("Speed"),
)  # fmt: skip
_INITIATOR: Facts[TextRow] = Facts(
    "registered_initiator", place="Name", storage_array=owner, initiator_name="Name", initiator_wwpn=wwn("WWPN"),
    initiator_type="HostType", registered=True,
)  # fmt: skip
_VIEW: Where[TextRow] = Where(
    lambda row: row.text("volgrpID"),
    Facts("mask_view", storage_array=owner, view="volgrpID"),
    Facts(
        "mask_initiator", storage_array=owner, view="volgrpID", initiator_wwpn=wwn("WWPN", report=False),
        initiator_name=_alias,
    ),
    Each(_ports, Facts("mask_port", storage_array=owner, view="volgrpID", port_name="port")),
)  # fmt: skip

READERS = (
    reader(
        "ds8000-lsioport", "lsioport", has_titles("I/O ports of a DS8000", _PORT_HEADER), ARRAY, _PORT,
        rows=table(_PORT_HEADER, _PORT_ROW), needles=("WWPN", "topo", "portgrp"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*ID[ \t,]+WWPN[ \t,]+State[ \t,]+Type[ \t,]+topo\b",
    ),
    reader(
        "ds8000-lshostconnect", "lshostconnect", has_titles("host connections of a DS8000", _CONNECTION_HEADER),
        ARRAY, _INITIATOR, _VIEW, rows=table(_CONNECTION_HEADER, _CONNECTION_ROW),
        needles=("WWPN", "HostType", "volgrpID"),
        begins=BANNER + r"(?:dscli>[ \t]+)?[ \t]*Name[ \t,]+ID[ \t,]+WWPN[ \t,]+HostType\b",
    ),
)  # fmt: skip
