"""``show topology``, ``show fcdomain domain-list`` and ``show port-channel database``.

Synthetic samples::

    FC Topology for VSAN 10 :
    --------------------------------------------------------------------------------
           Interface  Peer Domain Peer Interface     Peer IP Address(Switch Name)
    --------------------------------------------------------------------------------
               fc1/7 0xe7(231)          fc13/19  192.0.2.7(mds-core-1)

    Number of domains: 2
    Domain ID              WWN
    ---------    -----------------------
     0x25(37)    20:0a:00:0d:ec:aa:00:01 [Principal]
     0x26(38)    20:0a:00:0d:ec:bb:00:01 [Local]

    port-channel5
        Administrative channel mode is active
        Ports:   fc1/3    [up] *
                 fc1/4    [down]
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.packed_list import PackedList

_TOPOLOGY = re.compile(r"FC Topology for VSAN\s+(\d{1,4})\s*:?\Z", re.IGNORECASE)
_PORT = r"(?:fc[\d/]+|(?:san-)?port-channel ?\d+|vfc[\w\-/]+|fcip\d+|(?:san-)?po\d+)"
_LINK = re.compile(
    rf"(?P<port>{_PORT})\s+(?P<domain>0x[0-9a-f]{{1,2}}\(\d{{1,3}}\))\s+(?P<peer>\S+(?: \d+)?)"
    r"(?:\s+(?P<ip>[0-9a-f.:]+|--?))?\s*(?:\((?P<name>[^()]*)\))?\Z",
    re.IGNORECASE,
)
_DOMAINS = re.compile(r"Number of domains:\s*(\d{1,3})\Z", re.IGNORECASE)
_DOMAIN = re.compile(r"(0x[0-9a-f]{1,2}\s?\(\d{1,3}\))\s+([0-9a-fx:*#]{8,40})\s*((?:\[\w+\]\s*)*)\Z", re.IGNORECASE)
_VSAN = re.compile(r"VSAN:?\s+(\d{1,4}):?\Z", re.IGNORECASE)
_DOMAINS_OR_VSAN = re.compile(f"{_DOMAINS.pattern}|{_VSAN.pattern}", re.IGNORECASE)
_CHANNEL = re.compile(r"((?:san-)?port-channel ?\d{1,5})\Z", re.IGNORECASE)
_MEMBER = re.compile(r"(?:Ports:\s*)?(fc[\d/]+|vfc[\w\-/]+)\s+\[\s*+([\w ,\-]*?[\w,\-])\s*\]\s*(\*)?\Z", re.IGNORECASE)
_CHANNEL_REMARKS = re.compile(
    r"(?:Administrative channel|Operational channel|Last membership|First operational|\d+ ports? in total|No ports"
    r"|Age of the|Ports:\Z|Channel auto|Last bundled|Time since)",
    re.IGNORECASE,
)


def _read_topology(capture: Capture, out: Writer) -> None:
    vsan, stated = "", False
    members: set[tuple[str, str]] = set()
    for number, stripped in nxos.stripped_lines(capture, marks=False):
        heading, link = _TOPOLOGY.match(stripped), _LINK.match(stripped)
        if heading:
            vsan = nxos.vsan_number(heading.group(1))
            if not stated:
                nxos.state_switch(out, capture, number)
            stated = True
        elif link:
            domain, port = (
                nxos.domain_number(link.group("domain")),
                nxos.port_name(link.group("port")) or link.group("port"),
            )
            name = (link.group("name") or "").strip() or None
            out.add(
                "isl", number, switch=capture.owner, port=port, vsan=vsan, peer_switch=name,
                peer_port=nxos.port_name(link.group("peer")) or link.group("peer"), peer_domain=domain,
                is_trunk="port-channel" in port, link_kind="fcip" if port.startswith("fcip") else "isl",
            )  # fmt: skip
            if domain is not None and (vsan, domain) not in members:
                members.add((vsan, domain))
                out.add(
                    "fabric_member", number, switch=capture.owner, vsan=vsan, member_domain=domain, member_name=name
                )
        elif not nxos.is_noise(stripped) and not stripped.startswith("Interface"):
            out.unread(number)


def _read_domains(capture: Capture, out: Writer) -> None:
    vsan = nxos.vsan_of_command(capture)
    found: PackedList[tuple[int, str, str | None, str | None, str]] = PackedList()
    printed = 0
    for number, stripped in nxos.stripped_lines(capture, marks=False):
        of_vsan, count, row = _VSAN.match(stripped), _DOMAINS.match(stripped), _DOMAIN.match(stripped)
        if of_vsan:
            vsan = nxos.vsan_number(of_vsan.group(1))
        elif count:
            printed += whole(count.group(1))
            out.printed_count = printed
        elif row:
            wwn = out.wwn(row.group(2), number, "fabric_member", "member_wwn")
            found.append((number, vsan, nxos.domain_number(row.group(1).replace(" ", "")), wwn, row.group(3).lower()))
        elif not nxos.is_noise(stripped) and not stripped.startswith("Domain ID"):
            out.unread(number)
    if found:
        nxos.state_switch(out, capture, found[0][0])
    marked = {of for _, of, _, _, marks in found if "[principal]" in marks}
    for number, of, domain, wwn, marks in found:
        principal = "[principal]" in marks if of in marked else None
        out.add(
            "fabric_member", number, switch=capture.owner, vsan=of, member_wwn=wwn, member_domain=domain,
            principal=principal,
        )  # fmt: skip
        if "[local]" in marks and domain is not None:
            nxos.add_setting(out, number, capture.owner, of, "current domain id", domain)
    out.counted_records = len(found) if out.printed_count is not None else None


def _read_channels(capture: Capture, out: Writer) -> None:
    channel: str | None = None
    for number, stripped in nxos.stripped_lines(capture, marks=False):
        heading, member = _CHANNEL.match(stripped), _MEMBER.match(stripped)
        if heading:
            nxos.state_switch_once(out, capture, number)
            channel = nxos.port_name(heading.group(1))
        elif member and channel is not None:
            port = nxos.port_name(member.group(1))
            if port is None:
                out.unread(number)
                continue
            state = member.group(2).lower()
            out.add(
                "trunk_member", number, switch=capture.owner, port=port, trunk=channel,
                is_master=member.group(3) is not None,
            )  # fmt: skip
            out.add("switch_port", number, switch=capture.owner, port=port, port_channel=channel, port_state=state)
        elif not nxos.is_noise(stripped) and not _CHANNEL_REMARKS.match(stripped):
            out.unread(number)


READERS = (
    nxos.reader(
        "show topology", nxos.begins_with(_TOPOLOGY, 95, "FC Topology for VSAN n"), _read_topology,
        columns(
            isl="switch port vsan peer_switch peer_port peer_domain is_trunk link_kind",
            fabric_member="switch vsan member_domain member_name", switch=nxos.SWITCH,
        ),
        needles=("Topology for VSAN",), begins=r"^FC Topology for VSAN",
    ),
    nxos.reader(
        "show fcdomain domain-list",
        nxos.begins_with(_DOMAINS_OR_VSAN, 95, "Number of domains: and Domain ID WWN", also=r"^[ \t]*Domain ID\s+WWN"),
        _read_domains,
        columns(
            fabric_member="switch vsan member_wwn member_domain principal", fabric_setting=nxos.SETTING,
            switch=nxos.SWITCH,
        ),
        needles=("Domain ID",), begins=r"^(?:VSAN:? ?\d{1,4}:?[ \t]*\n)?Number of domains:",
    ),
    nxos.reader(
        "show port-channel database",
        nxos.begins_with(_CHANNEL, 93, "port-channelN and Administrative channel mode", also="channel mode is"),
        _read_channels,
        columns(
            trunk_member="switch port trunk is_master", switch_port="switch port port_channel port_state",
            switch=nxos.SWITCH,
        ),
        needles=("channel mode is",),
    ),
)  # fmt: skip
