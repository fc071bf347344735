"""Volumes, hosts and mappings of SVC: ``lshost``, ``lshost <id>``, ``lshostvdiskmap``, ``lsvdiskhostmap``, ``lsvdisk``, ``lsmdiskgrp``.

::

    id name  SCSI_id vdisk_id vdisk_name vdisk_UID                        IO_group_id IO_group_name
    0  esx01 0       4        vol_a      60050768028401F87C00000000000004 0           io_grp0

    id 0
    name esx01
    port_count 2
    WWPN 10000000C9000001
    node_logged_in_count 2
    state active
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from checker.readers.svc.tables import SVC, Facts, Row, columns
from checker.readers.toolkit.declarations.declared import Each
from checker.readers.toolkit.declarations.family import by_columns
from checker.readers.toolkit.declarations.fields import (
    const,
    device_id,
    iscsi_name,
    number,
    owner,
    text,
    unless_wwn,
    wwn,
)
from checker.readers.toolkit.rounded import sizes


def _host_ports(row: Row) -> Iterable[Row]:
    """Return the FC ports of a host, in its detailed view."""
    names = row.values.get("WWPN", [])
    # States and counts are printed for ports of all types, so they match the names only if all ports are FC.
    matching = [key for key in ("state", "node_logged_in_count") if len(row.values.get(key, ())) == len(names)]
    for port in row.repeated("WWPN", *matching) if row.text("name") else ():
        for key in {"state", "node_logged_in_count"}.difference(matching):
            port.values.pop(key, None)
        yield port


def _iscsi_names(row: Row) -> Iterable[Row]:
    return row.repeated("iscsi_name") if row.text("name") else ()


def _host(row: Row) -> str | None:
    """Return the host of a mapping: lsvdiskhostmap starts with the volume, lshostvdiskmap with the host."""
    return row.text("host_name") if "host_name" in row.values else row.text("name")


def _volume(row: Row) -> str | None:
    return row.text("name") if "host_name" in row.values else row.text("vdisk_name")


def _provision_type(row: Row) -> str | None:
    thin = row.number("se_copy_count")
    return None if thin is None else "thin" if thin else "thick"


def _is_short_table(names: Set[str]) -> int:
    return 75 if names == {"id", "name", "IO_group_id", "IO_group_name", "status"} else 0


_HOSTS = Facts("mask_view", needs="view", storage_array=owner, view="name", operational_status="status")
_INITIATORS = Facts(
    "registered_initiator", when="WWPN", place="name", storage_array=owner, initiator_name=unless_wwn("WWPN"),
    initiator_wwpn=wwn("WWPN"), host="name", initiator_type="type", port_state="state", registered=True,
)  # fmt: skip
_MEMBERS = Facts(
    "mask_initiator", when="WWPN", storage_array=owner, view="name", initiator_wwpn=wwn("WWPN", report=False),
    initiator_name=unless_wwn("WWPN"),
)  # fmt: skip
_ISCSI_MEMBERS = Facts(
    "mask_iscsi",
    needs=("view", "initiator_name"),
    storage_array=owner,
    view="name",
    initiator_name=iscsi_name("iscsi_name"),
)
_LOGIN_COUNTS = Facts(
    "array_setting", needs=("scope", "value"), line="node_logged_in_count", storage_array=owner,
    scope=wwn("WWPN", report=False), setting=const("node_logged_in_count"), value="node_logged_in_count",
)  # fmt: skip
_VIEWS = Facts("mask_view", when=_volume, needs="view", storage_array=owner, view=_host)
_MAPPINGS = Facts(
    "mask_volume", needs=("view", "volume_name"), place=_volume, storage_array=owner, view=_host, volume_name=_volume,
    device=device_id("vdisk_UID"), lun=number("SCSI_id"),
)  # fmt: skip
_VOLUMES = Facts(
    "storage_volume", sizes("size", "capacity"), needs="storage_volume", place="name", device=device_id("vdisk_UID"), storage_array=owner,
    storage_volume="name", operational_status="status",
    provision_type=_provision_type, pool=text("mdisk_grp_name", "parent_mdisk_grp_name"),
    default_owner="preferred_node_name",
)  # fmt: skip
_CACHES = Facts(
    "array_setting", needs=("scope", "value"), line="cache", storage_array=owner, scope="name", setting=const("cache"),
    value="cache",
)  # fmt: skip
_POOLS = Facts(
    "pool", sizes("size", "capacity"), sizes("used", "used_capacity"), sizes("subscribed", "virtual_capacity"), needs="pool", storage_array=owner, pool="name",
    operational_status="status",
)  # fmt: skip
_SEPARATOR = r"[ \t:,!;|]+"
# A detailed view has no header of its own; the prompt with the name of one object identifies it.
_PROMPT = r"^[\w.\-]{1,63}(?::[\w.\-]{1,63}){1,2}>[ \t]*(?:svcinfo[ \t]+)?"
_DETAILED = r"[ \t]+(?:-delim[ \t]+\S[ \t]+)?[A-Za-z0-9_][^\n]{0,80}$"

READERS = (
    SVC.reader(
        "svc-lshost", "lshost",
        by_columns(columns, "hosts of an SVC", (95, "port_count iogrp_count -vdisk_UID"), (94, "node_logged_in_count")),
        _HOSTS, Each(_host_ports, _INITIATORS, _MEMBERS, _LOGIN_COUNTS), Each(_iscsi_names, _ISCSI_MEMBERS), needles=("_count",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}port_count\b|{_PROMPT}lshost{_DETAILED}",
    ),
    SVC.reader(
        "svc-lshostvdiskmap", "lshostvdiskmap",
        # Release 4 doesn't print the UID.
        by_columns(columns, "mappings of volumes to hosts on an SVC", (95, "SCSI_id vdisk_UID|vdisk_name|host_name")),
        _VIEWS, _MAPPINGS, also=("lsvdiskhostmap",), needles=("SCSI_id",), begins=rf"^id{_SEPARATOR}name{_SEPARATOR}SCSI_id\b",
    ),
    SVC.reader(
        "svc-lsvdisk", "lsvdisk",
        by_columns(
            columns, "volumes of an SVC", (95, "vdisk_UID -SCSI_id"), (92, "fc_map_count copy_count"),
            (92, "mdisk_grp_name IO_group_name fast_write_state"), _is_short_table,
        ),
        _VOLUMES, _CACHES, needles=("IO_group_name",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}IO_group_id{_SEPARATOR}IO_group_name{_SEPARATOR}status\b|{_PROMPT}lsvdisk{_DETAILED}",
    ),
    SVC.reader(
        "svc-lsmdiskgrp", "lsmdiskgrp", by_columns(columns, "pools of an SVC", (95, "mdisk_count vdisk_count")),
        _POOLS, once=False, needles=("mdisk_count",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}status{_SEPARATOR}mdisk_count\b",
    ),
)  # fmt: skip
