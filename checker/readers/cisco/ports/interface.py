"""``show interface`` (Fibre Channel ports) and ``show interface counters``.

Synthetic sample::

    fc1/1 is trunking
        Hardware is Fibre Channel, SFP is short wave laser w/o OFC (SN)
        Port WWN is 20:01:00:0d:ec:aa:00:01
        Peer port WWN is 20:0d:00:0d:ec:bb:00:01
        Admin port mode is auto, trunk mode is on
        Port mode is TE
        Port vsan is 1
        Speed is 16 Gbps
        Belongs to port-channel 5
          100 frames input, 9600 bytes
            0 discards, 0 errors
            2 CRC,  0 unknown class
        last clearing of "show interface" counters never

Blocks of Ethernet, management and internal ports are skipped.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.cisco import nxos
from checker.readers.cisco.ports.interface_block import Block
from checker.readers.toolkit.base import Capture, Detection, columns

_START = re.compile(
    r"(?P<port>[A-Za-z][\w\-]{1,24}(?: ?\d[\d/.]{0,12})?) is (?P<state>up|down|trunking)\b\s*(?:\((?P<reason>.*)\))?.*\Z"
)
_COUNTER_START = re.compile(r"(?P<port>(?:fc\d+/\d+|(?:san-)?port-channel ?\d+|vfc[\w\-/]+))\s*\Z", re.IGNORECASE)
_OTHER_BLOCK = re.compile(r"(?:mgmt|Ethernet|Vlan|loopback|sup-fc|sup-eth|iscsi|GigabitEthernet|cpp|IPStorage|vsan)\d*")
_OTHER_WORD = re.compile(rf"(?:{_OTHER_BLOCK.pattern})(?:[/.][\d/.]*)?\Z")
_ETHERNET = re.compile(r"Hardware: .*(?:Ethernet|Port-Channel)", re.IGNORECASE)
_ABSENT = re.compile(r"sfp (?:not present|absent)|sfpabsent", re.IGNORECASE)


def _detect(capture: Capture) -> Detection | None:
    _, first = nxos.opening(capture.head)
    start = _START.match(first)
    is_port = start is not None and nxos.port_name(start.group("port")) is not None
    if is_port and re.search(r"Hardware is .*Fib|Port WWN is", capture.head):
        return Detection(95, "fcX/Y is up/down and Port WWN")
    if is_port and re.search(r"^[ \t]*(?:Transmit|Receive) B2B Credit is", capture.head, re.MULTILINE):
        return Detection(92, "fcX/Y is up/down and B2B Credit, as show interface bbcredit prints")
    if start and re.search(r"^fc\d+/\d+ is (?:up|down|trunking)\b", capture.head, re.MULTILINE):
        return Detection(90, "interface blocks, some of them of Fibre Channel ports")
    return None


def _state_facts(start: re.Match[str]) -> dict[str, Value]:
    state, reason = start.group("state"), start.group("reason")
    facts: dict[str, Value] = {"port_state": "down" if state == "down" else "up", "state_reason": reason}
    if reason and _ABSENT.search(reason):
        facts["sfp_present"] = False
    if reason and reason.lower().startswith("administratively down"):
        facts["port_state"] = "disabled"
        facts["persistently_disabled"] = True
    return facts


def _read(capture: Capture, out: Writer) -> None:
    block: Block | None = None
    skipping = closes = False
    for number, stripped in nxos.stripped_lines(capture, marks=False):
        if not stripped:
            continue
        start = _START.match(stripped) if " is " in stripped else _COUNTER_START.match(stripped)
        port = nxos.port_name(start.group("port")) if start else None
        if start and (port or _OTHER_BLOCK.match(start.group("port"))):
            if block is not None:
                _write(capture, out, block)
                closes = closes or block.complete
            skipping = port is None
            block = Block(number, port) if port else None
            if block is not None:
                nxos.state_switch_once(out, capture, number)
                if " is " in stripped:
                    block.facts.update(_state_facts(start))
        elif _OTHER_WORD.match(stripped) or _ETHERNET.match(stripped):
            # a line "mgmt0" begins its counters; "Hardware: …" with a colon means an Ethernet port channel
            if block is not None and not _ETHERNET.match(stripped):
                _write(capture, out, block)
            block, skipping = None, True
        elif block is not None:
            if not block.take(number, stripped) and not nxos.is_noise(stripped):
                out.unread(number)
        elif not skipping and not nxos.is_noise(stripped):
            out.unread(number)
    if block is not None:
        _write(capture, out, block)
        # show interface bbcredit has no closing line, and in old releases no block has one.
        ended = block.complete or (block.counts_both_ways and not closes)
        if not ended and ("Hardware is" in capture.head or "frames input" in capture.head):
            out.ends_inside_record = True
            out.note(block.line, f"truncated inside the block of {block.port}")


def _write(capture: Capture, out: Writer, block: Block) -> None:
    facts = block.facts
    for column, (number, text) in block.wwns.items():
        facts[column] = out.wwn(text, number, "switch_port", column, block.port)
    out.add("switch_port", block.line, switch=capture.owner, port=block.port, **facts)
    channel = facts.get("port_channel")
    if isinstance(channel, str):
        out.add("trunk_member", block.line, switch=capture.owner, port=block.port, trunk=channel)
    for number, member, is_master in block.members:
        out.add("trunk_member", number, switch=capture.owner, port=member, trunk=block.port, is_master=is_master)
    # The VSANs of a member are those of its port channel, which has a block of its own.
    if channel is None and nxos.may_expand(out, len(block.trunk_vsans)):
        for vsan, (number, state) in block.trunk_vsans.items():
            out.add("trunk_vsan", number, switch=capture.owner, port=block.port, vsan=vsan, vsan_state=state)
    is_channel = "port-channel" in block.port
    if facts.get("port_type") in ("E", "TE", "TEF", "B") and facts.get("port_state") == "up" and channel is None:
        _link(capture, out, block, is_channel)
    samples = [(number, block.port, name, value) for number, name, value in block.counters]
    at = capture.captured_at
    nxos.write_counters(samples, capture, out, cleared_at=block.cleared_at(at), clear_age_seconds=block.clear_age(at))


def _up(block: Block) -> list[Value]:
    return [vsan for vsan, (_, state) in block.trunk_vsans.items() if state == "up"]


def _link(capture: Capture, out: Writer, block: Block, is_channel: bool) -> None:
    facts, speed = block.facts, block.facts.get("speed_gbps")
    vsans: list[Value] = [facts.get("port_vsan")] if facts.get("port_type") == "E" else _up(block)
    if not nxos.may_expand(out, len(vsans)):
        vsans = []
    for vsan in vsans or [None]:  # one row for each VSAN that the trunk carries
        out.add(
            "isl", block.line, switch=capture.owner, port=block.port, vsan=vsan,
            speed_gbps=None if is_channel else speed, bandwidth_gbps=speed, is_trunk=is_channel,
            members=len(block.members) or None, link_kind="fcip" if block.port.startswith("fcip") else "isl",
        )  # fmt: skip


_COUNTERS = "switch port counter value rounded captured_at cleared_at clear_age_seconds"
READERS = (
    nxos.reader(
        "show interface", _detect, _read,
        columns(
            switch_port="switch port port_state state_reason sfp_present media port_wwn attached_wwn port_type fcid"
            " port_vsan speed_gbps speed_mode port_channel description buffer_credits fec persistently_disabled",
            isl="switch port vsan speed_gbps bandwidth_gbps is_trunk members link_kind", counter_sample=_COUNTERS,
            trunk_member="switch port trunk is_master", trunk_vsan="switch port vsan vsan_state", switch=nxos.SWITCH,
        ),
        needles=(" is up| is down| is trunking",), begins=r"^fc1/1 is (?:up|down|trunking)",
    ),
    nxos.reader(
        "show interface counters",
        nxos.begins_with(_COUNTER_START, 94, "fcX/Y and frames input", also=r"^[ \t]*\d+ frames input, ?\d+ bytes"), _read,
        columns(switch_port="switch port", counter_sample=_COUNTERS, switch=nxos.SWITCH), needles=("frames input",),
        begins=r"^fc1/1[ \t]*$",
    ),
)  # fmt: skip
