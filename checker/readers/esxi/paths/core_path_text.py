"""Text of ``esxcli storage core path list``: the regular expression of a whole FC record, its keys and values."""

from __future__ import annotations

import re

RECORD_LINES = 17
"""Lines of a record without the controller."""
RECORD = re.compile(
    r"(?:"
    r" *+(fc(?:oe)?\.[^\s-]++)-(fc(?:oe)?\.[^\s-]++)-(\S*[^\s:]):?\n"
    r" *+UID: \1-\2-\3\n"
    r" *+Runtime Name: (((vmhba[0-9]++):C([0-9]++):T([0-9]++)):L([0-9]++))\n"
    r" *+Device: \3\n"
    r" *+Device Display Name: ([^\n]*+)\n"
    r" *+Adapter: \6\n"
    # ESXi 7 and later; only NVMe has one, and its records begin otherwise.
    r"( *+Controller: Not Applicable\n)?+"
    r" *+Channel: \7\n"
    r" *+Target: \8\n"
    r" *+LUN: \9\n"
    r"( *+Plugin: [^\n]*+\n *+State: [^\n]*+\n *+Transport: [^\n]*+\n)"
    r" *+Adapter Identifier: \1\n"
    r" *+Target Identifier: \2\n"
    r"( *+Adapter Transport Details: [^\n]*+\n *+Target Transport Details: [^\n]*+\n *+Maximum IO Size: [0-9]{1,18}+\n)"
    r"(\n*+)"
    r")|([^\n]++\n?|\n)"
)
KEYS = frozenset(
    (
        "uid", "runtime name", "device", "device display name", "adapter", "controller", "channel", "target", "lun", "plugin",
        "state", "transport", "adapter identifier", "target identifier", "adapter transport details",
        "target transport details", "maximum io size",
    )
)  # fmt: skip
NEEDED = ("runtime name", "device", "plugin", "state", "transport")
LAST = "maximum io size"
"""Last key of every record that :data:`RECORD` matches."""
# `esxcfg-mpath -l` prints four keys on one line.
ADAPTER_LINE = re.compile(r"Adapter:\s*(\S+)\s+Channel:\s*(\d+)\s+Target:\s*(\d+)\s+LUN:\s*(\d+)\Z")


def values_of_lines(three_lines: str) -> tuple[str, str, str]:
    """Return the values of three ``Key: value`` lines."""
    first, second, third = (line.partition(": ")[2].strip() for line in three_lines.strip("\n").split("\n"))
    return first, second, third


def split_adapter_line(text: str) -> list[tuple[str, str]] | None:
    """Return the four pairs of key and value that ``esxcfg-mpath -l`` prints on one line; None for other lines."""
    found = ADAPTER_LINE.match(text)
    return list(zip(("adapter", "channel", "target", "lun"), found.groups(), strict=True)) if found else None
