"""``show interface trunk vsan``: the state of each VSAN on each trunking port, with the reason for isolation.

Synthetic sample::

    fc1/1 is not trunking
    fc1/13 is trunking
        Vsan 10 is up, FCID is 0x0a0d00
        Vsan 20 is down (Isolation due to vsan not configured on peer)
    fc1/14 is trunking
        Belongs to port-channel 5
        Vsan 10 is up, FCID is 0x0a0e00
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, Detection, columns

_START = re.compile(
    r"(?P<port>[A-Za-z][\w\-]{1,24}(?: ?\d[\d/.]{0,12})?) is (?P<state>not trunking|trunking|up|down)\b", re.IGNORECASE
)
_VSAN = re.compile(
    r"Vsan (?P<vsan>\d{1,4}) is (?P<state>up|down|isolated|initializing)\b\s*(?:\((?P<reason>[^)]{1,120})\))?",
    re.IGNORECASE,
)
_ANY_VSAN = re.compile(r"^[ \t]*Vsan \d{1,4} is (?:up|down|isolated|initializing)\b", re.MULTILINE | re.IGNORECASE)
_BELONGS = re.compile(r"Belongs to ((?:san-)?port-channel ?\d+)", re.IGNORECASE)


def _detect(capture: Capture) -> Detection | None:
    start = _START.match(nxos.opening(capture.head)[1])
    if start and _ANY_VSAN.search(capture.head):
        return Detection(96, "fcX/Y is trunking, and Vsan N is up")
    return None


def _read(capture: Capture, out: Writer) -> None:
    port, channel = None, None
    for number, stripped in nxos.stripped_lines(capture, marks=False):
        vsan = _VSAN.match(stripped)
        start = None if vsan else _START.match(stripped)
        belongs = _BELONGS.match(stripped)
        if start:
            port, channel = nxos.port_name(start.group("port")), None
            if port is not None:
                nxos.state_switch_once(out, capture, number)
        elif belongs and port is not None:
            channel = nxos.port_name(belongs.group(1))
            out.add("trunk_member", number, switch=capture.owner, port=port, trunk=channel)
            out.add("switch_port", number, switch=capture.owner, port=port, port_channel=channel)
        elif vsan and port is not None:
            reason = (vsan.group("reason") or "").strip() or None
            # The VSANs of a member are those of its port channel, which has a block of its own.
            if channel is None:
                out.add(
                    "trunk_vsan", number, switch=capture.owner, port=port, vsan=nxos.vsan_number(vsan.group("vsan")),
                    vsan_state=_state(vsan.group("state").lower(), reason), state_reason=reason,
                )  # fmt: skip
        elif not nxos.is_noise(stripped):
            out.unread(number)


def _state(state: str, reason: str | None) -> str:
    """Return the state of a VSAN as ``show interface`` names it: one that is down because of isolation is isolated."""
    lower = (reason or "").lower()
    if state == "down" and lower.startswith("isolat"):
        return "isolated"
    return "initializing" if state == "down" and lower.startswith("initializ") else state


READERS = (
    nxos.reader(
        "show interface trunk vsan", _detect, _read,
        columns(
            trunk_vsan="switch port vsan vsan_state state_reason", trunk_member="switch port trunk",
            switch_port="switch port port_channel", switch=nxos.SWITCH,
        ),
        needles=("Vsan|VSAN|vsan",), verified=False,
    ),
)  # fmt: skip
