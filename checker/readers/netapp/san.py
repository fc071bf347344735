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

ONTAP 8.3 to 9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from checker.readers.netapp.objects import (
    ARRAY,
    ISCSI_MEMBER,
    MEMBER,
    Facts,
    identity_of,
    in_vserver,
    is_fc,
    name_of,
    reader,
    shows,
    vserver_of,
)
from checker.readers.netapp.records import Record, begins_listing
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.declared import Each, Where
from checker.readers.toolkit.declarations.fields import (
    computed,
    const,
    joined,
    number,
    owner,
    text,
    unless_wwn,
    words,
    wwn,
)
from checker.readers.toolkit.declarations.records import Context, TextRow
from checker.readers.toolkit.rounded import sizes

_VIEW, _VOLUME = in_vserver("igroup name", "igroup"), in_vserver("lun path", "path")
_SERIAL = ("serial number (hex)", "serial-hex")


def _setting(setting: str, scope: Callable[[Record], str | None], *keys: str) -> Facts:
    return Facts(
        "array_setting", needs=("scope", "value"), line=keys[0], storage_array=owner, scope=scope,
        setting=const(setting), value=text(*keys),
    )  # fmt: skip


def _initiators(record: Record) -> Iterator[TextRow]:
    """Return the initiators of a group, at the line of the list."""
    for name, state in record.items("initiators", "initiator"):
        kind = record.text("igroup os type", "os type", "ostype") or ""
        values = {"view": _VIEW(record) or "", "name": name, "state": state, "type": kind}
        yield TextRow(record.at("initiators", "initiator"), values)


def _fc_initiators(record: Record) -> Iterator[TextRow]:
    return (row for row in _initiators(record) if is_fc(row.values["name"]))


def _bindings(record: Record) -> Iterator[TextRow]:
    """Return each port of a set with each group that is bound to it."""
    if (record.text("protocol") or "").lower() == "iscsi":
        return
    vserver, line = vserver_of(record), record.at("lif or tpg name", "port names")
    for group, _ in record.items("bound to igroups", "igroups"):
        for port, _ in record.items("lif or tpg name", "port names"):
            yield TextRow(line, {"view": name_of(vserver, group), "port": name_of(vserver, port)})


def _device(record: Record, context: Context) -> str | None:
    """Return the identity of a LUN; one from 7-Mode keeps its legacy identity, not derived from the serial number."""
    serial = record.text(*_SERIAL)
    if serial is None or record.text("device legacy id", "device-legacy-id") is not None:
        return None
    found = identity_of(serial)
    if found is None:
        context.out.bad_value("storage_volume", "device", serial, record.at(*_SERIAL), _VOLUME(record) or "")
    return found


def _provision_type(record: Record) -> str | None:
    reserved = record.flag("space reservation", "space-reserve")
    return None if reserved is None else "thick" if reserved else "thin"


_MEMBERS = (
    Each(
        _fc_initiators,
        MEMBER,
        declared.Facts(
            "registered_initiator", storage_array=owner, initiator_name=unless_wwn("name"),
            initiator_wwpn=wwn("name", report=False), initiator_type="type", port_state="state", registered=True,
        ),
    ),
    Each(_initiators, ISCSI_MEMBER),
)  # fmt: skip
_GROUP = Where(
    _VIEW, Facts("mask_view", storage_array=owner, view=_VIEW), _setting("ALUA", _VIEW, "alua"),
    _setting("OS Type", _VIEW, "os type", "ostype"),
    _setting("Portset Binding Igroup", _VIEW, "portset binding igroup", "portset"), *_MEMBERS,
)  # fmt: skip
_MAPPING = Where(
    joined(" ", _VIEW, _VOLUME),
    Facts("mask_view", storage_array=owner, view=_VIEW),
    Facts("mask_volume", storage_array=owner, view=_VIEW, volume_name=_VOLUME, lun=number("lun id", "lun-id")),
    Facts(
        "storage_volume", needs="current_owner", line="lun node", storage_array=owner, storage_volume=_VOLUME,
        current_owner=text("lun node", "node"),
    ),
    _setting("Reporting Nodes", joined(" ", _VIEW, _VOLUME), "reporting nodes", "reporting-nodes"),
    *_MEMBERS,
)  # fmt: skip
_PORTSET = Each(_bindings, declared.Facts("mask_port", storage_array=owner, view="view", port_name="port"))
_LUN = Facts(
    "storage_volume", sizes("size", "lun size", "size"), needs="storage_volume", device=computed(_device), storage_array=owner, storage_volume=_VOLUME,
    label=text("lun name", "lun"), block_bytes=number("block size", "block-size"),
    operational_status="state", current_owner=text("node hosting the lun", "node"),
    provision_type=_provision_type, mapped=words("mapped", {"mapped": True, "true": True, "unmapped": False, "false": False}, others=False),
)  # fmt: skip

READERS = (
    reader(
        "netapp-igroup-show", "lun igroup show -instance",
        shows(
            "initiator groups of ONTAP", (95, "Igroup Name, -LUN Path, Igroup UUID|OS Type"),
            (94, "vserver_igroup_protocol_os_type_initiators"), (85, "vserver_igroup, -path"),
        ),
        _GROUP, needles=("group|Group|GROUP",), begins=begins_listing(r"(?:lun )?igroup show\b", "Vserver(?: Name)?", "Igroup Name"),
    ),
    reader(
        "netapp-lun-mapping-show", "lun mapping show -instance",
        shows("LUN mappings of ONTAP", (95, "LUN Path, Igroup Name|LUN ID"), (94, "vserver_path_igroup")),
        _MAPPING, needles=("group|Group|GROUP|LUN ID",), begins=begins_listing(r"(?:lun )?(?:mapping|mapped) show\b", "Vserver(?: Name)?", "LUN Path", "*", "Igroup Name"),
    ),
    reader(
        "netapp-portset-show", "lun portset show -instance",
        shows(
            "port sets of ONTAP", (95, "Portset Name, LIF Or TPG Name|Number Of Ports"),
            (94, "vserver_portset_protocol_port_names_igroups"),
        ),
        ARRAY, _PORTSET, needles=("ortset",), begins=begins_listing(r"(?:lun )?portset show\b", "Vserver(?: Name)?", "Portset Name"),
    ),
    reader(
        "netapp-lun-show", "lun show -instance",
        shows(
            "LUNs of ONTAP", (94, "LUN Path, Serial Number|LUN Size, -LUN ID"), (93, "vserver_path_state_mapped"),
            (93, "vserver_path, -igroup"),
        ),
        _LUN, needles=("Path|path|PATH",), begins=begins_listing(r"lun show\b", "Vserver(?: Name)?", "LUN Path", "*", "LUN Size"),
    ),
)  # fmt: skip
