"""Hosts with one path each, as small an inventory as rules find something in: PTH001 and PTH004 on every host."""

from __future__ import annotations

from collections.abc import Mapping

DEVICE = "naa.6000097000019260012353303030410{}"


def tiny_san(*names: str, comments: Mapping[str, str] | None = None, first: int = 1) -> str:
    """The inventory; ``comments`` maps a host to a comment behind its name."""
    lines = ["sanlint: 1", "observed: true", "hosts:"]
    for number, name in enumerate(names, first):
        comment = f"   {comments[name]}" if comments and name in comments else ""
        lines += [
            f"  {name}:{comment}",
            "    devices:",
            f"      {DEVICE.format(number)}: {{vendor: EMC, model: SYMMETRIX, size_bytes: 1099511627776}}",
            "    paths:",
            f"      - {{device: {DEVICE.format(number)}, initiator: '10000000c9aa000{number}', "
            "target: '5000097208123401', state: active}",
        ]
    return "\n".join(lines) + "\n"
