"""Masking of ONTAP: ``lun igroup show``, ``lun mapping show``, ``lun portset show`` and ``lun show``, with and without ``-instance``.

::

              Vserver Name: svm1
               Igroup Name: esx01
                  Protocol: fcp
                   OS Type: vmware
    Portset Binding Igroup: ps_fc
                      ALUA: true
                Initiators: 10:00:00:00:c9:00:00:01 (logged in)
    10:00:00:00:c9:00:00:02 (not logged in)

Names are unique within a storage virtual machine only, so views, volumes and ports are named ``svm1:esx01`` here. ONTAP 8.3
to 9.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.netapp.records import Record, begins_with, cluster_in, records
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_HEX = re.compile(r"[0-9a-fA-F]{24}\Z")
_PREFIX = "naa.600a0980"
"""NAA name of a LUN: NetApp's prefix and the serial number in hexadecimal (ONTAP documentation, "LUN serial number")."""


def _keys(head: str, *keys: str) -> bool:
    return all(re.search(rf"(?m)^[ \t]*{re.escape(key)}[ \t]*:", head) for key in keys)


def _head_line(head: str, *words: str) -> bool:
    """Return whether a line above a ruler of dashes has these column heads, in this order."""
    pattern = r"[ \t]+".join(re.escape(word) for word in words)
    return bool(re.search(rf"(?im)^[ \t]*{pattern}\b[^\n]*\n[ \t]*--", head))


def name_of(vserver: str | None, name: str | None) -> str | None:
    """Return a name that is unique in the cluster."""
    if name is None:
        return None
    return f"{vserver}:{name}" if vserver else name


def identity_of(serial: str) -> str | None:
    """Return the identity that hosts see for a LUN with this hexadecimal serial number."""
    return _PREFIX + serial.lower() if _HEX.match(serial) else None


def vserver_of(record: Record) -> str | None:
    """Return the storage virtual machine of an object."""
    return record.get("vserver name", "vserver")


def _is_fc(name: str) -> bool:
    return not name.lower().startswith(("iqn.", "eui.", "nqn."))


def _write_array(capture: Capture, out: Writer, line: int | None) -> None:
    if line is not None:
        out.add("storage_array", line, storage_array=capture.owner, vendor="NETAPP", family="netapp")


def _detect_igroup(capture: Capture) -> Detection | None:
    head = capture.head
    if (
        _keys(head, "Igroup Name")
        and not _keys(head, "LUN Path")
        and (_keys(head, "Igroup UUID") or _keys(head, "OS Type"))
    ):
        return Detection(95, "initiator groups of ONTAP")
    if _head_line(head, "Vserver", "Igroup", "Protocol", "OS Type", "Initiators"):
        return Detection(94, "initiator groups of ONTAP")
    if _head_line(head, "vserver", "igroup") and "path" not in head.lower()[:2_000]:
        return Detection(85, "fields of initiator groups of ONTAP")
    return None


def _read_igroup(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for record in records(capture, out):
        vserver, name = vserver_of(record), record.get("igroup name", "igroup")
        view = name_of(vserver, name)
        if view is None:
            continue
        first = first or record.line
        out.add("mask_view", record.line, storage_array=capture.owner, view=view)
        for setting, keys in _IGROUP_SETTINGS:
            value = record.get(*keys)
            if value is not None:
                out.add(
                    "array_setting",
                    record.at(*keys),
                    storage_array=capture.owner,
                    scope=view,
                    setting=setting,
                    value=value,
                )
        _write_initiators(record, view, record.get("os type", "ostype"), capture, out)
    _write_array(capture, out, first)


_IGROUP_SETTINGS = (
    ("ALUA", ("alua",)),
    ("OS Type", ("os type", "ostype")),
    ("Portset Binding Igroup", ("portset binding igroup", "portset")),
)


def _write_initiators(record: Record, view: str, kind: str | None, capture: Capture, out: Writer) -> None:
    line = record.at("initiators", "initiator")
    for name, state in record.items("initiators", "initiator"):
        if not _is_fc(name):
            continue
        wwpn = out.wwn(name, line, "mask_initiator", "initiator_wwpn", view)
        shown = None if wwpn else name[:200]
        out.add(
            "mask_initiator",
            line,
            storage_array=capture.owner,
            view=view,
            initiator_wwpn=wwpn,
            initiator_name=shown,
        )
        out.add(
            "registered_initiator",
            line,
            storage_array=capture.owner,
            initiator_name=shown,
            initiator_wwpn=wwpn,
            initiator_type=kind,
            port_state=state or None,
            registered=True,
        )


def _detect_mapping(capture: Capture) -> Detection | None:
    head = capture.head
    if _keys(head, "LUN Path", "Igroup Name") or _keys(head, "LUN Path", "LUN ID"):
        return Detection(95, "LUN mappings of ONTAP")
    if _head_line(head, "Vserver", "Path", "Igroup"):
        return Detection(94, "LUN mappings of ONTAP")
    return None


def _read_mapping(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for record in records(capture, out):
        vserver = vserver_of(record)
        view = name_of(vserver, record.get("igroup name", "igroup"))
        volume = name_of(vserver, record.get("lun path", "path"))
        if view is None or volume is None:
            continue
        first = first or record.line
        out.add("mask_view", record.line, storage_array=capture.owner, view=view)
        out.add(
            "mask_volume",
            record.line,
            storage_array=capture.owner,
            view=view,
            volume_name=volume,
            lun=normalise.integer(record.get("lun id", "lun-id")),
        )
        node = record.get("lun node", "node")
        if node is not None:
            out.add(
                "storage_volume",
                record.at("lun node", "node"),
                storage_array=capture.owner,
                storage_volume=volume,
                current_owner=node,
            )
        reporting = record.get("reporting nodes", "reporting-nodes")
        if reporting is not None:
            out.add(
                "array_setting",
                record.at("reporting nodes", "reporting-nodes"),
                storage_array=capture.owner,
                scope=f"{view} {volume}",
                setting="Reporting Nodes",
                value=reporting,
            )
        _write_initiators(record, view, record.get("igroup os type"), capture, out)
    _write_array(capture, out, first)


def _detect_portset(capture: Capture) -> Detection | None:
    head = capture.head
    if _keys(head, "Portset Name") and (_keys(head, "LIF Or TPG Name") or _keys(head, "Number Of Ports")):
        return Detection(95, "port sets of ONTAP")
    if _head_line(head, "Vserver", "Portset", "Protocol", "Port Names", "Igroups"):
        return Detection(94, "port sets of ONTAP")
    return None


def _read_portset(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for record in records(capture, out):
        vserver = vserver_of(record)
        first = first or record.line
        ports = [name for name, _ in record.items("lif or tpg name", "port names")]
        for group, _ in record.items("bound to igroups", "igroups"):
            view = name_of(vserver, group)
            if view is None or (record.get("protocol") or "").lower() == "iscsi":
                continue
            for port in ports:
                out.add(
                    "mask_port",
                    record.at("lif or tpg name", "port names"),
                    storage_array=capture.owner,
                    view=view,
                    port_name=name_of(vserver, port),
                )
    _write_array(capture, out, first)


def _detect_lun(capture: Capture) -> Detection | None:
    head = capture.head
    if (
        _keys(head, "LUN Path")
        and (_keys(head, "Serial Number") or _keys(head, "LUN Size"))
        and not _keys(head, "LUN ID")
    ):
        return Detection(94, "LUNs of ONTAP")
    if _head_line(head, "Vserver", "Path", "State", "Mapped") or (
        _head_line(head, "vserver", "path") and "igroup" not in head.lower()
    ):
        return Detection(93, "LUNs of ONTAP")
    return None


def _read_lun(capture: Capture, out: Writer) -> None:
    first: int | None = None
    for record in records(capture, out):
        name = name_of(vserver_of(record), record.get("lun path", "path"))
        if name is None:
            continue
        first = first or record.line
        reserved = record.flag("space reservation", "space-reserve")
        out.add(
            "storage_volume",
            record.line,
            device=_device(record, name, out),
            storage_array=capture.owner,
            storage_volume=name,
            label=record.get("lun name", "lun"),
            size_bytes=normalise.size_bytes(record.get("lun size", "size")),
            block_bytes=normalise.integer(record.get("block size", "block-size")),
            operational_status=record.get("state"),
            provision_type=None if reserved is None else "thick" if reserved else "thin",
            current_owner=record.get("node hosting the lun", "node"),
        )
    _write_array(capture, out, first)


def _device(record: Record, name: str, out: Writer) -> str | None:
    """Return the identity of a LUN; one from 7-Mode keeps its legacy identity, not derived from the serial number."""
    serial = record.get("serial number (hex)", "serial-hex")
    if serial is None or record.get("device legacy id", "device-legacy-id") is not None:
        return None
    found = identity_of(serial)
    if found is None:
        out.bad_value("storage_volume", "device", serial, record.at("serial number (hex)", "serial-hex"), name)
    return found


_VIEW = ("storage_array", "view")
_INITIATOR = ("storage_array", "view", "initiator_wwpn", "initiator_name")
_REGISTERED = ("storage_array", "initiator_name", "initiator_wwpn", "initiator_type", "port_state", "registered")
_SETTING = ("storage_array", "scope", "setting", "value")
_ARRAY = ("storage_array", "vendor", "family")

READERS = (
    Reader(
        name="netapp-igroup-show",
        platform="netapp",
        command="lun igroup show -instance",
        provides={
            "storage_array": _ARRAY,
            "mask_view": _VIEW,
            "mask_initiator": _INITIATOR,
            "registered_initiator": _REGISTERED,
            "array_setting": _SETTING,
        },
        detect=_detect_igroup,
        read=_read_igroup,
        begins=begins_with(r"(?:lun )?igroup show\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-lun-mapping-show",
        platform="netapp",
        command="lun mapping show -instance",
        provides={
            "storage_array": _ARRAY,
            "mask_view": _VIEW,
            "mask_volume": ("storage_array", "view", "volume_name", "lun"),
            "storage_volume": ("storage_array", "storage_volume", "current_owner"),
            "mask_initiator": _INITIATOR,
            "registered_initiator": _REGISTERED,
            "array_setting": _SETTING,
        },
        detect=_detect_mapping,
        read=_read_mapping,
        begins=begins_with(r"(?:lun )?(?:mapping|mapped) show\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-portset-show",
        platform="netapp",
        command="lun portset show -instance",
        provides={"storage_array": _ARRAY, "mask_port": ("storage_array", "view", "port_name")},
        detect=_detect_portset,
        read=_read_portset,
        needles=("ortset",),
        begins=begins_with(r"(?:lun )?portset show\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-lun-show",
        platform="netapp",
        command="lun show -instance",
        provides={
            "storage_array": _ARRAY,
            "storage_volume": word_list("""
                device storage_array storage_volume label size_bytes block_bytes operational_status provision_type
                current_owner
            """),
        },
        detect=_detect_lun,
        read=_read_lun,
        begins=begins_with(r"lun show\b"),
        owner_in=cluster_in,
    ),
)
