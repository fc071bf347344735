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
from collections.abc import Iterable

from checker.readers.svc.tables import SVC, Facts, Row, columns, detailed_keys
from checker.readers.toolkit.declarations.declared import Each
from checker.readers.toolkit.declarations.family import by_columns
from checker.readers.toolkit.declarations.fields import const, first, flag, found, owner, speed, text, words, wwn
from checker.readers.toolkit.rounded import sizes

# Attributes of which the output of lssystem may be cut down to a few, by grep or by hand.
_ONLY_SYSTEM = (
    "total_mdisk_capacity|console_IP|total_used_capacity|total_free_space|space_in_mdisk_grps|statistics_status|product_name"
    "|topology|layer|physical_capacity|cluster_locale|email_state|auth_service_configured|partnership"
)
# The detailed view of a partnership has the same attributes, but those of the other system.
_REMOTE = re.compile(r"(?m)^[ \t]*location[ \t:,!;|]+remote[ \t]*$")
_SYSTEM_NAME = re.compile(r"(?m)^[ \t]*name[ \t:,!;|]+(\S.{0,62}?)[ \t]*$")


def _system_name(head: str) -> str | None:
    head = head[:16_384]
    if "code_level" not in head or not any(word in head for word in _ONLY_SYSTEM.split("|")):
        return None
    name = _SYSTEM_NAME.search(head)
    return name.group(1) if name and not _REMOTE.search(head) else None


def _node_ports(row: Row) -> Iterable[Row]:
    """Return the ports of a node: the detailed view prints name, state and speed of each below each other."""
    return row.repeated("port_id", "port_status", "port_speed") if row.text("name") else ()


_LEVEL = found(r"([^ ]+)", "code_level")
_SYSTEM = Facts(
    "storage_array", sizes("size", "total_mdisk_capacity"), sizes("used", "total_used_capacity"),
    when=lambda row: row.text("location") != "remote", storage_array=first("name", owner), serial="id", vendor=const("IBM"), family=const("svc"),
    model="product_name", array_version=_LEVEL,
)  # fmt: skip
_NODES = Facts(
    "director", needs="director", storage_array=owner, engine="IO_group_name", director="name", version=_LEVEL,
    director_id=wwn("WWNN", report=False),
    operational_status="status", serial=text("serial_number", "enclosure_serial_number"),
)  # fmt: skip
_NODE_PORTS = Facts(
    "target_port", needs="target_wwpn", place="name", target_wwpn=wwn("port_id"), wwnn=wwn("WWNN", report=False),
    storage_array=owner, director="name", port_state=words("port_status", {"active": "up"}), protocol=const("fc"),
    operational_status="port_status", speed_gbps=speed("port_speed"),
)  # fmt: skip
# I/O groups without nodes are always listed, and are not in use.
_GROUPS = Facts(
    "engine", when=lambda row: row.number("node_count") != 0, needs="engine", storage_array=owner, engine="name",
    engine_type=const("I/O group"),
)  # fmt: skip
_DISKS = Facts(
    "component", needs="component", storage_array=owner, component_type=const("mdisk"), component="name", serial="UID",
    operational_status="status",
)  # fmt: skip
_CONTROLLERS = Facts(
    "component", needs="component", storage_array=owner, component_type=const("controller"),
    component=text("controller_name", "name"), serial=text("ctrl_s/n", "WWNN"), operational_status=flag("degraded", yes="degraded", no="online"),
)  # fmt: skip
_SEPARATOR = r"[ \t:,!;|]+"

READERS = (
    SVC.reader(
        "svc-lssystem", "lssystem",
        by_columns(detailed_keys, "an SVC system", (95, f"code_level {_ONLY_SYSTEM} -config_node -panel_name -WWNN")),
        _SYSTEM, once=False, needles=("code_level",), begins=r"^id[ \t:,!;|]+[0-9A-F]{16}[ \t]*$", owner_in=_system_name,
    ),
    SVC.reader(
        "svc-lsnode", "lsnode; lsnodecanister", by_columns(columns, "nodes of an SVC", (95, "config_node WWNN|panel_name")),
        _NODES, Each(_node_ports, _NODE_PORTS), once=False, needles=("config_node",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}UPS_serial_number\b",
    ),
    SVC.reader(
        "svc-lsiogrp", "lsiogrp", by_columns(columns, "I/O groups of an SVC", (95, "node_count vdisk_count host_count")),
        _GROUPS, once=False, needles=("node_count",), begins=rf"^id{_SEPARATOR}name{_SEPARATOR}node_count\b",
    ),
    SVC.reader(
        "svc-lsmdisk", "lsmdisk",
        by_columns(columns, "managed disks of an SVC", (95, "ctrl_LUN_#"), (95, "mdisk_grp_id controller_name mode")),
        _DISKS, once=False, needles=("mdisk_grp_id",), begins=rf"^id{_SEPARATOR}name{_SEPARATOR}status{_SEPARATOR}mode\b",
    ),
    SVC.reader(
        "svc-lscontroller", "lscontroller",
        by_columns(columns, "back-end controllers of an SVC", (95, "ctrl_s/n"), (95, "vendor_id product_id_low")),
        _CONTROLLERS, once=False, needles=("product_id",),
        begins=rf"^id{_SEPARATOR}controller_name{_SEPARATOR}ctrl_s/n\b",
    ),
)  # fmt: skip
