"""The Unity array itself: system, storage processors, FC ports, pools, disks and other parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.unity.objects import UnityObject

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "storage_array": ("storage_array", "serial", "vendor", "family", "model", "array_version", "array_state"),
    "director": ("storage_array", "director", "letter", "health_state", "serial", "cache_bytes"),
    "target_port": (
        "target_wwpn",
        "wwnn",
        "storage_array",
        "director",
        "port",
        "port_name",
        "role",
        "port_state",
        "operational_status",
        "protocol",
        "speed_gbps",
        "max_speed_gbps",
        "fcid",
    ),
    "pool": ("storage_array", "pool", "size_bytes", "used_bytes", "subscribed_bytes", "raid_type"),
    "component": ("storage_array", "component_type", "component", "health_state", "health_indications"),
    "power_supply": ("storage_array", "power_supply", "supply_type", "operational_status"),
}
# RaidTypeEnum and FcSpeedEnum of the Unisphere Management REST API; a speed of 0 means automatic.
_RAID = {1: "RAID 5", 2: "RAID 0", 3: "RAID 1", 4: "RAID 3", 7: "RAID 10", 10: "RAID 6", 12: "Mixed"}
_FC_SPEEDS = (1, 2, 4, 8, 16, 32)
# The address is a decimal number; its first byte is the number of a domain, which is never 0 in a fabric.
_FIRST_ADDRESS = 0x010000


def write_system(item: UnityObject, out: Writer, owner: str) -> None:
    """Write the array."""
    out.add(
        "storage_array",
        item.line,
        storage_array=owner,
        serial=item.text("serialNumber"),
        vendor="EMC",
        family="unity",
        model=item.text("model"),
        array_version=item.text("softwareVersion"),
        array_state=item.health(),
    )


def write_processor(item: UnityObject, out: Writer, owner: str) -> None:
    """Write a storage processor: ``spa`` and ``spb`` are what everything else calls it."""
    name = item.text("id", "name")
    if name is None:
        return
    letter = name[-1].upper() if name.lower() in ("spa", "spb") else None
    out.add(
        "director",
        item.line,
        storage_array=owner,
        director=name,
        letter=letter,
        health_state=item.health(),
        serial=item.text("emcSerialNumber"),
    )


def write_port(item: UnityObject, out: Writer, owner: str) -> None:
    """Write an FC port: the name in ``wwn`` is node and port, 16 octets."""
    name = item.text("id")
    wwn = item.text("wwn")
    line = item.line_of("wwn")
    digits = (wwn or "").replace(":", "")
    node: str | None = None
    port = wwn
    if len(digits) == 32:
        node, port = digits[:16], digits[16:]
    speed = item.number("currentSpeed")
    speeds = item.values.get("availableSpeeds")
    offered = [speed for speed in speeds if speed in _FC_SPEEDS] if isinstance(speeds, list) else []
    states = item.values.get("health")
    ids = states.get("descriptionIds") if isinstance(states, dict) else None
    words = " ".join(text for text in ids if isinstance(text, str)) if isinstance(ids, list) else ""
    state = "down" if "LINK_DOWN" in words else "up" if "LINK_UP" in words or speed in _FC_SPEEDS else None
    address = item.number("nPortId")
    out.add(
        "target_port",
        item.line,
        target_wwpn=out.wwn(port, line, "target_port", "target_wwpn", name or ""),
        wwnn=normalise.wwn(node),
        storage_array=owner,
        director=item.reference("storageProcessor", "parentStorageProcessor"),
        port=name,
        port_name=name,
        role="front-end",
        port_state=state,
        operational_status=item.health(),
        protocol="fc",
        speed_gbps=float(speed) if speed in _FC_SPEEDS and speed is not None else None,
        max_speed_gbps=float(max(offered)) if offered else None,
        fcid=f"{address:06x}" if address is not None and _FIRST_ADDRESS <= address < 1 << 24 else None,
    )


def write_pool(item: UnityObject, out: Writer, owner: str) -> None:
    """Write a pool by its name; a LUN of another capture may know no more than its id."""
    name = item.text("name", "id")
    if name is None:
        return
    raid = item.number("raidType")
    out.add(
        "pool",
        item.line,
        storage_array=owner,
        pool=name,
        size_bytes=item.number("sizeTotal"),
        used_bytes=item.number("sizeUsed"),
        subscribed_bytes=item.number("sizeSubscribed"),
        raid_type=_RAID.get(raid) if raid is not None else None,
    )


def write_part(item: UnityObject, out: Writer, owner: str) -> None:
    """Write a disk, fan or other part with its health."""
    name = item.text("name", "id")
    if name is None:
        return
    if item.type in ("powerSupply", "battery"):
        out.add(
            "power_supply",
            item.line,
            storage_array=owner,
            power_supply=name,
            supply_type="psu" if item.type == "powerSupply" else "sps",
            operational_status=item.health(),
        )
        return
    health = item.values.get("health")
    ids = health.get("descriptionIds") if isinstance(health, dict) else None
    out.add(
        "component",
        item.line,
        storage_array=owner,
        component_type=item.type,
        component=name,
        health_state=item.health(),
        health_indications=", ".join(text for text in ids if isinstance(text, str)) or None
        if isinstance(ids, list)
        else None,
    )


WRITERS: Mapping[str, Callable[[UnityObject, Writer, str], None]] = {
    "system": write_system,
    "basicSystemInfo": write_system,
    "storageProcessor": write_processor,
    "fcPort": write_port,
    "pool": write_pool,
    **dict.fromkeys(
        ("disk", "fan", "lcc", "ioModule", "dpe", "dae", "powerSupply", "battery", "memoryModule", "ssd", "ssc"),
        write_part,
    ),
}
