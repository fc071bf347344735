"""``portshow fciptunnel``, ``portshow fciptunnel -c`` and ``portshow fcipcircuit``: FCIP tunnels and their circuits.

Synthetic sample::

     Tunnel Circuit  OpStatus  Flags    Uptime  TxMBps  RxMBps ConnCnt CommRt Met/G
    --------------------------------------------------------------------------------
     9/16  -         Degrade --i----a-    4h2m   12.50    3.10   2      -       -
     9/16  0 9/ge2   Up      ---vahpi4    4h2m   12.50    3.10   1  2000/5000  0/-
     9/16  1 9/ge10  Down    ---vahpi4       0s    0.00    0.00   7  2000/5000  0/-
    --------------------------------------------------------------------------------
     Flags (circuit): h=HA-Configured v=VLAN-Tagged p=PMTU i=IPSec 4=IPv4 6=IPv6

A tunnel is named by its VE port. ``CommRt`` is the smallest and largest committed rate in Mbit/s, ``Met/G`` the metric
and the failover group. Addresses are in the detailed output only, so a circuit is not tied to a declared WAN link.
"""

from __future__ import annotations

import re

from checker.readers.brocade import fos
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import number, owner, words
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import decimal, whole

_HEADER = re.compile(r"^[ \t]*Tunnel[ \t]+Circuit[ \t]+OpStatus[ \t]+Flags\b", re.MULTILINE)
_ROW = re.compile(
    r"\s*(?P<port>(?:\d{1,2}/)?\d{1,3})\s+(?:(?P<circuit>\d{1,2})\s+(?P<ethernet>(?:\d{1,2}/)?x?ge\d{1,2})|-)\s+(?P<state>[A-Za-z]{2,12})"
    r"\s+[\w-]{4,12}\s+(?P<uptime>(?:\d{1,5}[dhms]){1,4})\s+[\d.]{1,12}\s+[\d.]{1,12}\s+\d{1,9}"
    r"\s+(?:(?P<least>\d{1,6})/(?P<most>\d{1,6})|-)\s+(?:(?P<metric>\d{1,3})|-)(?:/(?P<group>\d{1,3}|-))?\s*\Z"
)
_LEGEND = re.compile(r"\s*(?:Flags\b.*:|(?:ARL\s+)?\w=[\w-])")
_SECONDS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
_STATES = {
    "degrade": "degraded",
    "inprog": "in progress",
    "disable": "disabled",
    "up": "up",
    "down": "down",
    "empty": "empty",
}


def _uptime(row: TextRow) -> int:
    return sum(whole(count) * _SECONDS[unit] for count, unit in re.findall(r"(\d+)([dhms])", row.values["uptime"]))


def _rate(row: TextRow, name: str) -> float | None:
    rate = row.text(name)
    return decimal(rate) if rate else None


_CIRCUIT = Facts[TextRow](
    "fcip_circuit", switch=owner, port="port", circuit=lambda row: row.values["circuit"], ethernet_port="ethernet",
    circuit_state=words("state", _STATES), uptime_seconds=_uptime, min_rate_mbps=lambda row: _rate(row, "least"),
    max_rate_mbps=lambda row: _rate(row, "most"), metric=number("metric"), failover_group="group",
)  # fmt: skip
READERS = (
    Family("brocade", fos.rows(_ROW, _HEADER, _LEGEND, started=r"\s*(?:\d{1,2}/)?\d{1,3}\s+[-\d]", what="circuit")).reader(
        "brocade-portshow-fcip", "portshow fciptunnel -c", fos.head_contains(_HEADER, 96, "header Tunnel Circuit OpStatus"),
        _CIRCUIT, needles=("OpStatus",), begins=_HEADER.pattern,
    ),
)  # fmt: skip
