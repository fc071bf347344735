"""Records of ``symaccess``, ``symmask`` and ``symmaskdb`` in symcli XML: views, groups, logins, masking database."""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.xml.nodes import Node


def read_view(record: Node, out: Writer, array: str) -> None:
    """Read a masking view with its initiators, ports and devices."""
    for info in [record, *record.all("view_info")]:
        view = info.get("view_name")
        if view is None:
            continue
        view = view.rstrip(" *")
        facts.write_view(
            out, info.line, array, view, info.get("init_grpname"), info.get("port_grpname"), info.get("stor_grpname")
        )
        _view_members(info, out, array, view)


def _view_members(info: Node, out: Writer, array: str, view: str) -> None:
    for line, wwn, alias in _initiators(info):
        name, wwpn = facts.write_initiator(out, line, array, wwn, alias=alias, registered=True)
        facts.write_view_initiator(out, line, array, view, name, wwpn)
    for port in _ports(info):
        name_of_port, wwpn = _write_port(port, out, array)
        if name_of_port is not None:
            facts.write_view_port(out, port.line, array, view, name_of_port, wwpn)
    for device in info.all("device"):
        volume = names.device(device.get("dev_name"))
        if volume is None:
            continue
        inner = device.child("dev_port_info") or device
        lun = names.host_lun(inner.get("host_lun"))
        size = names.size_bytes(device.get("capacity"), 2)
        facts.write_view_volume(out, device.line, array, view, volume, lun, size)


def _initiators(info: Node) -> Iterator[tuple[int, str, str | None]]:
    """Yield line, WWN and alias of each initiator once; older versions print one flat list of all of them."""
    seen: set[str] = set()
    listed = [info, *info.all("initiator_list", "initiator"), *info.all("initiators"), *info.all("initiator")]
    for holder in listed:
        wwn: str | None = None
        line = holder.line
        node: str | None = None
        port: str | None = None
        for child in [*holder.children, Node("wwn", holder.line)]:
            if child.tag in ("wwn", "originator_port_wwn", "iscsi", "iscsi_name", "nqn"):
                if wwn is not None and wwn.lower() not in seen:
                    seen.add(wwn.lower())
                    yield line, wwn, f"{node or ''}/{port or ''}" if node or port else None
                wwn, line, node, port = names.present(child.text), child.line, None, None
            elif child.tag in ("user_node_name", "awwn_node_name"):
                node = child.text
            elif child.tag in ("user_port_name", "awwn_port_name"):
                port = child.text


def _ports(info: Node) -> list[Node]:
    inside = info.all("port_info", "director_identification")
    return inside or info.all("director_identification")


def _write_port(port: Node, out: Writer, array: str) -> tuple[str | None, str | None]:
    director, number, wwn = port.get("dir", "director"), port.get("port"), port.get("port_wwn", "wwn_port_name")
    facts.write_port(out, port.line, array, director, number, wwpn=wwn, kind=port.get("type"))
    return names.port_name(director, number), normalise.wwn(wwn)


def read_group(record: Node, out: Writer, array: str) -> None:
    """Read an initiator, port or storage group; its members belong to the views that contain it."""
    for info in record.all("group_info") or [record]:
        group = info.get("group_name")
        if group is None:
            continue
        views = [
            node.text.rstrip(" *") for node in info.all("mask_view_names", "view_name") if names.present(node.text)
        ]
        views += [node.text.rstrip(" *") for node in info.all("cascaded_view_names", "view_name") if node.text]
        for view in views:
            facts.write_view(out, info.line, array, view)
        for line, wwn, alias in _initiators(info):
            name, wwpn = facts.write_initiator(out, line, array, wwn, alias=alias, registered=True)
            for view in views:
                facts.write_view_initiator(out, line, array, view, name, wwpn)
        for port in _ports(info):
            port_name, wwpn = _write_port(port, out, array)
            for view in views if port_name is not None else ():
                facts.write_view_port(out, port.line, array, view, port_name or "", wwpn)
        _group_devices(info, out, array, views)


def _group_devices(info: Node, out: Writer, array: str, views: list[str]) -> None:
    for device in [*info.all("device"), *info.all("devs_list", "device"), *info.all("devices", "device")]:
        start = device.get("dev_name", "start_dev")
        end = device.get("end_dev")
        for volume in facts.device_range(f"{start}:{end}" if start and end else start or "") or ():
            facts.write_volume(out, device.line, array, volume, configuration=device.get("configuration"))
            for view in views:
                facts.write_view_volume(out, device.line, array, view, volume)


def read_login_record(record: Node, out: Writer, array: str) -> None:
    """Read the initiators that one port has seen, and whether they are logged in."""
    director, number = record.get("director", "dir"), record.get("port")
    target = record.get("port_wwn", "wwn_port_name", "director_port_wwn")
    facts.write_port(out, record.line, array, director, number, wwpn=target)
    port_name = names.port_name(director, number)
    for login in [*record.all("login"), *record.all("initiator")]:
        node, port = login.get("awwn_node_name", "user_node_name"), login.get("awwn_port_name", "user_port_name")
        _, wwpn = facts.write_initiator(
            out, login.line, array, login.get("originator_port_wwn", "wwn", "identifier"),
            alias=f"{node or ''}/{port or ''}" if node or port else None, wwnn=login.get("originator_node_wwn"),
        )  # fmt: skip
        facts.write_login(
            out, login.line, array, wwpn, port_name, target_wwpn=normalise.wwn(target),
            logged_in=normalise.yes_no(login.get("logged_in")), on_fabric=normalise.yes_no(login.get("on_fabric")),
        )  # fmt: skip


def read_database(record: Node, out: Writer, array: str) -> None:
    """Read masking of arrays before VMAX: devices by initiator and port, and port flags."""
    director, number = record.get("director", "dir"), record.get("port")
    for entry in [record, *record.all("db_record"), *record.all("device")]:
        wwn = entry.get("originator_port_wwn") or record.get("originator_port_wwn")
        if wwn is None:
            continue
        node, port = entry.get("user_node_name", "awwn_node_name"), entry.get("user_port_name", "awwn_port_name")
        alias = f"{node or ''}/{port or ''}" if node or port else None
        name, wwpn = facts.write_initiator(out, entry.line, array, wwn, alias=alias, registered=True)
        for flag in [child for holder in entry.all("override_flags") for child in holder.children]:
            short = names.FLAGS.get(flag.tag)
            if short is not None and (name or wwpn):
                value = facts.flag_state(flag.text) or "enabled"
                out.add("array_setting", flag.line, storage_array=array, scope=wwpn or name, setting=short, value=value)
        port_name = names.port_name(entry.get("director", "dir") or director, entry.get("port") or number)
        volumes = facts.device_range(entry.get("dev_name", "devices") or "") or []
        if port_name is None or not volumes:
            continue
        # In this kind of masking, the smallest view is one initiator at one port.
        view = f"{name or wwpn} {port_name}"
        facts.write_view(out, entry.line, array, view)
        facts.write_view_initiator(out, entry.line, array, view, name, wwpn)
        facts.write_view_port(out, entry.line, array, view, port_name)
        for volume in volumes:
            facts.write_view_volume(out, entry.line, array, view, volume, names.host_lun(entry.get("host_lun", "lun")))
