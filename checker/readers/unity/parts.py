"""The Unity array itself: system, storage processors, FC ports, pools, disks and other parts."""

from __future__ import annotations

from checker.facts import normalise
from checker.readers.toolkit.declarations.declared import Source
from checker.readers.toolkit.declarations.fields import const, number, owner, text, wwn
from checker.readers.toolkit.numbers import decimal
from checker.readers.unity.objects import Facts, UnityObject, health, reference

# RaidTypeEnum and FcSpeedEnum of the Unisphere Management REST API; a speed of 0 means automatic.
_RAID = {1: "RAID 5", 2: "RAID 0", 3: "RAID 1", 4: "RAID 3", 7: "RAID 10", 10: "RAID 6", 12: "Mixed"}
_FC_SPEEDS = (1, 2, 4, 8, 16, 32)
# The address is a decimal number; its first byte is the number of a domain, which is never 0 in a fabric.
_FIRST_ADDRESS = 0x010000


def _letter(processor: UnityObject) -> str | None:
    name = processor.text("id", "name") or ""
    return name[-1].upper() if name.lower() in ("spa", "spb") else None


def _names(port: UnityObject) -> tuple[str | None, str | None]:
    """Return WWNN and WWPN of a port: ``wwn`` is both, 16 octets."""
    name = port.text("wwn")
    digits = (name or "").replace(":", "")
    return (digits[:16], digits[16:]) if len(digits) == 32 else (None, name)


def _speed(port: UnityObject) -> float | None:
    speed = port.number("currentSpeed")
    return decimal(speed) if speed is not None and speed in _FC_SPEEDS else None


def _fastest(port: UnityObject) -> float | None:
    speeds = port.values.get("availableSpeeds")
    offered = [speed for speed in speeds if speed in _FC_SPEEDS] if isinstance(speeds, list) else []
    return decimal(max(offered)) if offered else None


def _indications(item: UnityObject) -> list[str] | None:
    """Return the ids that describe the health of an object."""
    found = item.values.get("health")
    ids = found.get("descriptionIds") if isinstance(found, dict) else None
    return [name for name in ids if isinstance(name, str)] if isinstance(ids, list) else None


def _link(port: UnityObject) -> str | None:
    ids = " ".join(_indications(port) or ())
    return "down" if "LINK_DOWN" in ids else "up" if "LINK_UP" in ids or _speed(port) else None


def _address(port: UnityObject) -> str | None:
    address = port.number("nPortId")
    return f"{address:06x}" if address is not None and _FIRST_ADDRESS <= address < 1 << 24 else None


def _raid(pool: UnityObject) -> str | None:
    kind = pool.number("raidType")
    return None if kind is None else _RAID.get(kind)


_NAME: Source[UnityObject] = text("name", "id")
SYSTEM = Facts(
    "storage_array", storage_array=owner, serial="serialNumber", vendor=const("EMC"), family=const("unity"),
    model="model", array_version="softwareVersion", array_state=health,
)  # fmt: skip
# Everything else calls the storage processors ``spa`` and ``spb``.
PROCESSOR = Facts(
    "director", needs="director", storage_array=owner, director=text("id", "name"), letter=_letter,
    health_state=health, serial="emcSerialNumber",
)  # fmt: skip
PORT = Facts(
    "target_port", place="id", target_wwpn=wwn("wwn", of=lambda port: _names(port)[1]), storage_array=owner,
    wwnn=lambda port: normalise.wwn(_names(port)[0]), port="id", port_name="id", role=const("front-end"),
    director=reference("storageProcessor", "parentStorageProcessor"), port_state=_link, health_state=health,
    protocol=const("fc"), speed_gbps=_speed, max_speed_gbps=_fastest, fcid=_address,
)  # fmt: skip
# By name: a LUN of another capture may know the id only.
POOL = Facts(
    "pool", needs="pool", storage_array=owner, pool=_NAME, size_bytes=number("sizeTotal"), raid_type=_raid,
    used_bytes=number("sizeUsed"), subscribed_bytes=number("sizeSubscribed"), operational_status=health,
)  # fmt: skip
_KINDS = {
    "disk": "disk", "fan": "fan", "lcc": "lcc", "ioModule": "I/O module", "dpe": "DPE", "dae": "DAE", "memoryModule": "memory module",
    "ssd": "SSD", "ssc": "SSC",
}  # fmt: skip
PART = Facts(
    "component", needs="component", storage_array=owner, component_type=lambda item: _KINDS[item.type], component=_NAME,
    health_state=health, health_indications=lambda item: ", ".join(_indications(item) or ()) or None,
)  # fmt: skip


def _power(kind: str) -> Facts:
    return Facts(
        "power_supply", needs="power_supply", storage_array=owner, power_supply=_NAME, supply_type=const(kind),
        operational_status=health,
    )  # fmt: skip


TYPES = {
    "system": (SYSTEM,), "basicSystemInfo": (SYSTEM,), "storageProcessor": (PROCESSOR,), "fcPort": (PORT,),
    "pool": (POOL,), "powerSupply": (_power("psu"),), "battery": (_power("battery"),), **dict.fromkeys(_KINDS, (PART,)),
}  # fmt: skip
