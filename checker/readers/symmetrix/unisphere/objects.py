"""Objects of the Unisphere REST interface, with the writer of each type.

Versions 8.4 to 10.x use the same field names; ``maskingView``, ``host`` and others are single or in a list of one.
"""

from __future__ import annotations

from collections.abc import Callable

from checker.facts.values import Value
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.unisphere import masking
from checker.readers.symmetrix.unisphere.fields import dicts, flag, inner, ports_of, text, words
from checker.readers.toolkit import rounded
from checker.readers.toolkit.documents.located_json import LocatedDict, line_of


def _array(record: LocatedDict, array: ArrayWriter) -> None:
    capacity = inner(record, "system_capacity")
    array.add(
        "storage_array", record.line, model=text(record, "model"),
        array_version=text(record, "microcode", "ucode"),
        array_class="flash" if flag(record, "all_flash") is True else None,
        array_state=text(record, "reliability_state"),
        **rounded.facts("size", names.size(text(capacity, "usable_total_tb"), 4)),
        **rounded.facts("used", names.size(text(capacity, "usable_used_tb"), 4)),
    )  # fmt: skip


def _director(record: LocatedDict, array: ArrayWriter) -> None:
    array.director(record.line, text(record, "directorId"), text(record, "availability", "director_status"))


def _port(record: LocatedDict, array: ArrayWriter) -> None:
    values = ((key, record.get(key)) for key in names.FLAGS)
    flags = facts.flag_states((key, str(value)) for key, value in values if isinstance(value, (bool, str)))
    views = words(record, "maskingview")
    for line, director, port, _ in ports_of(record, array.out):
        for view in views:
            array.view(record.line, view)
        array.director(line, director, text(record, "director_status"))
        array.port(
            record.line, director, port, wwpn=text(record, "identifier", "wwn"),
            wwnn=text(record, "wwn_node"), kind=text(record, "type"), port_state=text(record, "port_status"),
            speed=_speed(text(record, "negotiated_speed")), max_speed=_speed(text(record, "max_speed")), flags=flags,
            views=views,
        )  # fmt: skip


def _speed(value: str | None) -> str | None:
    return None if value in ("0", "0.0") else value


def _volume(record: LocatedDict, array: ArrayWriter) -> None:
    source = inner(record, "volumeHeader") or record
    volume = names.device(text(source, "volumeId"))
    if volume is None:
        array.out.bad_value("storage_volume", "storage_volume", text(source, "volumeId") or "", record.line)
        return
    megabytes = names.size(text(source, "cap_mb", "capMB"), 2)
    size = megabytes if megabytes is not None else names.size(text(source, "cap_gb", "capGB"), 3)
    # Hosts see the effective identity; SRDF/Metro and migrations set it to the identity of the partner.
    array.volume(
        record.line, volume, wwn=text(source, "effective_wwn", "wwn"), size=size,
        configuration=text(source, "type", "configuration"), status=text(source, "status"),
        label=text(source, "volume_identifier", "nameModifier"), pool=text(source, "srp", "srpId"),
    )  # fmt: skip
    for group in words(source, "storageGroupId"):
        array.group_member(record.line, group, volume=names.device(volume))


_GROUP_SETTINGS = {
    "host_io_limit_mb_sec": "host-io-limit-mbps", "host_io_limit_io_sec": "host-io-limit-iops",
    "mbps": "host-io-limit-mbps", "iops": "host-io-limit-iops", "slo": "service-level",
    "service_level": "service-level",
}  # fmt: skip


def _storage_group(record: LocatedDict, array: ArrayWriter) -> None:
    group = text(record, "storageGroupId")
    if group is None:
        return
    for view in words(record, "maskingview"):
        array.view(record.line, view, storage_group=group)
    for child in words(record, "child_storage_group"):
        array.group_member(record.line, group, child=child)
    for parent in words(record, "parent_storage_group"):
        array.group_member(record.line, parent, child=group)
    limits = inner(record, "hostIOLimit") or record
    for key, setting in _GROUP_SETTINGS.items():
        value = names.present(text(limits, key) or text(record, key))
        if value is not None and value.upper() != "NOLIMIT":
            array.setting(record.line, group, setting, value)


def _pool(record: LocatedDict, array: ArrayWriter) -> None:
    capacity = inner(record, "srp_capacity")

    def size(column: str, terabytes: str, gigabytes: str) -> dict[str, Value]:
        found = names.size(text(capacity, terabytes), 4) or names.size(text(record, gigabytes), 3)
        return rounded.facts(column, found)

    array.add(
        "pool", record.line, pool=text(record, "srpId"),
        **size("size", "usable_total_tb", "total_usable_cap_gb"),
        **size("used", "usable_used_tb", "total_allocated_cap_gb"),
        **size("subscribed", "subscribed_total_tb", "total_subscribed_cap_gb"), thin=True,
    )  # fmt: skip


def _health(record: LocatedDict, array: ArrayWriter) -> None:
    failed = text(record, "num_failed_disks")
    if failed is not None:
        array.setting(record.line, "", "failed-disks", failed)
    for metric in dicts(record, "health_score_metric"):
        instances = dicts(metric, "instance_metrics")
        scores = [score for item in instances if (score := text(item, "health_score")) is not None]
        parts = [part for item in instances for part in dicts(item, "health_score_instance_metric")]
        causes = [cause for part in parts if (cause := text(part, "instance_name")) is not None]
        array.add(
            "component", metric.line, component_type="health score",
            component=text(metric, "metric"), health_state=scores[0] if scores else text(metric, "health_score"),
            health_indications="; ".join(causes) or None,
        )  # fmt: skip


def _rdf_group(record: LocatedDict, array: ArrayWriter) -> None:
    remote = text(record, "remoteSymmetrix", "remoteSymmetrixId", "remote_symmetrix_id")
    number = text(record, "rdfgNumber", "localRdfGroupNumber")
    if remote is None:
        return
    kind = (text(record, "device_polarity", "volumeConfig") or "").upper().replace("RDF2", "R2")
    state = text(record, "rdfpairState") or ("offline" if flag(record, "offline") is True else None)
    mode = text(record, "rdfMode") or " ".join(words(record, "modes")) or None
    local = ArrayWriter(array.out, text(record, "localSymmetrixId") or array.name)
    local.link(line_of(record, 1), remote, number, kind, mode, state)


def _array_named(record: LocatedDict, array: ArrayWriter) -> ArrayWriter:
    return ArrayWriter(array.out, names.serial(text(record, "symmetrixID", "symmetrixId")) or array.name)


def _rdf_port(record: LocatedDict, array: ArrayWriter) -> None:
    """Read a port or director of SRDF; an answer about the remote end names the remote array."""
    online = flag(record, "online")
    state = None if online is None else "online" if online else "offline"
    where, director, port = _array_named(record, array), text(record, "directorId"), text(record, "portNumber")
    if port is None:
        where.director(record.line, director, state)
    else:
        where.port(record.line, director, port, wwpn=text(record, "wwn"), port_state=state)


def _port_key(record: LocatedDict, array: ArrayWriter) -> None:
    array.port(record.line, text(record, "directorId"), text(record, "portId"))


def _ports(record: LocatedDict, array: ArrayWriter) -> None:
    for line, director, port, _ in ports_of(record, array.out):
        array.port(line, director, port)


def _health_check(record: LocatedDict, array: ArrayWriter) -> None:
    for test in dicts(record, "testResult"):
        passed = flag(test, "result")
        _array_named(record, array).add(
            "component", test.line, component_type="health check", component=text(test, "item_name"),
            health_state=None if passed is None else "passed" if passed else "failed",
        )  # fmt: skip


def _group_replication(record: LocatedDict, array: ArrayWriter) -> None:
    """Read the SRDF state of a storage group; the answer contains the SRDF group but not the remote array."""
    link = f"{_array_named(record, array).name} group {text(record, 'rdfGroupNumber')}"
    array.out.add(
        "replication_link", record.line, replication_link=link,
        mode=", ".join(words(record, "modes")).lower() or None,
        operational_status=", ".join(words(record, "states")) or None,
    )  # fmt: skip


def _listed_volume(record: LocatedDict, array: ArrayWriter) -> None:
    """Read a volume from the list ``/rest/v1/systems/<id>/volumes`` (10.1)."""
    where = ArrayWriter(array.out, names.serial(text(inner(record, "system"), "id")) or array.name)
    volume = names.device(text(record, "id"))
    if volume is None:
        return
    where.volume(
        record.line, volume, wwn=text(record, "effective_wwn", "wwn"),
        size=names.size(text(record, "cap_mb"), 2) or names.size(text(record, "cap_gb"), 3),
        configuration=text(record, "type"), status=text(record, "status"), label=text(record, "identifier"),
        pool=text(inner(record, "srp"), "id"),
    )  # fmt: skip
    for view in [name for item in dicts(record, "masking_views") if (name := text(item, "id")) is not None]:
        where.view(record.line, view)
        where.view_volume(record.line, view, volume)


Write = Callable[[LocatedDict, ArrayWriter], None]

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
