"""Objects of the Unisphere REST interface, with the writer of each type.

Versions 8.4 to 10.x use the same field names; ``maskingView``, ``host`` and others are single or in a list of one.
"""

from __future__ import annotations

from collections.abc import Callable

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.unisphere import masking
from checker.readers.symmetrix.unisphere.fields import dicts, flag, inner, ports_of, text, words
from checker.readers.toolkit.located_json import LocatedDict, line_of


def _array(record: LocatedDict, out: Writer, array: str) -> None:
    capacity = inner(record, "system_capacity")
    out.add(
        "storage_array", record.line, storage_array=array, model=text(record, "model"),
        array_version=text(record, "microcode", "ucode"),
        array_class="flash" if flag(record, "all_flash") is True else None,
        array_state=text(record, "reliability_state"),
        size_bytes=names.size_bytes(text(capacity, "usable_total_tb"), 4),
        used_bytes=names.size_bytes(text(capacity, "usable_used_tb"), 4),
    )  # fmt: skip


def _director(record: LocatedDict, out: Writer, array: str) -> None:
    state = text(record, "availability", "director_status")
    out.add(
        "director", record.line, storage_array=array, director=names.director(text(record, "directorId")),
        operational_status=state.lower() if state else None,
    )  # fmt: skip


def _port(record: LocatedDict, out: Writer, array: str) -> None:
    stated: dict[str, str] = {}
    for key, short in names.FLAGS.items():
        value = record.get(key)
        state = facts.flag_state(str(value)) if isinstance(value, (bool, str)) else None
        if state is not None:
            stated[short] = state
    for line, director, port, name in ports_of(record, out):
        status = text(record, "director_status")
        out.add(
            "director", line, storage_array=array, director=director,
            operational_status=status.lower() if status else None,
        )  # fmt: skip
        facts.write_port(
            out, record.line, array, director, port, wwpn=text(record, "identifier", "wwn"),
            wwnn=text(record, "wwn_node"), kind=text(record, "type"), port_state=text(record, "port_status"),
            speed=_speed(text(record, "negotiated_speed")), max_speed=_speed(text(record, "max_speed")), flags=stated,
        )  # fmt: skip
        for view in words(record, "maskingview"):
            facts.write_view(out, record.line, array, view)
            facts.write_view_port(out, record.line, array, view, name, normalise.wwn(text(record, "identifier")))


def _speed(value: str | None) -> str | None:
    return None if value in ("0", "0.0") else value


def _volume(record: LocatedDict, out: Writer, array: str) -> None:
    source = inner(record, "volumeHeader") or record
    volume = names.device(text(source, "volumeId"))
    if volume is None:
        out.bad_value("storage_volume", "storage_volume", text(source, "volumeId") or "", record.line)
        return
    megabytes = names.size_bytes(text(source, "cap_mb", "capMB"), 2)
    size = megabytes if megabytes is not None else names.size_bytes(text(source, "cap_gb", "capGB"), 3)
    # Hosts see the effective identity; SRDF/Metro and migrations set it to the identity of the partner.
    facts.write_volume(
        out, record.line, array, volume, wwn=text(source, "effective_wwn", "wwn"), size=size,
        configuration=text(source, "type", "configuration"), status=text(source, "status"),
        label=text(source, "volume_identifier", "nameModifier"), pool=text(source, "srp", "srpId"),
    )  # fmt: skip


_GROUP_SETTINGS = {
    "host_io_limit_mb_sec": "host-io-limit-mbps", "host_io_limit_io_sec": "host-io-limit-iops",
    "mbps": "host-io-limit-mbps", "iops": "host-io-limit-iops", "slo": "service-level",
    "service_level": "service-level",
}  # fmt: skip


def _storage_group(record: LocatedDict, out: Writer, array: str) -> None:
    group = text(record, "storageGroupId")
    if group is None:
        return
    for view in words(record, "maskingview"):
        facts.write_view(out, record.line, array, view, storage_group=group)
    limits = inner(record, "hostIOLimit") or record
    for key, setting in _GROUP_SETTINGS.items():
        value = names.present(text(limits, key) or text(record, key))
        if value is not None and value.upper() != "NOLIMIT":
            out.add("array_setting", record.line, storage_array=array, scope=group, setting=setting, value=value)


def _pool(record: LocatedDict, out: Writer, array: str) -> None:
    capacity = inner(record, "srp_capacity")
    out.add(
        "pool", record.line, storage_array=array, pool=text(record, "srpId"),
        size_bytes=names.size_bytes(text(capacity, "usable_total_tb"), 4)
        or names.size_bytes(text(record, "total_usable_cap_gb"), 3),
        used_bytes=names.size_bytes(text(capacity, "usable_used_tb"), 4)
        or names.size_bytes(text(record, "total_allocated_cap_gb"), 3),
        subscribed_bytes=names.size_bytes(text(capacity, "subscribed_total_tb"), 4)
        or names.size_bytes(text(record, "total_subscribed_cap_gb"), 3),
        thin=True,
    )  # fmt: skip


def _health(record: LocatedDict, out: Writer, array: str) -> None:
    failed = text(record, "num_failed_disks")
    if failed is not None:
        out.add("array_setting", record.line, storage_array=array, scope="", setting="failed-disks", value=failed)
    for metric in dicts(record, "health_score_metric"):
        instances = dicts(metric, "instance_metrics")
        scores = [score for item in instances if (score := text(item, "health_score")) is not None]
        parts = [part for item in instances for part in dicts(item, "health_score_instance_metric")]
        causes = [cause for part in parts if (cause := text(part, "instance_name")) is not None]
        out.add(
            "component", metric.line, storage_array=array, component_type="health score",
            component=text(metric, "metric"), health_state=scores[0] if scores else text(metric, "health_score"),
            health_indications="; ".join(causes) or None,
        )  # fmt: skip


def _rdf_group(record: LocatedDict, out: Writer, array: str) -> None:
    remote = text(record, "remoteSymmetrix", "remoteSymmetrixId", "remote_symmetrix_id")
    number = text(record, "rdfgNumber", "localRdfGroupNumber")
    if remote is None:
        return
    kind = (text(record, "device_polarity", "volumeConfig") or "").upper().replace("RDF2", "R2")
    state = text(record, "rdfpairState") or ("offline" if flag(record, "offline") is True else None)
    mode = text(record, "rdfMode") or " ".join(words(record, "modes")) or None
    local = text(record, "localSymmetrixId") or array
    facts.write_link(out, line_of(record, 1), local, remote, number, kind, mode, state)


def _array_named(record: LocatedDict, array: str) -> str:
    return names.serial(text(record, "symmetrixID", "symmetrixId")) or array


def _rdf_port(record: LocatedDict, out: Writer, array: str) -> None:
    """Read a port or director of SRDF; an answer about the remote end names the remote array."""
    online = flag(record, "online")
    state = None if online is None else "online" if online else "offline"
    where = _array_named(record, array)
    port = text(record, "portNumber")
    if port is None:
        out.add(
            "director", record.line, storage_array=where, director=names.director(text(record, "directorId")),
            operational_status=state,
        )  # fmt: skip
        return
    facts.write_port(
        out, record.line, where, text(record, "directorId"), port, wwpn=text(record, "wwn"), port_state=state
    )


def _port_key(record: LocatedDict, out: Writer, array: str) -> None:
    facts.write_port(out, record.line, array, text(record, "directorId"), text(record, "portId"))


def _ports(record: LocatedDict, out: Writer, array: str) -> None:
    for line, director, port, _ in ports_of(record, out):
        facts.write_port(out, line, array, director, port)


def _health_check(record: LocatedDict, out: Writer, array: str) -> None:
    for test in dicts(record, "testResult"):
        passed = flag(test, "result")
        out.add(
            "component", test.line, storage_array=_array_named(record, array), component_type="health check",
            component=text(test, "item_name"),
            health_state=None if passed is None else "passed" if passed else "failed",
        )  # fmt: skip


def _group_replication(record: LocatedDict, out: Writer, array: str) -> None:
    """Read the SRDF state of a storage group; the answer contains the SRDF group but not the remote array."""
    link = f"{_array_named(record, array)} group {text(record, 'rdfGroupNumber')}"
    out.add(
        "replication_link", record.line, replication_link=link,
        mode=", ".join(words(record, "modes")).lower() or None,
        operational_status=", ".join(words(record, "states")) or None,
    )  # fmt: skip


def _listed_volume(record: LocatedDict, out: Writer, array: str) -> None:
    """Read a volume from the list ``/rest/v1/systems/<id>/volumes`` (10.1)."""
    where = names.serial(text(inner(record, "system"), "id")) or array
    volume = names.device(text(record, "id"))
    if volume is None:
        return
    facts.write_volume(
        out, record.line, where, volume, wwn=text(record, "effective_wwn", "wwn"),
        size=names.size_bytes(text(record, "cap_mb"), 2) or names.size_bytes(text(record, "cap_gb"), 3),
        configuration=text(record, "type"), status=text(record, "status"), label=text(record, "identifier"),
        pool=text(inner(record, "srp"), "id"),
    )  # fmt: skip
    for view in [name for item in dicts(record, "masking_views") if (name := text(item, "id")) is not None]:
        facts.write_view(out, record.line, where, view)
        facts.write_view_volume(out, record.line, where, view, volume)


Write = Callable[[LocatedDict, Writer, str], None]

# Type, fields that must all be present, fields of which one must be present, writer; the first match counts.
TYPES: tuple[tuple[str, tuple[str, ...], tuple[str, ...], Write], ...] = (
    ("masking view", ("maskingViewId",), (), masking.read_view),
    ("RDF pair", ("localRdfGroupNumber", "remoteSymmetrixId"), (), _rdf_group),
    ("RDF group", ("rdfgNumber",), ("remoteSymmetrix", "remote_symmetrix_id", "modes"), _rdf_group),
    ("host group", ("hostGroupId",), ("host", "num_of_hosts"), masking.read_host_group),
    ("initiator", ("initiatorId",), (), masking.read_initiator),
    ("host", ("hostId",), ("initiator", "num_of_initiators", "maskingview"), masking.read_host),
    ("port group", ("portGroupId",), (), masking.read_port_group),
    (
        "port", ("symmetrixPortKey",),
        ("port_status", "identifier", "director_status", "type", "max_speed", "num_of_port_groups"), _port,
    ),
    ("volume", ("volumeHeader",), (), _volume), ("volume", ("volumeId",), (), _volume),
    ("storage group", ("storageGroupId",), (), _storage_group), ("pool", ("srpId",), (), _pool),
    (
        "listed volume", ("id", "system", "type"), ("storage_groups", "masking_views", "cap_cyl", "cap_gb"),
        _listed_volume,
    ),
    ("health check", ("testResult",), (), _health_check),
    ("RDF state", ("storageGroupName", "rdfGroupNumber"), ("states",), _group_replication),
    ("RDF port", ("directorId", "symmetrixID"), ("online",), _rdf_port),
    ("port key", ("directorId", "portId"), (), _port_key), ("ports", ("symmetrixPortKey",), (), _ports),
    ("health", (), ("health_score_metric", "num_failed_disks"), _health),
    ("director", ("directorId",), ("availability", "num_of_ports", "director_number", "num_of_cores"), _director),
    ("array", ("symmetrixId",), ("model", "microcode", "ucode", "device_count", "local", "disk_count"), _array),
)  # fmt: skip
