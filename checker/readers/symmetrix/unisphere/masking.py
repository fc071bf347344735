"""Masking objects of the Unisphere REST interface: initiators, hosts, port groups, views and their connections."""

from __future__ import annotations

from checker.facts import normalise
from checker.readers.symmetrix import names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.unisphere.fields import dicts, flag, ports_of, split_initiator, text, words
from checker.readers.toolkit.documents.located_json import LocatedDict


def read_initiator(record: LocatedDict, array: ArrayWriter) -> None:
    """Read an initiator with its ports, its views and the port flags in effect for it."""
    where, wwn = split_initiator(text(record, "initiatorId"))
    hosts = words(record, "host")
    views = words(record, "maskingview")
    for view in views:
        array.view(record.line, view)
    name, wwpn = array.initiator(
        record.line, wwn, alias=text(record, "alias"), views=views,
        host=hosts[0] if hosts else text(record, "host", "hostId"),
        registered=True if record.get("host") or record.get("hostId") else None,
    )  # fmt: skip
    ports = [name_of for _, _, _, name_of in ports_of(record, array.out)] or ([where] if where else [])
    # A record may be for several ports; its states are then those of the initiator, not of a port.
    logged_in = flag(record, "logged_in") if len(ports) == 1 else None
    on_fabric = flag(record, "on_fabric") if len(ports) == 1 else None
    for port_name in ports:
        array.login(record.line, wwpn, port_name, logged_in=logged_in, on_fabric=on_fabric)
    stated, scope = record.get("flags_in_effect"), wwpn or name
    if scope is None or stated is None:
        return
    listed = ",".join(words(record, "flags_in_effect")) if isinstance(stated, list) else str(stated)
    for entry in listed.split(","):
        short = entry.strip().rpartition("(")[2].rstrip(")")
        if entry.strip().endswith(")") and short:
            array.setting(record.key_lines.get("flags_in_effect", record.line), scope, short, "enabled")


def read_host(record: LocatedDict, array: ArrayWriter, views: list[str] | None = None) -> None:
    """Read a host: its initiators belong to its views and to those of its host group."""
    host = text(record, "hostId")
    together = list(dict.fromkeys([*words(record, "maskingview"), *(views or [])]))
    for view in together:
        array.view(record.line, view, host if views is None else None)
    for printed in words(record, "initiator"):
        _, wwn = split_initiator(printed)
        line = record.key_lines.get("initiator", record.line)
        array.initiator(line, wwn, host=host, registered=True, views=together)


def read_host_group(record: LocatedDict, array: ArrayWriter) -> None:
    """Read a cluster of hosts."""
    views = words(record, "maskingview")
    for view in views:
        array.view(record.line, view, text(record, "hostGroupId"))
    for host in dicts(record, "host"):
        read_host(host, array, views)


def read_port_group(record: LocatedDict, array: ArrayWriter) -> None:
    """Read a port group: its ports belong to the views that contain it."""
    views = words(record, "maskingview")
    for view in views:
        array.view(record.line, view, port_group=text(record, "portGroupId"))
    for line, director, port, _ in ports_of(record, array.out):
        array.port(line, director, port, views=views)


def read_view(record: LocatedDict, array: ArrayWriter) -> None:
    """Read a masking view with its connections, if included."""
    view = text(record, "maskingViewId")
    if view is None:
        return
    array.view(
        record.line, view, text(record, "hostId", "hostGroupId"), text(record, "portGroupId"),
        text(record, "storageGroupId"),
    )  # fmt: skip
    connections(record, array, view)


def connections(record: LocatedDict, array: ArrayWriter, view: str | None) -> None:
    """Write the connections of a view: initiator, device, port, and whether the initiator is logged in."""
    logins: dict[tuple[str, str], tuple[int, set[bool | None], set[bool | None]]] = {}
    written: set[object] = set()
    rows = dicts(record, "maskingViewConnection")
    views = () if view is None else (view,)
    stated, out = normalise.integer(text(record, "num_of_connections")), array.out
    if stated is not None:
        out.printed_count = (out.printed_count or 0) + stated
        out.counted_records = (out.counted_records or 0) + len(rows)
    for row in rows:
        where, wwn = split_initiator(text(row, "initiatorId"))
        alias = text(row, "alias")
        wwpn = normalise.wwn(wwn)
        if wwn is not None and ("initiator", wwn, alias) not in written:
            written.add(("initiator", wwn, alias))
            _, wwpn = array.initiator(row.line, wwn, alias=alias, views=views)
        port = names.split_port(text(row, "dir_port"))
        port_name = f"{port[0]}:{port[1]}" if port else where
        if port is not None and ("port", port) not in written:
            written.add(("port", port))
            array.port(row.line, *port, views=views)
        printed = text(row, "volumeId")
        if printed is None and port is None and wwn is None:
            out.note(row.line, "skipped a connection that names no initiator, port or volume")
        volume, lun = names.device(printed), names.host_lun(text(row, "host_lun_address"))
        if volume is None and printed is not None and ("bad", printed) not in written:
            written.add(("bad", printed))
            out.bad_value("mask_volume", "volume_name", printed, row.line)
        if volume is not None and ("volume", volume, lun) not in written:
            written.add(("volume", volume, lun))
            array.volume(row.line, volume)
            if view is not None:
                array.view_volume(row.line, view, volume, lun, names.size(text(row, "cap_gb"), 3))
        if wwpn is not None and port_name is not None:
            entry = logins.setdefault((wwpn, port_name), (row.line, set(), set()))
            entry[1].add(flag(row, "logged_in"))
            entry[2].add(flag(row, "on_fabric"))
    for (wwpn, port_name), (line, logged, seen) in logins.items():
        array.login(line, wwpn, port_name, logged_in=_agreed(logged), on_fabric=_agreed(seen))


def _agreed(values: set[bool | None]) -> bool | None:
    """Return the state on which all rows of a login agree; None if it changed during collection."""
    return next(iter(values)) if len(values) == 1 else None
