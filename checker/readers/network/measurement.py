"""What all network measurements have in common: the source, the loss, and the columns of ``network_test``."""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, word_list

ENDS = ("tool", "source", "destination")
PROBES = word_list("sent received loss_ratio rtt_min_ms rtt_avg_ms rtt_max_ms")
THROUGHPUT = word_list("protocol streams seconds throughput_mbps retransmits sent received loss_ratio jitter_ms")
ADDRESS = "destination_address"
_ARGUMENT = re.compile(r"(?<=\s)(?![-/|>])[\w.:%\-]{1,253}(?=\s*(?:\Z|[|>;]))")


def place_of(capture: Capture) -> str:
    """Return the machine that a capture belongs to, or '' if only its path says so."""
    return "" if capture.owner_basis == "path" else capture.owner


def last_argument(capture: Capture) -> str | None:
    """Return the last argument of the command: the destination of mtr, which a report does not print."""
    found = _ARGUMENT.search(capture.command or "")
    return found.group() if found and not found.group().isdecimal() else None


def write(out: Writer, line: int, tool: str, source: str, destination: str, **facts: Value) -> None:
    """Write one measurement; the loss follows from the probes sent and received."""
    sent, received = facts.get("sent"), facts.get("received")
    if isinstance(sent, int) and isinstance(received, int) and sent > 0:
        facts["loss_ratio"] = max(0.0, round((sent - received) / sent, 6))
    known = {name: value for name, value in facts.items() if value is not None}
    out.add("network_test", line, tool=tool, source=source, destination=destination, **known)
