"""Names of columns as people write them, with their units."""

from __future__ import annotations

_ABBREVIATIONS = (
    "BB", "COM", "CPU", "CRC", "DMP", "FC", "FCIP", "HBA", "HCTL", "ID", "IOPS", "IP", "iSCSI", "ISL", "LUN", "LVM", "MTU", "NPIV", "NVMe", "OS", "PCI", "PSP", "PV", "RAID", "RDM", "RR", "RTT", "RX", "SAN", "SATP",
    "SCSI", "SFP", "SSD", "TCP", "TX", "UPS", "UUID", "VMFS", "VPLEX", "VPN", "VSAN", "VxVM", "WAN", "WWN", "WWNN", "WWPN", "XMS",
)  # fmt: skip
_SPELLED = {f"{word.lower()}{end}": f"{word}{end}" for word in _ABBREVIATIONS for end in ("", "s")} | {
    "backend": "back-end",
    "io": "I/O",
    "ios": "I/Os",
    "mask": "masking",
}


# The last word of a column's name is its unit. mbps is not among them: it is MB/s or Mbit/s, depending on the column.
_UNIT_NAMES = {"bytes": "bytes", "gbps": "Gbit/s", "kb": "KiB", "km": "km", "ms": "ms", "seconds": "s", "uw": "\u00b5W"}
# Columns whose names say nothing outside their view.
PLAIN = {
    "about_key": "object",
    "about_kind": "kind of object",
    "be_port": "back-end port",
    "bandwidth_mbps": "bandwidth",
    "captured_at": "time of collection",
    "carrying_fabrics": "fabrics with initiators and target ports",
    "com_switches": "local-COM switches",
    "complete": "of the export",
    "crc_err": "CRC errors",
    "crc_good_eof": "CRC errors with a good end of frame",
    "default_in_force": "default zone active",
    "depths": "different queue depths",
    "dom_count": "readings out of range",
    "enc_in": "encoding errors inside frames",
    "enc_out": "encoding errors outside frames",
    "fe_port": "front-end port",
    "feeds": "mains feeds",
    "fewest_controllers": "array controllers",
    "fewest_directors": "directors per fabric",
    "fewest_wan_ports": "WAN ports per director",
    "io_bytes": "I/O size (bytes)",
    "is_boot": "use for booting",
    "is_trunk": "being a trunk",
    "isolated_count": "isolated VSANs",
    "lack": "missing",  # codespell:ignore lack
    "lacking": "missing",  # codespell:ignore lacking
    "limit_types": "different types of round-robin limits",
    "logged_in": "presence",
    "missed_bricks": "X-Bricks without a live path",
    "most_arrays": "arrays behind one back-end port",
    "most_front_ports": "front-end ports of one director",
    "node_members": "members by node name",
    "owner_kind": "being a host or a device",
    "place_members": "members by switch port or address",
    "place_zones": "zones with members by switch port or address",
    "points": "ports, switches and ISLs that all paths share",
    "read_ms": "read time (ms)",
    "rebuild_mbps": "rebuild rate",
    "seconds": "duration (s)",
    "since": "counted",
    "second_fabric_ports": "ports in the second fabric",
    "sector_limits": "different maximum request sizes",
    "stands_for": "number of runs",
    "state_text": "state as printed",
    "standby_supplies": "working standby power supplies",
    "throttling": "hosts that throttle",
    "trains": "release trains",
    "trouble_line": "first problem in line",
    "uncharged": "standby power supplies that are not charged",
    "unstated": "not stated",
    "untold": "unknown",
    "used_sides": "clusters or arrays in use",
    "value_a": "value used",
    "value_b": "other value",
    "vplex_back_ports": "VPLEX back-end ports",
    "vplex_front_ports": "VPLEX front-end ports",
    "widest_gap": "difference in paths between controllers",
    "write_mbps": "write rate",
    "write_mbps_p95": "95th percentile of the write rate",
    "write_ms": "write time (ms)",
}


# The bounds of a value that an export rounds.
_BOUNDS = {"low": "smallest possible", "high": "largest possible"}


def key_name(key: str) -> str:
    """Return a column's name as people write it, with its unit in brackets: ``RX power (\u00b5W)``."""
    stem, _, unit = key.rpartition("_")
    if key in PLAIN:
        return PLAIN[key]
    for end, bound in _BOUNDS.items():
        if key.endswith(f"_{end}_{unit}") and unit in _UNIT_NAMES:
            return f"{bound} {key_name(f'{stem.removesuffix(end)}{unit}')}"
    if stem and unit in _UNIT_NAMES:
        return f"{key_name(stem)} ({_UNIT_NAMES[unit]})"
    words = "".join(one for one in key.replace("_", " ") if one.isprintable()).split(" ")
    return " ".join(_SPELLED.get(word, word) for word in words)
