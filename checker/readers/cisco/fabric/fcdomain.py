"""``show fcdomain [vsan n]``: the domain id of this switch and the principal switch, for each VSAN.

Synthetic sample::

    VSAN 10
    The local switch is the Principal Switch.

    Local switch run time information:
            State: Stable
            Local switch WWN:    20:0a:00:0d:ec:aa:00:01
            Running fabric name: 20:0a:00:0d:ec:aa:00:01
            Running priority: 128
            Current domain ID: 0x25(37)

    Local switch configuration information:
            State: Enabled
            Configured priority: 128
            Configured domain ID: 0x25(37) (static)

    Principal switch run time information:
            Running priority: 128

    Interface               Role          RCF-reject
    ----------------    -------------    ------------
    fc1/7               Downstream       Disabled
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns
from checker.readers.toolkit.packed_list import PackedList

_VSAN = re.compile(r"VSAN (\d{1,4})\Z")
_ROLE = re.compile(r"The local switch is (?P<role>the Principal Switch|a Subordinate Switch)", re.IGNORECASE)
_TITLE = re.compile(r"(?:Local switch run time|Local switch configuration|Principal switch run time) information", re.I)
_KEY = re.compile(r"(?P<key>[A-Z][\w \-]{2,40}?)\s*:\s*(?P<value>.*)\Z")
_INTERFACES = re.compile(r"Interface\s+Role\b", re.I)
_INTERFACE = re.compile(
    r"(?P<port>(?:fc|port-channel|vfc|fcip|san-port)[\w\-/ ]{1,20}?)\s+(?P<role>[A-Z][\w\-]{2,20})\s+(?:Enabled|Disabled)\Z",
    re.I,
)
# CISCO-DM-MIB, dmIfRole: an isolated interface belongs to the fabric of another principal switch, or to none.
_ROLES = {"upstream": "up", "downstream": "up", "non-principal": "up", "isolated": "isolated"}
_SETTINGS = (
    "running priority", "configured priority", "fcid persistence", "auto-reconfiguration", "contiguous-allocation",
)  # fmt: skip


@dataclass
class _Domain:
    line: int
    vsan: str
    role: str | None = None
    wwn: tuple[int, str] | None = None
    domain: tuple[int, str | None] | None = None
    settings: list[tuple[int, str, str]] = field(default_factory=list)
    ports: list[tuple[int, str, str]] = field(default_factory=list)


def _detect(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    if (_VSAN.match(first) or _ROLE.match(first)) and _TITLE.search(capture.head):
        return Detection(96, "The local switch is … and Local switch run time information")
    return None


def _read(capture: Capture, out: Writer) -> None:
    found: PackedList[_Domain] = PackedList()
    section = ""
    for number, stripped in nxos.stripped_lines(capture):
        vsan, role, title, key = (pattern.match(stripped) for pattern in (_VSAN, _ROLE, _TITLE, _KEY))
        if vsan:
            found.append(_Domain(number, nxos.vsan_number(vsan.group(1))))
            section = ""
            continue
        if role and not found:
            found.append(_Domain(number, ""))
        if not found:
            if not nxos.is_noise(stripped):
                out.unread(number)
        elif role:
            found[-1].role = "principal" if "rincipal" in role.group("role") else "subordinate"
        elif title:
            section = stripped.lower()
        elif row := _INTERFACE.match(stripped):
            state, port = _ROLES.get(row["role"].lower()), nxos.port_name(row["port"])
            if state and port:
                found[-1].ports.append((number, port, state))
        elif key:
            _take(found[-1], number, section, key.group("key").lower(), key.group("value").strip())
        elif not nxos.is_noise(stripped) and not _INTERFACES.match(stripped):
            out.unread(number)
    if found:
        nxos.state_switch(out, capture, found[0].line)
    for domain in found:
        _write(capture, out, domain)


def _take(domain: _Domain, number: int, section: str, key: str, value: str) -> None:
    if section.startswith("principal"):
        return
    if key == "local switch wwn":
        domain.wwn = number, value
    elif key == "current domain id":
        domain.domain = number, nxos.domain_number(value)
        if domain.domain[1]:
            domain.settings.append((number, "current domain id", domain.domain[1]))
    elif key == "configured domain id":
        match = re.match(r"(0x[0-9a-f]{1,2}\s?\(\d{1,3}\)|\d{1,3})\s*\(?(static|preferred)?", value, re.IGNORECASE)
        number_text = nxos.domain_number(match.group(1).replace(" ", "")) if match else None
        if match and number_text:
            domain.settings.append(
                (number, "configured domain id", f"{number_text} {(match.group(2) or '').lower()}".strip())
            )
    elif key in _SETTINGS:
        domain.settings.append((number, f"fcdomain {key}", value.lower()))


def _write(capture: Capture, out: Writer, domain: _Domain) -> None:
    facts: dict[str, Value] = {}
    if domain.wwn is not None:
        facts["member_wwn"] = out.wwn(domain.wwn[1], domain.wwn[0], "fabric_member", "member_wwn")
    if domain.domain is not None:
        facts["member_domain"] = domain.domain[1]
    if facts:
        principal = None if domain.role is None else domain.role == "principal"
        out.add(
            "fabric_member", domain.line, switch=capture.owner, vsan=domain.vsan, member_name=capture.owner,
            principal=principal, **facts,
        )  # fmt: skip
    for number, setting, value in domain.settings:
        nxos.add_setting(out, number, capture.owner, domain.vsan, setting, value)
    for number, port, state in domain.ports:
        if domain.vsan:
            out.add("trunk_vsan", number, switch=capture.owner, port=port, vsan=domain.vsan, vsan_state=state)


READERS = (
    nxos.reader(
        "show fcdomain", _detect, _read,
        columns(
            fabric_member="switch vsan member_wwn member_domain member_name principal", fabric_setting=nxos.SETTING,
            switch=nxos.SWITCH, trunk_vsan="switch port vsan vsan_state",
        ),
        needles=("witch run time information",), begins=r"^VSAN \d{1,4}[ \t]*\nThe local switch is", verified=False,
    ),
)  # fmt: skip
