"""``show interface description`` and ``show port-channel summary``: one line per port.

Synthetic samples::

    -------------------------------------------------
    Interface                Description
    -------------------------------------------------
    fc1/1                    to esx01 hba0
    fc1/2                    --

    ------------------------------------------------------------------------------
    Interface                 Total Ports        Oper Ports        First Oper Port
    ------------------------------------------------------------------------------
    port-channel 5                2                   1                  fc1/3
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.numbers import whole

_DESCRIPTION_HEADER = re.compile(r"Interface\s+Description\Z", re.IGNORECASE)
_DESCRIPTION_ROW = re.compile(r"(?P<port>(?:san-)?port-channel ?\d{1,5}|\S{2,24})(?:\s+(?P<text>\S.{0,254}))?\Z", re.I)
_SUMMARY_HEADER = re.compile(r"Interface\s+Total Ports\s+Oper Ports\b", re.IGNORECASE)
_SUMMARY_ROW = re.compile(
    r"(?P<port>(?:san-)?port-channel ?\d{1,5})\s+(?P<total>\d{1,3})\s+(?P<up>\d{1,3})(?:\s+(?P<first>\S{1,24}))?\Z",
    re.I,
)
_OTHER = re.compile(r"(?:mgmt|sup-fc|Eth|Ethernet|Vlan|loopback|iscsi|GigabitEthernet|IPStorage|Port|Interface)", re.I)


def _read_description(capture: Capture, out: Writer) -> None:
    in_table = False
    for number, stripped in nxos.stripped_lines(capture):
        row = _DESCRIPTION_ROW.match(stripped)
        port = nxos.port_name(row.group("port")) if row else None
        if _DESCRIPTION_HEADER.match(stripped):
            in_table = True
        elif stripped.startswith(("Interface ", "Port ")):
            in_table = False  # Ethernet ports have a table of their own
        elif in_table and row and port:
            nxos.state_switch_once(out, capture, number)
            text = (row.group("text") or "").strip()
            out.add(
                "switch_port", number, switch=capture.owner, port=port,
                description=text if text not in ("", "--") else None,
            )  # fmt: skip
        elif not nxos.is_noise(stripped) and not _OTHER.match(stripped):
            out.unread(number)


def _read_summary(capture: Capture, out: Writer) -> None:
    for number, stripped in nxos.stripped_lines(capture):
        row = _SUMMARY_ROW.match(stripped)
        port = nxos.port_name(row.group("port")) if row else None
        if row and port:
            nxos.state_switch_once(out, capture, number)
            up, total = whole(row.group("up")), whole(row.group("total"))
            reason = None if up == total else f"{up} of {total} ports are operational"
            out.add(
                "switch_port", number, switch=capture.owner, port=port, port_state="up" if up else "down",
                state_reason=reason,
            )  # fmt: skip
            first = nxos.port_name(row.group("first") or "")
            if first is not None:
                out.add("trunk_member", number, switch=capture.owner, port=first, trunk=port, is_master=True)
        elif not nxos.is_noise(stripped) and not _SUMMARY_HEADER.match(stripped):
            out.unread(number)


READERS = (
    nxos.reader(
        "show interface description", nxos.begins_with(
            _DESCRIPTION_HEADER, 92, "header Interface Description, and Fibre Channel ports",
            also=r"^[ \t]*v?fc\d+/?\d*[ \t]",
        ),
        _read_description, columns(switch_port="switch port description", switch=nxos.SWITCH), needles=("Description",),
        verified=False, trust=50,
    ),
    nxos.reader(
        "show port-channel summary", nxos.begins_with(_SUMMARY_HEADER, 95, "header Interface Total Ports Oper Ports"),
        _read_summary,
        columns(
            switch_port="switch port port_state state_reason", trunk_member="switch port trunk is_master",
            switch=nxos.SWITCH,
        ),
        needles=("Total Ports",), begins=r"^Interface\s+Total Ports\s+Oper Ports\b", verified=False, trust=50,
    ),
)  # fmt: skip
