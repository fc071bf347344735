"""``show port-license`` and ``show license usage``: the licences of ports of an MDS fabric switch.

Synthetic samples::

    Available port activation licenses are 6
    -----------------------------------------------
      Interface    Cookie    Port activation license
    -----------------------------------------------
      fc1/1        16777216          acquired
      fc1/2        16781312          eligible

    Feature                      Ins  Lic   Status Expiry Date Comments
                                     Count
    --------------------------------------------------------------------------------
    ENTERPRISE_PKG                Yes   -   In use never       -
    PORT_ACTIVATION_PKG           No   16   In use never       -
    --------------------------------------------------------------------------------

A port that is *eligible* gets a licence when it comes up. The count of ``PORT_ACTIVATION_PKG`` includes the ports that the
switch is sold with.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.numbers import whole

_AVAILABLE = re.compile(r"Available port activation licenses are (\d{1,4})\Z", re.IGNORECASE)
_PORT = re.compile(r"(?P<port>fc\d{1,2}/\d{1,3})\s+\S{1,20}\s+(?P<state>acquired|not acquired|eligible|ineligible)\Z")
_PORT_HEADER = re.compile(r"Interface\s+Cookie\s+Port activation license\Z", re.IGNORECASE)
_USAGE = re.compile(r"Feature\s+Ins\s+Lic\s+Status\s+Expiry Date", re.IGNORECASE)
_FEATURE = re.compile(r"(?P<name>[A-Z][A-Z0-9_]{2,60})\s+(?:Yes|No)\s+(?P<count>-|\d{1,5})\s+(?:In use|Unused)\b")
_ACTIVATION = ("PORT_ACTIVATION_PKG", "PORT_ACTIV_9148S_PKG", "PORT_ACTIV_9396S_PKG")


def _read_ports(capture: Capture, out: Writer) -> None:
    for number, stripped in nxos.stripped_lines(capture):
        available, row = _AVAILABLE.match(stripped), _PORT.match(stripped)
        if available:
            free = whole(available.group(1))
            out.add("switch", number, switch=capture.owner, vendor="cisco", free_port_licences=free)
        elif row:
            licensed = row.group("state") == "acquired"
            out.add("switch_port", number, switch=capture.owner, port=row.group("port"), licensed=licensed)
        elif not nxos.is_noise(stripped) and not _PORT_HEADER.match(stripped):
            out.unread(number)


def _read_usage(capture: Capture, out: Writer) -> None:
    for number, stripped in nxos.stripped_lines(capture):
        row = _FEATURE.match(stripped)
        if row:
            if row.group("name") in _ACTIVATION and row.group("count") != "-":
                count = whole(row.group("count"))
                out.add("switch", number, switch=capture.owner, vendor="cisco", port_licences=count)
        elif not nxos.is_noise(stripped) and not _USAGE.match(stripped) and stripped != "Count":
            out.unread(number)


READERS = (
    nxos.reader(
        "show port-license", nxos.begins_with(_AVAILABLE, 95, "Available port activation licenses are"), _read_ports,
        columns(switch="switch vendor free_port_licences", switch_port="switch port licensed"),
        needles=("port activation licenses are",), verified=False,
    ),
    nxos.reader(
        "show license usage", nxos.begins_with(_USAGE, 95, "Feature Ins Lic Status Expiry Date"), _read_usage,
        columns(switch="switch vendor port_licences"), needles=("Expiry Date",), verified=False,
    ),
)  # fmt: skip
