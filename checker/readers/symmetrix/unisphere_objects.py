"""Objects of the Unisphere REST interface: what is written of each type.

Versions 8.4 to 10.x name the fields alike; ``maskingView``, ``host`` and so on come alone or in a list of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.located_json import LocatedDict, line_of
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.xml_config import write_link


def text(record: Mapping[str, object], *keys: str) -> str | None:
    """Return the first of these fields that has a value, as text."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
    return None


def flag(record: Mapping[str, object], key: str) -> bool | None:
    """Return a truth value, printed as such or as text."""
    value = record.get(key)
    return value if isinstance(value, bool) else normalise.yes_no(value if isinstance(value, str) else None)


def words(record: Mapping[str, object], key: str) -> list[str]:
    """Return a list of names."""
    value = record.get(key)
    return [item for item in value if isinstance(item, str) and item] if isinstance(value, list) else []


def dicts(record: Mapping[str, object], key: str) -> list[LocatedDict]:
    """Return the objects of a field, which is an object or a list of them."""
    value = record.get(key)
    if isinstance(value, LocatedDict):
        return [value]
    return [item for item in value if isinstance(item, LocatedDict)] if isinstance(value, list) else []


def _ports(record: LocatedDict, out: Writer) -> Iterator[tuple[int, str, str, str]]:
    """Yield line, director, port and port name of each ``symmetrixPortKey``; ``portId`` may repeat the director."""
    for key in dicts(record, "symmetrixPortKey"):
        director, port = text(key, "directorId"), text(key, "portId")
        whole = names.split_port(port)
        if whole is None and director is not None and port is not None:
            whole = names.split_port(f"{director}:{port}")
        if whole is not None:
            yield key.line, whole[0], whole[1], f"{whole[0]}:{whole[1]}"
        elif director is not None and port is not None:
            out.bad_value("target_port", "port_name", f"{director}:{port}", key.line)


def _array(record: LocatedDict, out: Writer, array: str) -> None:
    capacity = record.get("system_capacity")
    capacity = capacity if isinstance(capacity, LocatedDict) else LocatedDict()
    out.add(
        "storage_array",
        record.line,
        storage_array=array,
        model=text(record, "model"),
        array_version=text(record, "microcode", "ucode"),
        array_class="flash" if flag(record, "all_flash") is True else None,
        array_state=text(record, "reliability_state"),
        size_bytes=names.size_bytes(text(capacity, "usable_total_tb"), 4),
        used_bytes=names.size_bytes(text(capacity, "usable_used_tb"), 4),
    )


def _director(record: LocatedDict, out: Writer, array: str) -> None:
    state = text(record, "availability", "director_status")
    out.add(
        "director",
        record.line,
        storage_array=array,
        director=names.director(text(record, "directorId")),
        operational_status=state.lower() if state else None,
    )


def _port(record: LocatedDict, out: Writer, array: str) -> None:
    stated: dict[str, str] = {}
    for key, short in names.FLAGS.items():
        value = record.get(key)
        state = facts.flag_state(str(value)) if isinstance(value, (bool, str)) else None
        if state is not None:
            stated[short] = state
    for line, director, port, name in _ports(record, out):
        status = text(record, "director_status")
        out.add(
            "director",
            line,
            storage_array=array,
            director=director,
            operational_status=status.lower() if status else None,
        )
        facts.write_port(
            out,
            record.line,
            array,
            director,
            port,
            wwpn=text(record, "identifier", "wwn"),
            wwnn=text(record, "wwn_node"),
            kind=text(record, "type"),
            port_state=text(record, "port_status"),
            speed=_speed(text(record, "negotiated_speed")),
            max_speed=_speed(text(record, "max_speed")),
            flags=stated,
        )
        for view in words(record, "maskingview"):
            facts.write_view(out, record.line, array, view)
            facts.write_view_port(out, record.line, array, view, name, normalise.wwn(text(record, "identifier")))


def _speed(value: str | None) -> str | None:
    return None if value in ("0", "0.0") else value


def _initiator(record: LocatedDict, out: Writer, array: str) -> None:
    where, wwn = split_initiator(text(record, "initiatorId"))
    hosts = words(record, "host")
    name, wwpn = facts.write_initiator(
        out,
        record.line,
        array,
        wwn,
        alias=text(record, "alias"),
        host=hosts[0] if hosts else text(record, "host", "hostId"),
        registered=True if record.get("host") or record.get("hostId") else None,
    )
    ports = [name_of for _, _, _, name_of in _ports(record, out)] or ([where] if where else [])
    # One record may stand for several ports; the states are then those of the initiator, not of one port.
    logged_in = flag(record, "logged_in") if len(ports) == 1 else None
    on_fabric = flag(record, "on_fabric") if len(ports) == 1 else None
    for port_name in ports:
        facts.write_login(out, record.line, array, wwpn, port_name, logged_in=logged_in, on_fabric=on_fabric)
    for view in words(record, "maskingview"):
        facts.write_view(out, record.line, array, view)
        facts.write_view_initiator(out, record.line, array, view, name, wwpn)
    _flags_in_effect(record, out, array, wwpn or name)


def _flags_in_effect(record: LocatedDict, out: Writer, array: str, scope: str | None) -> None:
    stated = record.get("flags_in_effect")
    if scope is None or stated is None:
        return
    listed = ",".join(words(record, "flags_in_effect")) if isinstance(stated, list) else str(stated)
    for entry in listed.split(","):
        short = entry.strip().rpartition("(")[2].rstrip(")")
        if entry.strip().endswith(")") and short:
            line = record.key_lines.get("flags_in_effect", record.line)
            out.add("array_setting", line, storage_array=array, scope=scope, setting=short, value="enabled")


def split_initiator(printed: str | None) -> tuple[str | None, str | None]:
    """Return (port name, initiator) of ``FA-1D:4:10000000c9…``; without a port in front, (None, initiator)."""
    if printed is None:
        return None, None
    parts = printed.split(":", 2)
    if len(parts) == 3 and (port := names.split_port(f"{parts[0]}:{parts[1]}")) is not None:
        return f"{port[0]}:{port[1]}", parts[2].strip()
    return None, printed


def _host(record: LocatedDict, out: Writer, array: str, views: list[str] | None = None) -> None:
    host = text(record, "hostId")
    together = list(dict.fromkeys([*words(record, "maskingview"), *(views or [])]))
    for view in together:
        facts.write_view(out, record.line, array, view, host if views is None else None)
    for printed in words(record, "initiator"):
        _, wwn = split_initiator(printed)
        line = record.key_lines.get("initiator", record.line)
        name, wwpn = facts.write_initiator(out, line, array, wwn, host=host, registered=True)
        for view in together:
            facts.write_view_initiator(out, line, array, view, name, wwpn)


def _host_group(record: LocatedDict, out: Writer, array: str) -> None:
    views = words(record, "maskingview")
    for view in views:
        facts.write_view(out, record.line, array, view, text(record, "hostGroupId"))
    for host in dicts(record, "host"):
        _host(host, out, array, views)


def _port_group(record: LocatedDict, out: Writer, array: str) -> None:
    views = words(record, "maskingview")
    for view in views:
        facts.write_view(out, record.line, array, view, port_group=text(record, "portGroupId"))
    for line, director, port, name in _ports(record, out):
        facts.write_port(out, line, array, director, port)
        for view in views:
            facts.write_view_port(out, line, array, view, name)


def _view(record: LocatedDict, out: Writer, array: str) -> None:
    view = text(record, "maskingViewId")
    if view is None:
        return
    facts.write_view(
        out,
        record.line,
        array,
        view,
        text(record, "hostId", "hostGroupId"),
        text(record, "portGroupId"),
        text(record, "storageGroupId"),
    )
    connections(record, out, array, view)


def connections(record: LocatedDict, out: Writer, array: str, view: str | None) -> None:
    """Write the connections of a view: which initiator reaches which device over which port, and if it is logged in."""
    logins: dict[tuple[str, str], tuple[int, set[bool | None], set[bool | None]]] = {}
    written: set[object] = set()
    for row in dicts(record, "maskingViewConnection"):
        where, wwn = split_initiator(text(row, "initiatorId"))
        alias = text(row, "alias")
        wwpn, name = normalise.wwn(wwn), None
        if wwn is not None and ("initiator", wwn, alias) not in written:
            written.add(("initiator", wwn, alias))
            name, wwpn = facts.write_initiator(out, row.line, array, wwn, alias=alias)
            if view is not None:
                facts.write_view_initiator(out, row.line, array, view, name, wwpn)
        port = names.split_port(text(row, "dir_port"))
        port_name = f"{port[0]}:{port[1]}" if port else where
        if port is not None and ("port", port) not in written:
            written.add(("port", port))
            facts.write_port(out, row.line, array, port[0], port[1])
            if view is not None:
                facts.write_view_port(out, row.line, array, view, f"{port[0]}:{port[1]}")
        volume, lun = names.device(text(row, "volumeId")), names.host_lun(text(row, "host_lun_address"))
        printed = text(row, "volumeId")
        if volume is None and printed is not None and ("bad", printed) not in written:
            written.add(("bad", printed))
            out.bad_value("mask_volume", "volume_name", printed, row.line)
        if volume is not None and ("volume", volume, lun) not in written:
            written.add(("volume", volume, lun))
            size = names.size_bytes(text(row, "cap_gb"), 3)
            facts.write_volume(out, row.line, array, volume, size=None)
            if view is not None:
                facts.write_view_volume(out, row.line, array, view, volume, lun, size)
        if wwpn is not None and port_name is not None:
            entry = logins.setdefault((wwpn, port_name), (row.line, set(), set()))
            entry[1].add(flag(row, "logged_in"))
            entry[2].add(flag(row, "on_fabric"))
    for (wwpn, port_name), (line, logged, seen) in logins.items():
        facts.write_login(out, line, array, wwpn, port_name, logged_in=_agreed(logged), on_fabric=_agreed(seen))


def _agreed(values: set[bool | None]) -> bool | None:
    """Return what all rows of one login say; rows that differ were taken while it changed, and tell nothing."""
    return next(iter(values)) if len(values) == 1 else None


def _volume(record: LocatedDict, out: Writer, array: str) -> None:
    header = record.get("volumeHeader")
    source = header if isinstance(header, LocatedDict) else record
    volume = names.device(text(source, "volumeId"))
    if volume is None:
        out.bad_value("storage_volume", "storage_volume", text(source, "volumeId") or "", record.line)
        return
    megabytes = names.size_bytes(text(source, "cap_mb", "capMB"), 2)
    size = megabytes if megabytes is not None else names.size_bytes(text(source, "cap_gb", "capGB"), 3)
    configuration = text(source, "type", "configuration")
    facts.write_volume(
        out,
        record.line,
        array,
        volume,
        # Hosts see the effective identity, which SRDF/Metro and migrations set to that of the partner.
        wwn=text(source, "effective_wwn", "wwn"),
        size=size,
        configuration=configuration,
        status=text(source, "status"),
        label=text(source, "volume_identifier", "nameModifier"),
        pool=text(source, "srp", "srpId"),
    )


def _storage_group(record: LocatedDict, out: Writer, array: str) -> None:
    group = text(record, "storageGroupId")
    if group is None:
        return
    for view in words(record, "maskingview"):
        facts.write_view(out, record.line, array, view, storage_group=group)
    limits = record.get("hostIOLimit")
    limits = limits if isinstance(limits, LocatedDict) else record
    for key, setting in (
        ("host_io_limit_mb_sec", "host-io-limit-mbps"),
        ("host_io_limit_io_sec", "host-io-limit-iops"),
        ("slo", "service-level"),
        ("service_level", "service-level"),
    ):
        value = names.present(text(limits, key) or text(record, key))
        if value is not None and value.upper() != "NOLIMIT":
            out.add("array_setting", record.line, storage_array=array, scope=group, setting=setting, value=value)


def _pool(record: LocatedDict, out: Writer, array: str) -> None:
    capacity = record.get("srp_capacity")
    capacity = capacity if isinstance(capacity, LocatedDict) else LocatedDict()
    out.add(
        "pool",
        record.line,
        storage_array=array,
        pool=text(record, "srpId"),
        size_bytes=names.size_bytes(text(capacity, "usable_total_tb"), 4)
        or names.size_bytes(text(record, "total_usable_cap_gb"), 3),
        used_bytes=names.size_bytes(text(capacity, "usable_used_tb"), 4)
        or names.size_bytes(text(record, "total_allocated_cap_gb"), 3),
        subscribed_bytes=names.size_bytes(text(capacity, "subscribed_total_tb"), 4)
        or names.size_bytes(text(record, "total_subscribed_cap_gb"), 3),
        thin=True,
    )


def _health(record: LocatedDict, out: Writer, array: str) -> None:
    failed = text(record, "num_failed_disks")
    if failed is not None:
        out.add("array_setting", record.line, storage_array=array, scope="", setting="failed-disks", value=failed)
    for metric in dicts(record, "health_score_metric"):
        instances = dicts(metric, "instance_metrics")
        scores = [score for item in instances if (score := text(item, "health_score")) is not None]
        causes = [
            cause
            for item in instances
            for part in dicts(item, "health_score_instance_metric")
            if (cause := text(part, "instance_name")) is not None
        ]
        out.add(
            "component",
            metric.line,
            storage_array=array,
            component_type="health score",
            component=text(metric, "metric"),
            health_state=scores[0] if scores else text(metric, "health_score"),
            health_indications="; ".join(causes) or None,
        )


def _rdf_group(record: LocatedDict, out: Writer, array: str) -> None:
    remote = text(record, "remoteSymmetrix", "remoteSymmetrixId")
    number = text(record, "rdfgNumber", "localRdfGroupNumber")
    if remote is None:
        return
    kind = (text(record, "device_polarity", "volumeConfig") or "").upper().replace("RDF2", "R2")
    state = text(record, "rdfpairState") or ("offline" if flag(record, "offline") is True else None)
    mode = text(record, "rdfMode") or " ".join(words(record, "modes")) or None
    local = text(record, "localSymmetrixId") or array
    write_link(out, line_of(record, 1), local, remote, number, kind, mode, state)


Write = Callable[[LocatedDict, Writer, str], None]

# Type, fields that a record of it has (all of them), fields of which it has one, what writes it; tried in this order.
TYPES: tuple[tuple[str, tuple[str, ...], tuple[str, ...], Write], ...] = (
    ("masking view", ("maskingViewId",), (), _view),
    ("RDF pair", ("localRdfGroupNumber", "remoteSymmetrixId"), (), _rdf_group),
    ("RDF group", ("rdfgNumber",), ("remoteSymmetrix", "modes"), _rdf_group),
    ("host group", ("hostGroupId",), ("host", "num_of_hosts"), _host_group),
    ("initiator", ("initiatorId",), (), _initiator),
    ("host", ("hostId",), ("initiator", "num_of_initiators", "maskingview"), _host),
    ("port group", ("portGroupId",), (), _port_group),
    (
        "port",
        ("symmetrixPortKey",),
        ("port_status", "identifier", "director_status", "type", "max_speed", "num_of_port_groups"),
        _port,
    ),
    ("volume", ("volumeHeader",), (), _volume),
    ("volume", ("volumeId",), (), _volume),
    ("storage group", ("storageGroupId",), (), _storage_group),
    ("pool", ("srpId",), (), _pool),
    ("health", (), ("health_score_metric", "num_failed_disks"), _health),
    ("director", ("directorId",), ("availability", "num_of_ports", "director_number", "num_of_cores"), _director),
    ("array", ("symmetrixId",), ("model", "microcode", "ucode", "device_count", "local", "disk_count"), _array),
)
