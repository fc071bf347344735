"""``show port-license`` and ``show license usage``: the licences of an MDS switch and of its ports.

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
    MAINFRAME_PKG                 No    -   In use             Grace 119D 22H
    PORT_ACTIVATION_PKG           No   16   In use never       -
    --------------------------------------------------------------------------------

A port that is *eligible* gets a licence when it comes up. The count of ``PORT_ACTIVATION_PKG`` includes the ports that the
switch is sold with. A feature may be used without its licence for 120 days, its grace period (Cisco MDS Licensing Guide).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.numbers import whole

_AVAILABLE = re.compile(r"Available port activation licenses are (\d{1,4})\Z", re.IGNORECASE)
_PORT = re.compile(r"(?P<port>fc\d{1,2}/\d{1,3})\s+\S{1,20}\s+(?P<state>acquired|not acquired|eligible|ineligible)\Z")
_PORT_HEADER = re.compile(r"Interface\s+Cookie\s+Port activation license\Z", re.IGNORECASE)
_USAGE = re.compile(r"Feature\s+Ins\s+Lic\s+Status\s+Expiry Date", re.IGNORECASE)
_FEATURE = re.compile(
    r"(?P<name>[A-Z][A-Z0-9_-]{2,60})\s+(?:Yes|No)\s+(?P<count>-|\d{1,5})\s+(?P<use>In use|Unused)\b(?P<rest>.{0,120})\Z"
)
_DATE = re.compile(r"\s+(?P<date>[0-9]{1,2} [A-Z][a-z]{2} [0-9]{4})\b")
_GRACE = re.compile(r"grace\s+(?P<left>expired|[0-9]{1,4}D(?:\s*[0-9]{1,2}H)?)", re.IGNORECASE)
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
            state = _state(row, capture.captured_at)
            if state is not None:
                scope = f"licence {row['name']}"
                nxos.add_setting(out, number, capture.owner, "", scope, state)
                nxos.add_setting(
                    out, number, capture.owner, "", f"{scope} in use", "no" if row["use"] == "Unused" else "yes"
                )
            if row.group("name") in _ACTIVATION and row.group("count") != "-":
                count = whole(row.group("count"))
                out.add("switch", number, switch=capture.owner, vendor="cisco", port_licences=count)
        elif not nxos.is_noise(stripped) and not _USAGE.match(stripped) and stripped != "Count":
            out.unread(number)


def _state(feature: re.Match[str], now: datetime | None) -> str | None:
    """Return valid, expired or the rest of the grace period; None without a licence, or for a date and an unknown time."""
    rest = feature["rest"]
    if grace := _GRACE.search(rest):
        return (
            "expired"
            if grace["left"].lower() == "expired"
            else f"grace period of {' '.join(grace['left'].split())} left"
        )
    if re.search(r"\bexpired\b", rest, re.IGNORECASE):
        return "expired"
    if until := _DATE.match(rest):
        return _compared(until["date"], now)
    return "valid" if re.match(r"\s+never\b", rest, re.IGNORECASE) else None


def _compared(date: str, now: datetime | None) -> str | None:
    try:
        until = datetime.strptime(date, "%d %b %Y").replace(tzinfo=UTC)
    except ValueError:
        return None
    return None if now is None else "expired" if until < now - timedelta(days=1) else "valid"


READERS = (
    nxos.reader(
        "show port-license", nxos.begins_with(_AVAILABLE, 95, "Available port activation licenses are"), _read_ports,
        columns(switch="switch vendor free_port_licences", switch_port="switch port licensed"),
        needles=("port activation licenses are",), verified=False,
    ),
    nxos.reader(
        "show license usage", nxos.begins_with(_USAGE, 95, "Feature Ins Lic Status Expiry Date"), _read_usage,
        columns(switch="switch vendor port_licences", fabric_setting=nxos.SETTING), needles=("Expiry Date",), verified=False,
    ),
)  # fmt: skip
