"""Records of ``symaccess``, ``symmask`` and ``symmaskdb`` in symcli XML: views, groups, logins, masking database."""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts import normalise
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.xml.nodes import Node


def read_view(record: Node, array: ArrayWriter) -> None:
    """Read a masking view with its initiators, ports and devices."""
    for info in [record, *record.all("view_info")]:
        view = info.get("view_name")
        if view is None:
            continue
        view = view.rstrip(" *")
        array.view(
            info.line, view, info.get("init_grpname"), info.get("port_grpname"), info.get("stor_grpname")
        )  # fmt: skip
        _members(info, array, [view])
        if (storage := names.present(info.get("stor_grpname"))) is not None:
            read_related_groups(info, array, storage)
        for device in info.all("device"):
            volume = names.device(device.get("dev_name"))
            if volume is not None:
                lun = names.host_lun((device.child("dev_port_info") or device).get("host_lun"))
                array.view_volume(device.line, view, volume, lun, names.size(device.get("capacity"), 2))


def _members(info: Node, array: ArrayWriter, views: list[str]) -> None:
    """Read the initiators and ports of views or of a group in them."""
    for line, wwn, alias in _initiators(info):
        array.initiator(line, wwn, alias=alias, registered=True, views=views)
    for port in info.all("port_info", "director_identification") or info.all("director_identification"):
        array.port(
            port.line, port.get("dir", "director"), port.get("port"), wwpn=port.get("port_wwn", "wwn_port_name"),
            kind=port.get("type"), views=views,
        )  # fmt: skip


def _alias(record: Node) -> str | None:
    node, port = ("user_node_name", "awwn_node_name"), ("user_port_name", "awwn_port_name")
    return facts.alias_of(record.get(*node), record.get(*port))


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
                    yield line, wwn, facts.alias_of(node, port)
                wwn, line, node, port = names.present(child.text), child.line, None, None
            elif child.tag in ("user_node_name", "awwn_node_name"):
                node = child.text
            elif child.tag in ("user_port_name", "awwn_port_name"):
                port = child.text


def read_group(record: Node, array: ArrayWriter) -> None:
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
            array.view(info.line, view)
        _members(info, array, views)
        read_related_groups(info, array, group)
        for device in [*info.all("device"), *info.all("devs_list", "device"), *info.all("devices", "device")]:
            start, end = device.get("dev_name", "start_dev"), device.get("end_dev")
            for volume in facts.device_range(f"{start}:{end}" if start and end else start or "") or ():
                array.volume(device.line, volume, configuration=device.get("configuration"))
                array.group_member(device.line, group, volume=volume)
                for view in views:
                    array.view_volume(device.line, view, volume)


def read_related_groups(info: Node, array: ArrayWriter, group: str) -> None:
    """Read the parents and children of a storage group: SG elements, each with IsParent or IsChild as its status."""
    for holder in (info, *info.children):
        for related in holder.all("sg"):
            name = names.present(related.get("group_name", "name"))
            # Without a status, the list that contains the group says it: SG_Child_info.
            role = (related.get("status") or holder.tag).lower()
            if name is not None and "parent" in role:
                array.group_member(related.line, name, child=group)
            elif name is not None and "child" in role:
                array.group_member(related.line, group, child=name)


def read_login_record(record: Node, array: ArrayWriter) -> None:
    """Read the initiators that one port has seen, and whether they are logged in."""
    director, number = record.get("director", "dir"), record.get("port")
    target = record.get("port_wwn", "wwn_port_name", "director_port_wwn")
    array.port(record.line, director, number, wwpn=target)
    port_name = names.port_name(director, number)
    for login in [*record.all("login"), *record.all("initiator")]:
        _, wwpn = array.initiator(
            login.line, login.get("originator_port_wwn", "wwn", "identifier"),
            alias=_alias(login), wwnn=login.get("originator_node_wwn"),
        )  # fmt: skip
        array.login(
            login.line, wwpn, port_name, target_wwpn=normalise.wwn(target),
            logged_in=normalise.yes_no(login.get("logged_in")), on_fabric=normalise.yes_no(login.get("on_fabric")),
        )  # fmt: skip


def read_database(record: Node, array: ArrayWriter) -> None:
    """Read masking of arrays before VMAX: devices by initiator and port, and port flags."""
    director, number = record.get("director", "dir"), record.get("port")
    for entry in [record, *record.all("db_record"), *record.all("device")]:
        wwn = entry.get("originator_port_wwn") or record.get("originator_port_wwn")
        if wwn is None:
            continue
        name, wwpn = array.initiator(entry.line, wwn, alias=_alias(entry), registered=True)
        for flag in [child for holder in entry.all("override_flags") for child in holder.children]:
            short = names.FLAGS.get(flag.tag)
            if short is not None and (name or wwpn):
                array.setting(flag.line, wwpn or name, short, facts.flag_state(flag.text) or "enabled")
        port_name = names.port_name(entry.get("director", "dir") or director, entry.get("port") or number)
        volumes = facts.device_range(entry.get("dev_name", "devices") or "") or []
        if volumes and (view := array.pair_view(entry.line, name, wwpn, port_name)) is not None:
            for volume in volumes:
                array.view_volume(entry.line, view, volume, names.host_lun(entry.get("host_lun", "lun")))
