"""Load in symcli XML: ``symstat -output xml`` by device (``Request``) and by port (``Port_Stats``)."""

from __future__ import annotations

from checker.readers.symmetrix import load, names
from checker.readers.symmetrix.xml.nodes import Node

TAGS = frozenset(["request", "requests", "port_stats", "statistics"])
_DEVICE = {
    "reads": "r_per_second", "writes": "w_per_second", "read_kb": "kb_r_per_second", "write_kb": "kb_w_per_second",
    "read_hits": "r_cache_hit_pct", "write_hits": "w_cache_hit_pct", "sequential": "sequential_r_pct",
    "pending": "wp_tracks",
}  # fmt: skip
_PORT = {"ios": "io_per_sec", "kb": "kb_per_sec"}


def read(node: Node, found: load.Loads, array: str) -> None:
    """Collect an interval of a device or of ports, including those in nested records."""
    device = names.device(node.get("dev_name"))
    if device is not None:
        found.add("storage_volume", node.line, array, device, {name: node.get(tag) for name, tag in _DEVICE.items()})
        return
    port = names.port_name(node.get("id") or node.get("director"), node.get("port"))
    if port is not None and node.get("io_per_sec") is not None:
        found.add("target_port", node.line, array, port, {name: node.get(tag) for name, tag in _PORT.items()})
        return
    for tag in ("request", "port_stats", "director", "port"):
        for child in node.all(tag):
            read(child, found, array)
