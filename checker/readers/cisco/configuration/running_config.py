"""``show running-config`` (or ``show startup-config``): VSANs, device aliases, both zone databases and ports.

Synthetic sample::

    !Command: show running-config
    !Time: Fri Mar  1 08:24:03 2024

    version 9.4(1)
    vsan database
      vsan 10 name "PROD_A"
    device-alias database
      device-alias name esx01_hba0 pwwn 10:00:00:00:c9:aa:00:01
    !Active Zone Database Section for vsan 10
    zone name esx01_vplex vsan 10
        member device-alias esx01_hba0
    zoneset name ZS_A vsan 10
        member esx01_vplex
    zoneset activate name ZS_A vsan 10
    switchname mds-a
    interface fc1/1
      no shutdown

A configuration contains password hashes and keys, so unknown lines are never repeated, not even in a note, and banners
are skipped. Commands unrelated to the SAN do not count as unread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.cisco.configuration.interface import interface_facts
from checker.readers.cisco.configuration.policy import policy
from checker.readers.cisco.zoning.zone_lines import ZoneDatabase
from checker.readers.toolkit.base import Capture, Detection, columns

_TITLE = re.compile(r"^[ \t]*!Command: show (?:running|startup)-config", re.MULTILINE)
_CHANGED = re.compile(r"^[ \t]*!Running configuration last done at:", re.MULTILINE)
_TIME = re.compile(r"^[ \t]*!Time: \w{3} (\w{3} +\d{1,2} \d\d:\d\d:\d\d \d{4})[ \t]*$", re.MULTILINE)
_SWITCH_NAME = re.compile(r"^(?:switchname|hostname) ([\w.\-]{1,64})[ \t]*$", re.MULTILINE)
_FC_WORDS = re.compile(
    r"^[ \t]*(?:vsan \d|vsan database|zone |zoneset |device-alias |interface v?fc\d|fcdomain )", re.M
)
_MARKERS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^switchname \S+[ \t]*$", r"^[ \t]*vsan database[ \t]*$", r"^[ \t]*interface v?fc\d[\d/]*[ \t]*$",
        r"^[ \t]*zoneset activate name \S+ vsan \d", r"^!(?:Active|Full) Zone Database Section for vsan",
        r"^[ \t]*fcdomain fcid database[ \t]*$", r"^[ \t]*device-alias database[ \t]*$",
        r"^version \d[\w.()]*[ \t]*$", r"^feature \S+[ \t]*$",
        r"^[ \t]*member (?:pwwn|device-alias|fcalias|fcid) \S",
    )
)  # fmt: skip
_FIRST_LINES = re.compile(
    r"!|version |feature |switchname |vsan |zone |zoneset |interface |device-alias |fcdomain |fcalias |power |system |no |member ",
)
_ACTIVATED = re.compile(r"^[ \t]*zoneset activate name \S+ vsan \d", re.MULTILINE)
_SECTION = re.compile(r"!\s*(Active|Full) Zone Database Section", re.IGNORECASE)
_DEVICE_ALIAS = re.compile(r"device-alias name (\S{1,64}) pwwn (\S{1,64})\Z", re.IGNORECASE)
_VSAN_LINE = re.compile(r"vsan (\d{1,4}(?:[-,]\d{1,4}){0,200})(?:\s+(.+))?\Z", re.IGNORECASE)
_QUOTED = re.compile(r'name "?([^"]{1,64})"?')
_BANNER = re.compile(r"banner (?:motd|exec)\s+(\S)(.*)\Z", re.IGNORECASE)


@dataclass
class _State:
    capture: Capture
    out: Writer
    zones: ZoneDatabase
    context: str = ""
    open_ports: list[str] = field(default_factory=list)
    port_line: int = 0
    facts: dict[str, Value] = field(default_factory=dict)
    ports: set[str] = field(default_factory=set)
    banner_end: str = ""


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    _, first = nxos.opening(head)
    if _TITLE.match(first) or _CHANGED.match(first):
        found = bool(_FC_WORDS.search(head))
        return Detection(97, "!Command: show running-config with Fibre Channel commands") if found else None
    if not _FIRST_LINES.match(first):
        return None
    markers = sum(1 for pattern in _MARKERS if pattern.search(head))
    if markers >= 3:
        return Detection(94, f"{markers} kinds of NX-OS configuration commands")
    if markers == 2 and (
        first.split() == ["device-alias", "database"]
        or not first.startswith(("device-alias ", "zone name", "zoneset name"))
    ):
        return Detection(85, "two kinds of NX-OS configuration commands")
    if markers == 2 and _ACTIVATED.search(head):
        return Detection(93, "zoneset activate, which show commands do not print")
    return None


def _owner_in(text: str) -> str | None:
    match = _SWITCH_NAME.search(text)
    return match.group(1) if match else None


def _captured_in(text: str) -> datetime | None:
    match = _TIME.search(text[:20_000])
    if match:
        try:
            return datetime.strptime(" ".join(match.group(1).split()), "%b %d %H:%M:%S %Y")
        except ValueError:
            return None
    return None


def _read(capture: Capture, out: Writer) -> None:
    zones = ZoneDatabase(out, capture.owner, config_form=True)
    state = _State(capture, out, zones)
    firmware: tuple[int, str] | None = None
    first = 0
    for number, line in capture.lines():
        stripped = line.strip()
        if state.banner_end:
            if state.banner_end in stripped:
                state.banner_end = ""
            continue
        banner = _BANNER.match(stripped)
        if banner:
            state.banner_end = "" if banner.group(1) in banner.group(2) else banner.group(1)
            continue
        if stripped and not first and not nxos.is_noise(stripped):
            first = number
        if stripped.startswith("version ") and re.fullmatch(r"version \d[\w.()]{0,30}", stripped) and not state.context:
            firmware = firmware or (number, stripped[8:])
        elif stripped:
            _line(state, number, line, stripped)
    _end_port(state)
    if state.banner_end:
        out.ends_inside_record = True
        out.note(first or capture.first_line, "a banner has no end: the text after it was not read")
    at, version = firmware or (first or capture.first_line, None)
    out.add("switch", at, switch=capture.owner, vendor="cisco", firmware_version=version)
    zones.drop_filtered(capture)
    zones.write()
    if zones.ends_open():
        out.ends_inside_record = True
        out.note(zones.last_line, "truncated: the last zone has no members")


def _line(state: _State, number: int, line: str, stripped: str) -> None:
    section = _SECTION.match(stripped)
    if section:
        _end_port(state)
        state.context = ""
        state.zones.section(section.group(1).lower() == "active")
        return
    if stripped.startswith("!"):
        alias = nxos.alias_line(stripped[1:].strip())
        if alias is not None:
            state.zones.name_last(alias)
        return
    if _opens(state, number, stripped):
        return
    if policy(state.out, state.capture.owner, number, stripped):
        _end_port(state)
        return
    if state.context == "interface":
        if not state.open_ports or interface_facts(stripped, state.facts):
            if line[:1] in (" ", "\t") or interface_facts(stripped, {}):
                return
        elif line[:1] in (" ", "\t"):
            state.out.unread(number)
            return
        _end_port(state)
    elif state.context == "vsan":
        if _vsan_line(state, number, stripped):
            return
        state.context = ""
    if state.zones.feed(number, line):
        return
    if state.zones.block_open and stripped.startswith(("member ", "* ")):
        state.out.unread(number)
    elif not nxos.is_noise(stripped):
        state.zones.close()


def _opens(state: _State, number: int, stripped: str) -> bool:
    alias = _DEVICE_ALIAS.match(stripped)
    if alias:
        name, member = alias.groups()
        wwpn = state.out.wwn(member, number, "alias", "wwpn", f"device-alias {name}")
        owner = state.capture.owner
        state.out.add("alias", number, switch=owner, vsan="", alias=name, member=wwpn or member, wwpn=wwpn)
        return True
    if stripped.startswith("device-alias name "):
        # the WWN is truncated or missing
        state.out.unread(number)
        return True
    word, _, rest = stripped.partition(" ")
    if word == "interface" and rest:
        _end_port(state)
        state.zones.close()
        ports = nxos.ports_of(rest)
        if ports is None and rest.lower().startswith(("fc", "vfc")):
            state.out.unread(number)
        state.context, state.open_ports, state.port_line = "interface", ports or [], number
        return True
    if stripped in ("vsan database", "device-alias database", "fcdomain fcid database"):
        _end_port(state)
        state.zones.close()
        state.context = "vsan" if word == "vsan" else ""
        return True
    return False


def _end_port(state: _State) -> None:
    owner = state.capture.owner
    channel = state.facts.get("port_channel")
    for port in state.open_ports:
        if not state.facts and port in state.ports:
            continue
        state.out.add("switch_port", state.port_line, switch=owner, port=port, **state.facts)
        if isinstance(channel, str):
            state.out.add("trunk_member", state.port_line, switch=owner, port=port, trunk=channel)
        state.ports.add(port)
    state.open_ports, state.facts = [], {}
    if state.context == "interface":
        state.context = ""


def _vsan_line(state: _State, number: int, stripped: str) -> bool:
    match = _VSAN_LINE.match(stripped)
    if not match:
        return False
    rest = (match.group(2) or "").strip()
    name = _QUOTED.match(rest)
    owner, out = state.capture.owner, state.out
    if rest.startswith("wwn "):
        return True  # fcdomain fcid database: addresses reserved for devices, not proof of a login
    vsans = nxos.vsans_of(match.group(1))
    if not nxos.may_expand(out, len(vsans)) or (len(vsans) > 1 and rest.startswith("interface ")):
        out.unread(number)  # a port is in one VSAN
        return True
    facts: dict[str, Value] = {}
    if name:
        facts["vsan_name"] = name.group(1)
    if re.search(r"\bsuspend\b", rest):
        facts["vsan_state"] = "suspended"
    interop = re.search(r"\binterop(?: (\d))?\b", rest)
    if interop and not name:
        facts["interop_mode"] = interop.group(1) or "1"
    balancing = re.search(r"\bloadbalancing (src-dst-id|src-dst-ox-id)\b", rest)
    if balancing and not name:
        facts["load_balancing"] = "src-id/dst-id/oxid" if "ox" in balancing.group(1) else "src-id/dst-id"
    for vsan in vsans:
        if rest.startswith("interface "):
            ports = nxos.ports_of(rest[10:])
            if ports is None:
                out.unread(number)
            for port in ports or []:
                out.add("switch_port", number, switch=owner, port=port, port_vsan=vsan)
            continue
        out.add("vsan", number, switch=owner, vsan=vsan, **facts)
    return True


READERS = (
    nxos.reader(
        "show running-config", _detect, _read,
        columns(
            switch="switch vendor firmware_version", alias="switch vsan alias member wwpn",
            vsan="switch vsan vsan_name vsan_state default_zone default_zone_in_force zone_mode smart_zoning"
            " distribute merge_control active_zone_set interop_mode ficon load_balancing",
            zone="switch vsan active zone zone_set smart", zone_set="switch vsan active zone_set zone",
            zone_member="switch vsan active zone member member_type wwpn alias member_role fcid",
            switch_port="switch port port_vsan port_type speed_mode max_speed_gbps port_channel description"
            " buffer_credits fec persistently_disabled",
            trunk_member="switch port trunk", fabric_setting=nxos.SETTING,
        ),
        needles=("vsan|zone|device-alias|interface |fcdomain|feature |switchname|member ",),
        begins=r"^!Command: show (?:running|startup)-config", owner_in=_owner_in, captured_in=_captured_in, trust=55,
    ),
)  # fmt: skip
