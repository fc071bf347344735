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

from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.svc.tables import Row, detailed_keys, first_header, rows


def _columns(capture: Capture) -> set[str]:
    found = first_header(capture.head)
    return set(found.names) if found is not None else detailed_keys(capture.head)


def _write_array(capture: Capture, out: Writer, line: int | None) -> None:
    if line is not None:
        out.add("storage_array", line, storage_array=capture.owner, vendor="IBM", family="svc")


def _detect_hosts(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if {"port_count", "iogrp_count"} <= columns and "vdisk_UID" not in columns:
        return Detection(95, "hosts of an SVC")
    if "node_logged_in_count" in columns:
        return Detection(94, "a host of an SVC")
    return None


def _read_hosts(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out):
        name = row.get("name")
        if name is None:
            continue
        first = first or row.line
        out.add("mask_view", row.line, storage_array=capture.owner, view=name, operational_status=row.get("status"))
        states, counts = row.all("state"), row.all("node_logged_in_count")
        for index, text in enumerate(row.all("WWPN")):
            line = row.at("WWPN", index)
            wwpn = out.wwn(text, line, "registered_initiator", "initiator_wwpn", name)
            if not text:
                continue
            # States are printed for ports of all kinds, in their order; only where all are FC they can be told apart.
            told = len(states) == len(row.all("WWPN"))
            out.add(
                "registered_initiator",
                line,
                storage_array=capture.owner,
                initiator_name=None if wwpn else text[:200],
                initiator_wwpn=wwpn,
                host=name,
                initiator_type=row.get("type"),
                port_state=states[index] or None if told else None,
                registered=True,
            )
            out.add(
                "mask_initiator",
                line,
                storage_array=capture.owner,
                view=name,
                initiator_wwpn=wwpn,
                initiator_name=None if wwpn else text[:200],
            )
            if wwpn is not None and len(counts) == len(row.all("WWPN")) and counts[index]:
                out.add(
                    "array_setting",
                    row.at("node_logged_in_count", index),
                    storage_array=capture.owner,
                    scope=wwpn,
                    setting="node_logged_in_count",
                    value=counts[index],
                )
    _write_array(capture, out, first)


def _detect_maps(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    # Release 4 doesn't print the UID.
    if "SCSI_id" in columns and columns & {"vdisk_UID", "vdisk_name", "host_name"}:
        return Detection(95, "mappings of volumes to hosts on an SVC")
    return None


def _read_maps(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out):
        # lsvdiskhostmap names the volume first, lshostvdiskmap the host.
        by_volume = "host_name" in row.values
        host = row.get("host_name") if by_volume else row.get("name")
        volume = row.get("name") if by_volume else row.get("vdisk_name")
        if host is None or volume is None:
            continue
        first = first or row.line
        out.add("mask_view", row.line, storage_array=capture.owner, view=host)
        out.add(
            "mask_volume",
            row.line,
            storage_array=capture.owner,
            view=host,
            device=_device(row, volume, "mask_volume", out),
            volume_name=volume,
            lun=row.number("SCSI_id"),
        )
    _write_array(capture, out, first)


def _device(row: Row, name: str, kind: str, out: Writer) -> str | None:
    return out.device_id(row.get("vdisk_UID"), row.at("vdisk_UID"), kind, "device", name)


def _detect_volumes(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if "vdisk_UID" in columns and "SCSI_id" not in columns:
        return Detection(95, "volumes of an SVC")
    if {"fc_map_count", "copy_count"} <= columns or {"mdisk_grp_name", "IO_group_name", "fast_write_state"} <= columns:
        return Detection(92, "volumes of an SVC")
    if first_header(capture.head) is not None and columns == {"id", "name", "IO_group_id", "IO_group_name", "status"}:
        return Detection(75, "volumes of an SVC")
    return None


def _read_volumes(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for row in rows(capture, out):
        name = row.get("name")
        if name is None:
            continue
        first = first or row.line
        thin = row.number("se_copy_count")
        out.add(
            "storage_volume",
            row.line,
            device=_device(row, name, "storage_volume", out),
            storage_array=capture.owner,
            storage_volume=name,
            size_bytes=row.size("capacity"),
            operational_status=row.get("status"),
            provision_type=None if thin is None else "thin" if thin else "thick",
            pool=row.get("mdisk_grp_name", "parent_mdisk_grp_name"),
            default_owner=row.get("preferred_node_name"),
        )
        cache = row.get("cache")
        if cache is not None:
            out.add(
                "array_setting",
                row.at("cache"),
                storage_array=capture.owner,
                scope=name,
                setting="cache",
                value=cache,
            )
    _write_array(capture, out, first)


def _detect_pools(capture: Capture) -> Detection | None:
    columns = _columns(capture)
    if {"mdisk_count", "vdisk_count"} <= columns:
        return Detection(95, "pools of an SVC")
    return None


def _read_pools(capture: Capture, out: Writer) -> None:
    for row in rows(capture, out):
        name = row.get("name")
        if name is not None:
            out.add(
                "pool",
                row.line,
                storage_array=capture.owner,
                pool=name,
                size_bytes=row.size("capacity"),
                used_bytes=row.size("used_capacity"),
                subscribed_bytes=row.size("virtual_capacity"),
            )


_ARRAY = ("storage_array", "vendor", "family")
_VIEW = ("storage_array", "view")
_SETTING = ("storage_array", "scope", "setting", "value")
_SEPARATOR = r"[ \t:,!;|]+"
# A detailed view has no header of its own; the prompt with the name of one object tells it.
_PROMPT = r"^[\w.\-]{1,63}(?::[\w.\-]{1,63}){1,2}>[ \t]*(?:svcinfo[ \t]+)?"
_DETAILED = r"[ \t]+(?:-delim[ \t]+\S[ \t]+)?[A-Za-z0-9_][^\n]{0,80}$"

READERS = (
    Reader(
        name="svc-lshost",
        platform="svc",
        command="lshost",
        provides={
            "storage_array": _ARRAY,
            "mask_view": (*_VIEW, "operational_status"),
            "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
            "registered_initiator": (
                "storage_array",
                "initiator_name",
                "initiator_wwpn",
                "host",
                "initiator_type",
                "port_state",
                "registered",
            ),
            "array_setting": _SETTING,
        },
        detect=_detect_hosts,
        read=_read_hosts,
        needles=("_count",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}port_count\b|{_PROMPT}lshost{_DETAILED}",
    ),
    Reader(
        name="svc-lshostvdiskmap",
        platform="svc",
        command="lshostvdiskmap",
        provides={
            "storage_array": _ARRAY,
            "mask_view": _VIEW,
            "mask_volume": ("storage_array", "view", "device", "volume_name", "lun"),
        },
        detect=_detect_maps,
        read=_read_maps,
        needles=("SCSI_id",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}SCSI_id\b",
    ),
    Reader(
        name="svc-lsvdisk",
        platform="svc",
        command="lsvdisk",
        provides={
            "storage_array": _ARRAY,
            "storage_volume": (
                "device",
                "storage_array",
                "storage_volume",
                "size_bytes",
                "operational_status",
                "provision_type",
                "pool",
                "default_owner",
            ),
            "array_setting": _SETTING,
        },
        detect=_detect_volumes,
        read=_read_volumes,
        needles=("IO_group_name",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}IO_group_id{_SEPARATOR}IO_group_name{_SEPARATOR}status\b|{_PROMPT}lsvdisk{_DETAILED}",
    ),
    Reader(
        name="svc-lsmdiskgrp",
        platform="svc",
        command="lsmdiskgrp",
        provides={
            "pool": ("storage_array", "pool", "size_bytes", "used_bytes", "subscribed_bytes"),
        },
        detect=_detect_pools,
        read=_read_pools,
        needles=("mdisk_count",),
        begins=rf"^id{_SEPARATOR}name{_SEPARATOR}status{_SEPARATOR}mdisk_count\b",
    ),
)
