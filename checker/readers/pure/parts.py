"""The FlashArray itself: array, controllers, ports, hardware and load."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from checker.readers.pure.objects import Facts, PureObject
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Part, Source
from checker.readers.toolkit.declarations.fields import (
    computed,
    const,
    decimal,
    first,
    flag,
    number,
    owner,
    parsed,
    wwn,
)
from checker.readers.toolkit.declarations.records import Record
from checker.readers.toolkit.documents.json_objects import utc_time

_PORT = re.compile(r"(CT[0-9O])\.(FC[0-9]{1,2})\Z", re.IGNORECASE)
_SPEED = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,4})?)(?:\Z| [KMG]?b/s)")
_TYPE_IN_NAME = re.compile(r"([A-Z]{2,6})[0-9]{1,3}\Z")


def _part_of_name(group: int) -> Callable[[PureObject], str | None]:
    """Return the controller (1) or port (2) in a name such as ``CT0.FC2``; None for a port that is not Fibre Channel."""
    return lambda item: found.group(group).upper() if (found := _PORT.match(item.text("name") or "")) else None


_director, _port = _part_of_name(1), _part_of_name(2)


def _port_name(item: PureObject) -> str | None:
    name = item.text("name")
    return name.upper() if name and _director(item) else name


def _used(array: PureObject) -> int | None:
    space = array.values.get("space")
    used = space.get("total_physical", space.get("total_used")) if isinstance(space, dict) else None
    return used if isinstance(used, int) and not isinstance(used, bool) else None


def _is_controller(item: PureObject) -> bool:
    return item.text("name") is not None and "shelf" not in (item.text("type") or "")


def _gigabits(port: PureObject) -> float | None:
    """Return the speed of a port, which the listing of the network has in bits a second."""
    speed = port.number("speed")
    return speed / 1e9 if speed is not None and speed >= 1_000_000_000 else None


def _link(port: PureObject) -> str | None:
    """Return the state of the link of a port: without one, its speed is 0."""
    printed = _SPEED.match(port.text("speed") or "")
    if printed is None or (port.text("status") or "ok").lower() in ("not_installed", "unknown"):
        return None
    return "up" if printed.group(1).strip("0.") else "down"


def _port_role(port: PureObject) -> str:
    return "replication" if port.texts("services") == ["replication"] else "front-end"


def _port_protocol(port: PureObject) -> str:
    return "nvme" if "nvme-fc" in port.texts("services") else "fc"


def _own_protocol(port: PureObject) -> str | None:
    """Return the protocol of an FC port: one for NVMe has a qualified name as well."""
    return ("nvme" if port.text("nqn") else "fc") if _director(port) else None


def _is_part(item: PureObject) -> bool:
    return _director(item) is None


def _part_type(item: PureObject) -> str:
    kind = item.text("type") if item.type == "hardware" else "drive"
    found = _TYPE_IN_NAME.search(item.text("name") or "")
    return kind or (found.group(1).lower() if found else "part")


def _iops(item: PureObject) -> float | None:
    reads, writes = item.decimal("reads_per_sec"), item.decimal("writes_per_sec")
    return None if reads is None or writes is None else reads + writes


_ARRAY: Mapping[str, Source[Record]] = {"storage_array": owner, "vendor": const("PURE"), "family": const("pure")}
ONCE: declared.Facts[Record] = declared.Facts("storage_array", _ARRAY)
ARRAY = Facts(
    "storage_array", _ARRAY, serial="id", array_version="version", used_bytes=_used, size_bytes=number("capacity")
)  # fmt: skip
CONSOLE_ARRAY = Facts(
    "storage_array", _ARRAY, storage_array=first("name", owner), serial="id", array_version="version"
)  # fmt: skip
SPACE = Facts("storage_array", _ARRAY, used_bytes=number("total"), size_bytes=number("capacity"))
# The model of the controllers is the model of the array.
CONTROLLER = (
    Facts(
        "director", when=_is_controller, storage_array=owner, director="name", operational_status="status",
        version="version",
    ),
    Facts("storage_array", _ARRAY, when=_is_controller, model="model", array_version="version"),
)  # fmt: skip
# A port with neither a world wide name nor the name of an FC port is Ethernet.
PORT = Facts(
    "target_port", when=lambda port: port.text("wwn") or _director(port), place="name", target_wwpn=wwn("wwn"),
    storage_array=owner, director=_director, port=lambda port: _port(port) or port.text("name"), port_name=_port_name,
    role=const("front-end"), protocol=_own_protocol,
)  # fmt: skip
NETWORK = Facts(
    "target_port", when=_director, place="name", storage_array=owner, director=_director, port=_port,
    target_wwpn=wwn(of=lambda port: port.inner("fc", "wwn") or port.text("wwn")), port_name=_port_name,
    role=_port_role, enabled=flag("enabled"), port_state=_link, protocol=_port_protocol, speed_gbps=_gigabits,
)  # fmt: skip
HARDWARE = (
    Facts(
        "target_port", when=_director, storage_array=owner, director=_director, port=_port, port_name=_port_name,
        role=const("front-end"), port_state=_link, health_state="status", protocol=const("fc"), speed_gbps=_gigabits,
    ),
    Facts(
        "component", when=_is_part, needs="component", storage_array=owner, component_type=_part_type, component="name",
        operational_status="status", health_indications="details",
    ),
)  # fmt: skip
# Latencies are in microseconds, throughputs in bytes a second.
PERFORMANCE = Facts(
    "workload", storage_array=owner, captured_at=parsed(utc_time, "time"), iops=_iops, read_iops=decimal("reads_per_sec"),
    about_kind=computed(
        lambda item, context: "storage_array" if item.text("name") in (None, context.owner) else "storage_volume"
    ),
    about_key=first("name", owner), write_iops=decimal("writes_per_sec"),
    read_ms=decimal("usec_per_read_op", divide=1000), write_ms=decimal("usec_per_write_op", divide=1000),
    read_mbps=decimal("output_per_sec", "read_bytes_per_sec", divide=1e6),
    write_mbps=decimal("input_per_sec", "write_bytes_per_sec", divide=1e6), measured=True, tool=const("array"),
)  # fmt: skip
TYPES: Mapping[str, tuple[Part[PureObject], ...]] = {
    "array": (ARRAY,), "space": (SPACE,), "controller": CONTROLLER, "port": (PORT,), "network": (NETWORK,),
    "hardware": HARDWARE, "drive": HARDWARE, "performance": (PERFORMANCE,),
}  # fmt: skip
