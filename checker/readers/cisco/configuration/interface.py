"""The ``interface`` blocks of a running configuration: settings of Fibre Channel ports."""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.values import Value
from checker.readers.toolkit.numbers import whole

_DESCRIPTION = re.compile(r"(?:switchport )?description (.{1,254})\Z", re.IGNORECASE)
_SPEED = re.compile(r"switchport speed (auto|\d{4,6})(?: max (\d{4,6}))?\Z", re.IGNORECASE)
_MODE = re.compile(r"switchport mode (\w{1,4})\Z", re.IGNORECASE)
_CHANNEL = re.compile(r"channel-group (\d{1,5})\b", re.IGNORECASE)
_CREDITS = re.compile(r"switchport fcrxbbcredit (?:extended )?(\d{1,5})(?: mode \w+)?\Z", re.IGNORECASE)
_SUBCOMMAND = re.compile(
    r"(?:no )?(?:switchport|shutdown|channel|port-license|fspf|fcsp|ficon|fcdomain|ip|ipv6|bind|qos|rate-mode|trunk"
    r"|out-of-service|peer-info|use-profile|tcp|write-accelerator|service-policy|fec|snmp|port-monitor|mtu|speed|duplex"
    r"|vrf|analytics|logging|storm-control|priority-flow-control|load-interval|beacon|vpc|carrier-delay|cdp|lldp|spanning-tree|description|link|errdisable|cfs)\b",
    re.IGNORECASE,
)
# Configured modes that determine the port type; with auto and Fx it is negotiated.
_TYPES = ("E", "F", "FL", "NP", "SD", "ST", "TL", "B")


def interface_facts(line: str, facts: dict[str, Value]) -> bool:
    """Read one stripped line of an interface block into columns of ``switch_port``; FALSE if it is not a subcommand."""
    lower = line.lower()
    description, speed, mode = _DESCRIPTION.match(line), _SPEED.match(line), _MODE.match(line)
    channel, credit = _CHANNEL.match(line), _CREDITS.match(line)
    if lower in ("shutdown", "no shutdown"):
        facts["persistently_disabled"] = lower == "shutdown"
    elif description:
        facts["description"] = description.group(1).strip()
    elif speed:
        fixed = speed.group(1).lower() != "auto"
        facts["speed_mode"] = "fixed" if fixed else "auto"
        if speed.group(2):
            facts["max_speed_gbps"] = whole(speed.group(2)) / 1000
    elif mode:
        if mode.group(1).upper() in _TYPES:
            facts["port_type"] = mode.group(1).upper()
    elif channel:
        facts["port_channel"] = f"port-channel{whole(channel.group(1))}"
    elif credit:
        facts["buffer_credits"] = normalise.integer(credit.group(1))
    elif lower in ("switchport fec", "no switchport fec"):
        facts["fec"] = not lower.startswith("no ")
    else:
        return bool(_SUBCOMMAND.match(line))
    return True
