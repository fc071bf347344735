"""The SVC itself: ``lssystem``, ``lsnode``/``lsnodecanister``, ``lsiogrp``, ``lsmdisk`` and ``lscontroller``.

::

    id name  UPS_serial_number WWNN             status IO_group_id IO_group_name config_node UPS_unique_id hardware
    1  node1 100025I000        5005076801000001 online 0           io_grp0       yes         2040000085640 CG8

    id 0000020060C00001
    name svc_a
    code_level 7.8.1.11 (build 135.9.1912100725000)
    product_name IBM SAN Volume Controller
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.svc.tables import Row, detailed_keys, first_header, rows

_SYSTEM_NAME = re.compile(r"(?m)^[ \t]*name[ \t:,!;|]+(\S.{0,62}?)[ \t]*$")


def _columns(capture: Capture) -> set[str]:
    found = first_header(capture.head)
    return set(found.names) if found is not None else detailed_keys(capture.head)


def _detect_system(capture: Capture) -> Detection | None:
    columns = detailed_keys(capture.head)
    if {"code_level", "name"} <= columns and ({"total_mdisk_capacity", "console_IP"} & columns):
        return Detection(95, "an SVC system")
    return None


def _system_name(text: str) -> str | None:
    if "code_level" not in text[:16_384] or "total_mdisk_capacity" not in text[:16_384]:
        return None
    found = _SYSTEM_NAME.search(text[:16_384])
    return found.group(1) if found else None


def _read_system(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out):
        level = row.get("code_level")
        out.add(
            "storage_array",
            row.line,
            storage_array=row.get("name") or capture.owner,
            serial=row.get("id"),
            vendor="IBM",
            family="svc",
            model=row.get("product_name"),
            array_version=level.split(" ")[0] if level else None,
            size_bytes=row.size("total_mdisk_capacity"),
            used_bytes=row.size("total_used_capacity"),
        )


def _detect_nodes(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if {"WWNN", "config_node"} <= columns or {"panel_name", "config_node"} <= columns:
        return Detection(95, "nodes of an SVC")
    return None


def _read_nodes(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out):
        node = row.get("name")
        if node is None:
            continue
        level = row.get("code_level")
        out.add(
            "director",
            row.line,
            storage_array=capture.owner,
            engine=row.get("IO_group_name"),
            director=node,
            operational_status=row.get("status"),
            version=level.split(" ")[0] if level else None,
            serial=row.get("serial_number", "enclosure_serial_number"),
        )
        _write_node_ports(row, node, capture, out)


def _write_node_ports(row: Row, node: str, capture: Capture, out: Writer) -> None:
    """The detailed view prints name, state and speed of each port, one below the other."""
    states, speeds = row.all("port_status"), row.all("port_speed")
    for index, text in enumerate(row.all("port_id")):
        line = row.at("port_id", index)
        wwpn = out.wwn(text, line, "target_port", "target_wwpn", node)
        if wwpn is None:
            continue
        state = states[index] if index < len(states) else None
        out.add(
            "target_port",
            line,
            target_wwpn=wwpn,
            wwnn=normalise.wwn(row.get("WWNN")),
            storage_array=capture.owner,
            director=node,
            port_state="up" if state == "active" else state or None,
            operational_status=state or None,
            protocol="fc",
            speed_gbps=normalise.speed_gbps(speeds[index]) if index < len(speeds) else None,
        )


def _detect_groups(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if {"node_count", "vdisk_count", "host_count"} <= columns:
        return Detection(95, "I/O groups of an SVC")
    return None


def _read_groups(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out):
        name = row.get("name")
        # Groups without nodes are always listed and stand for nothing.
        if name is not None and row.number("node_count") != 0:
            out.add("engine", row.line, storage_array=capture.owner, engine=name, engine_type="I/O group")


def _detect_disks(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if "ctrl_LUN_#" in columns or {"mdisk_grp_id", "controller_name", "mode"} <= columns:
        return Detection(95, "managed disks of an SVC")
    return None


def _read_disks(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out):
        _write_component(row, "mdisk", row.get("name"), row.get("status"), capture, out)


def _detect_controllers(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if "ctrl_s/n" in columns or {"vendor_id", "product_id_low"} <= columns:
        return Detection(95, "back-end controllers of an SVC")
    return None


def _read_controllers(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out):
        degraded = normalise.yes_no(row.get("degraded"))
        state = None if degraded is None else "degraded" if degraded else "online"
        _write_component(row, "controller", row.get("controller_name", "name"), state, capture, out)


def _write_component(row: Row, kind: str, name: str | None, state: str | None, capture: Capture, out: Writer) -> None:
    if name is not None:
        out.add(
            "component",
            row.line,
            storage_array=capture.owner,
            component_type=kind,
            component=name,
            operational_status=state,
        )


_COMPONENT = ("storage_array", "component_type", "component", "operational_status")
_SEPARATOR = r"[ \t:,!;|]+"

READERS = (
    Reader(
        name="svc-lssystem",
        platform="svc",
        command="lssystem",
        provides={
            "storage_array": (
                "storage_array",
                "serial",
                "vendor",
                "family",
                "model",
                "array_version",
                "size_bytes",
                "used_bytes",
            )
        },
        detect=_detect_system,
        read=_read_system,
        needles=("code_level",),
        begins=r"^id[ \t:,!;|]+[0-9A-F]{16}[ \t]*$",
        owner_in=_system_name,
    ),
    Reader(
        name="svc-lsnode",
        platform="svc",
        command="lsnode",
        provides={
            "director": (
                "storage_array",
                "engine",
                "director",
                "operational_status",
                "version",
                "serial",
            ),
            "target_port": (
                "target_wwpn",
                "wwnn",
                "storage_array",
                "director",
                "port_state",
                "operational_status",
                "protocol",
                "speed_gbps",
            ),
        },
        detect=_detect_nodes,
        read=_read_nodes,
        needles=("config_node",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}UPS_serial_number\b",
    ),
    Reader(
        name="svc-lsiogrp",
        platform="svc",
        command="lsiogrp",
        provides={"engine": ("storage_array", "engine", "engine_type")},
        detect=_detect_groups,
        read=_read_groups,
        needles=("node_count",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}node_count\b",
    ),
    Reader(
        name="svc-lsmdisk",
        platform="svc",
        command="lsmdisk",
        provides={"component": _COMPONENT},
        detect=_detect_disks,
        read=_read_disks,
        needles=("mdisk_grp_id",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}status{_SEPARATOR}mode\b",
    ),
    Reader(
        name="svc-lscontroller",
        platform="svc",
        command="lscontroller",
        provides={"component": _COMPONENT},
        detect=_detect_controllers,
        read=_read_controllers,
        needles=("product_id",),
        begins=rf"^id{_SEPARATOR}controller_name{_SEPARATOR}ctrl_s/n\b",
    ),
)
