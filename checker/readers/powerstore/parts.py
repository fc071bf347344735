"""The PowerStore itself: cluster, appliances, nodes, FC ports, parts and their metrics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from checker.facts import normalise
from checker.readers.powerstore.objects import Facts
from checker.readers.toolkit.declarations.declared import Part, Source, Where
from checker.readers.toolkit.declarations.fields import computed, const, decimal, flag, number, owner, parsed, text, wwn
from checker.readers.toolkit.declarations.json_family import Joint
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.json_objects import JsonObject, utc_time
from checker.readers.toolkit.load import Load, load_facts

_NODE_IN_NAME = re.compile(r"(?:^|-)Node([AB])(?:-|\Z)")
_MICROSECONDS, _MEGABYTE = 1_000.0, 1_000_000.0


def _node(item: JsonObject) -> str | None:
    """Return the node in a name: ``BaseEnclosure-NodeA-IoModule0-FEPort2`` of appliance A1 is on A1-NodeA."""
    letter, appliance = _letter(item), item.text("appliance_id")
    return letter and (f"{appliance}-Node{letter}" if appliance else f"Node{letter}")


def _letter(item: JsonObject) -> str | None:
    found = _NODE_IN_NAME.search(item.text("name") or "")
    return found.group(1) if found else None


def _port(item: JsonObject) -> str | None:
    """Return the name of a port without its node."""
    name = item.text("name") or ""
    found = _NODE_IN_NAME.search(name)
    return name[found.end() if found else 0 :] or None


def _speed(name: str | None) -> float | None:
    return normalise.speed_gbps(name.replace("_", " ")) if name else None


def _fastest(port: JsonObject) -> float | None:
    offered = port.values.get("supported_speeds")
    speeds = [_speed(name) for name in offered if isinstance(name, str)] if isinstance(offered, list) else []
    return max((speed for speed in speeds if speed is not None), default=None)


def _component(item: JsonObject) -> str | None:
    appliance, name = item.text("appliance_id"), item.text("name", "id")
    return f"{appliance} {name}" if appliance and name else name


def _is_director(item: JsonObject) -> bool:
    """Return TRUE for a node in the list of hardware; it is the director that ports name."""
    return item.text("type") == "Node" and _node(item) is not None


def _is_part(item: JsonObject) -> bool:
    return item.text("name") is not None and not _is_director(item)


def _part_type(item: JsonObject) -> str | None:
    kind = item.text("type")
    return kind and kind.lower().replace("_", "-")


def _entity(*beginnings: str) -> Callable[[JsonObject], bool]:
    return lambda item: (item.text("entity", "response_definition") or "").startswith(beginnings)


def _is_workload(item: JsonObject) -> bool:
    name = item.text("entity", "response_definition") or ""
    if "_by_volume_group" in name or "_by_host_group" in name:
        return False
    return name.startswith(tuple(f"performance_metrics_by_{what}" for what in ("volume", "host", "cluster")))


def _measured(item: JsonObject) -> str:
    return "storage_volume" if item.text("volume_id") else "host" if item.text("host_id") else "storage_array"


_PORT_METRICS = {
    "total_iops": ("iops", 1.0), "total_bandwidth": ("throughput_mbps", _MEGABYTE),
    "io_workload_cpu_utilization": ("utilisation", 1.0), "dumped_frames_ps": ("dumped_frames", 1.0),
    "loss_of_signal_count_ps": ("loss_of_signal", 1.0), "invalid_crc_count_ps": ("invalid_crc", 1.0),
    "loss_of_sync_count_ps": ("loss_of_sync", 1.0), "link_failure_count_ps": ("link_failures", 1.0),
}  # fmt: skip


def _loads(kind: str, entity: str, key: Source[JsonObject]) -> Where[JsonObject]:
    """Return the facts about the load of ports or nodes: one for each metric."""
    return Where(
        _entity(entity),
        *(
            Facts(
                "port_load", needs=("about_key", "value"), line=name, about_kind=const(kind), about_key=key,
                metric=const(metric), value=decimal(name, divide=unit), captured_at=parsed(utc_time, "timestamp"),
            )
            for name, (metric, unit) in _PORT_METRICS.items()
        ),
    )  # fmt: skip


# Column of a sample over time → metric, and what it is divided by.
_SAMPLED = {
    "iops": ("total_iops", 1.0), "read_iops": ("read_iops", 1.0), "write_iops": ("write_iops", 1.0),
    "latency_ms": ("avg_latency", _MICROSECONDS), "read_ms": ("avg_read_latency", _MICROSECONDS),
    "write_ms": ("avg_write_latency", _MICROSECONDS), "throughput_mbps": ("total_bandwidth", _MEGABYTE),
    "read_mbps": ("read_bandwidth", _MEGABYTE), "write_mbps": ("write_bandwidth", _MEGABYTE),
}  # fmt: skip
_SAMPLES = load_facts("", samples=" ".join(_SAMPLED))


def _over_time(items: Iterable[JsonObject], context: Context) -> None:
    """Write the load of each volume, host and cluster over time; an answer does not print its interval."""
    loads: dict[tuple[str, str], Load] = {}
    for item in items:
        if not _is_workload(item):
            continue
        about = _measured(item), item.text("volume_id", "host_id") or context.owner
        load = loads.setdefault(about, Load(*about, item.line, utc=True))
        figures = {column: item.decimal(metric) for column, (metric, _) in _SAMPLED.items()}
        known = {column: value / _SAMPLED[column][1] for column, value in figures.items() if value is not None}
        load.at_time(utc_time(item.text("timestamp")), known)
    for load in loads.values():
        load.at_regular_times()
        for part in _SAMPLES:
            part.write(load, context)


OVER_TIME = Joint(("metrics",), _over_time, _SAMPLES)


ARRAY: dict[str, Source[JsonObject]] = {
    "storage_array": owner, "vendor": const("DellEMC"), "family": const("powerstore")
}  # fmt: skip
CLUSTER = Facts("storage_array", ARRAY, serial="global_id", array_state=text("state_l10n", "state"))
APPLIANCE = (
    Facts("engine", needs="engine", storage_array=owner, engine="id", engine_type="model", serial="service_tag"),
    Facts("storage_array", ARRAY, when="id", needs="model", model="model"),
)
# The version of the whole cluster, not of one appliance.
SOFTWARE = Facts(
    "storage_array", ARRAY, array_version="release_version",
    when=lambda item: item.values.get("appliance") is None and item.text("appliance_id") is None,
)  # fmt: skip
# Ports call a node by another name.
NODE = Facts("component", needs="component", storage_array=owner, component_type=const("node"), component=_component)
# Sessions of hosts refer to the id of a port.
PORT = Facts(
    "target_port", place="name", target_wwpn=wwn("wwn"), storage_array=owner, director=_node, port=_port,
    port_name=text("id", "name"), role=const("front-end"), port_state=flag("is_link_up", yes="up", no="down"), protocol=const("fc"),
    speed_gbps=lambda port: _speed(port.text("current_speed")), max_speed_gbps=_fastest,
)  # fmt: skip
PART = (
    Facts(
        "director", when=_is_director, storage_array=owner, engine="appliance_id", director=_node, letter=_letter,
        health_state="lifecycle_state", serial="serial_number",
    ),
    Facts(
        "component", when=_is_part, needs="component_type", storage_array=owner, component_type=_part_type,
        component=_component, operational_status="lifecycle_state",
    ),
)  # fmt: skip
# Latencies are in microseconds, bandwidths in bytes a second.
METRICS = (
    Facts(
        "storage_array", ARRAY, when=_entity("space_metrics_by_cluster"), used_bytes=number("physical_used"),
        size_bytes=number("physical_total"),
    ),
    _loads("target_port", "performance_metrics_by_fe_fc_port", text("fe_port_id", "fc_port_id", "id")),
    _loads("director", "performance_metrics_by_node", "node_id"),
    Facts(
        "workload", when=_is_workload, about_kind=_measured, storage_array=owner, captured_at=parsed(utc_time, "timestamp"),
        about_key=computed(lambda item, context: item.text("volume_id", "host_id") or context.owner),
        iops=decimal("total_iops"), read_iops=decimal("read_iops"), write_iops=decimal("write_iops"),
        io_bytes=decimal("avg_io_size"), read_ms=decimal("avg_read_latency", divide=_MICROSECONDS),
        write_ms=decimal("avg_write_latency", divide=_MICROSECONDS), latency_ms=decimal("avg_latency", divide=_MICROSECONDS),
        throughput_mbps=decimal("total_bandwidth", divide=_MEGABYTE),
        read_mbps=decimal("read_bandwidth", divide=_MEGABYTE), write_mbps=decimal("write_bandwidth", divide=_MEGABYTE), measured=True, tool=const("array"),
    ),
)  # fmt: skip


def _note_repeats(samples: Iterable[JsonObject], context: Context) -> None:
    """Note the first sample that stands for several: at which times they were taken is not stated."""
    for sample in samples:
        if (sample.number("repeat_count") or 1) > 1:
            context.out.note(
                sample.line, "samples with a repeat_count above 1 are read once: the times of the others are not stated"
            )
            return


REPEATS = Joint(("metrics",), _note_repeats, ())
TYPES: Mapping[str, tuple[Part[JsonObject], ...]] = {
    "cluster": (CLUSTER,), "appliance": APPLIANCE, "software": (SOFTWARE,), "node": (NODE,), "fc_port": (PORT,),
    "hardware": PART, "metrics": METRICS,
}  # fmt: skip
