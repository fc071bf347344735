"""Global commands of a running configuration that set a policy of a VSAN, of the fabric or of the switch."""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.numbers import whole

_VSAN_POLICIES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Value]]], ...] = (
    (re.compile(r"(no )?zone default-zone permit vsan (?P<vsan>\S+)\Z"), lambda m: _default_zone(m.group(1) is None)),
    (re.compile(r"zone mode (enhanced|basic) vsan (?P<vsan>\S+)\Z"), lambda m: {"zone_mode": m.group(1)}),
    (re.compile(r"(no )?zone smart-zoning enable vsan (?P<vsan>\S+)\Z"), lambda m: {"smart_zoning": m.group(1) is None}),
    (re.compile(r"zoneset distribute full vsan (?P<vsan>\S+)\Z"), lambda _: {"distribute": "full"}),
    (re.compile(r"zone merge-control (allow|restrict) vsan (?P<vsan>\S+)\Z"), lambda m: {"merge_control": m.group(1)}),
    (re.compile(r"zoneset activate name (\S+) vsan (?P<vsan>\S+)\Z"), lambda m: {"active_zone_set": m.group(1)}),
    (re.compile(r"ficon vsan (?P<vsan>\S+)\Z"), lambda _: {"ficon": True}),
)  # fmt: skip
# Only commands of plain words, which cannot contain a secret. Groups: name, value, rest of the name.
_SETTINGS = (
    re.compile(r"(feature [\w\-]{1,40})\Z"),
    re.compile(
        r"(system timeout (?:fcoe )?(?:congestion-drop|no-credit-drop|slowport-monitor)) (\S{1,12}) "
        r"((?:mode|logical-type) \w+)\Z"
    ),
    re.compile(r"(system default switchport (?:trunk )?mode) (\w{1,8})\Z"),
    re.compile(r"(system default switchport shutdown)\Z"),
    re.compile(r"(system default zone [\w\-]{1,16}) (\w{1,12})\Z"),
    re.compile(r"(port-monitor activate) ([\w.\-]{1,64})\Z"),
    re.compile(r"(device-alias mode) (enhanced|basic)\Z"),
)
# The name of a time server may identify the site; only whether one is configured matters.
_TIME_SERVER = re.compile(r"ntp (?:server|peer) [\w.:\-]{1,64}(?: .{0,80})?\Z")
_DOMAIN = re.compile(r"fcdomain domain (\d{1,3}|0x[0-9a-f]{1,2}) (static|preferred) vsan (\d{1,4})\Z", re.IGNORECASE)


def _default_zone(permit: bool) -> dict[str, Value]:
    return {"default_zone": "permit" if permit else "deny", "default_zone_in_force": True}


def _setting(words: list[str], negated: bool) -> tuple[str, str]:
    name = " ".join([words[0], *words[2:]])
    if len(words) == 1:
        return name, "disabled" if negated else "enabled"
    return name, f"no {words[1]}" if negated else words[1]


def policy(out: Writer, switch: str, number: int, line: str) -> bool:
    """Write the setting of a global command (one stripped line); FALSE for an unknown command."""
    for pattern, facts_of in _VSAN_POLICIES:
        match = pattern.match(line)
        if match:
            vsans = nxos.vsans_of(match.group("vsan"))
            if not vsans or not nxos.may_expand(out, len(vsans)):
                out.unread(number)
                return True
            for vsan in vsans:
                out.add("vsan", number, switch=switch, vsan=vsan, **facts_of(match))
            return True
    negated = line.startswith("no ")
    for setting in _SETTINGS:
        match = setting.match(line.removeprefix("no "))
        if match:
            name, value = _setting([group for group in match.groups() if group], negated)
            nxos.add_setting(out, number, switch, "", name, value)
            return True
    server = _TIME_SERVER.match(line)
    if server:
        nxos.add_setting(out, number, switch, "", "ntp server", "configured")
        return True
    domain = _DOMAIN.match(line)
    if domain:
        text = domain.group(1).lower()
        decimal = str(whole(text, 16) if text.startswith("0x") else whole(text))
        vsan = nxos.vsan_number(domain.group(3))
        value = f"{decimal} {domain.group(2).lower()}"
        nxos.add_setting(out, number, switch, vsan, "configured domain id", value)
        return True
    return line == "device-alias commit" or line.startswith(("zone commit ", "do clear zone "))
