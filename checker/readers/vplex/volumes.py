"""Devices, virtual volumes, storage volumes and extents of VPLEX."""

from __future__ import annotations

import re
from collections.abc import Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import columns
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import facts, of_disk
from checker.readers.vplex.objects import SETTING, Place, VplexObject, add_setting

_ITL = re.compile(r"((?:0x)?[0-9A-Fa-f]{16})\s*/\s*((?:0x)?[0-9A-Fa-f]{16})\s*/\s*((?:0x)?[0-9A-Fa-f]+)\Z")
# VPLEX calls VNX and Unity arrays CLARiiON, too, so that name states no family.
_FAMILIES = frozenset({"symmetrix", "xtremio", "unity", "powerstore"})
_ARRAY_NAME = re.compile(r"[A-Za-z]+-([A-Za-z0-9]+)-(\S+)\Z")

_DEVICE = columns(
    vplex_device="storage_array cluster vplex_device distributed top_level geometry size_bytes size_low_bytes size_high_bytes transfer_size_bytes"
    " transfer_size_text rebuild_status rebuild_type health_state operational_status service_status virtual_volume"
    " rule_set locality",
    device_component="storage_array cluster vplex_device component component_type component_cluster size_bytes size_low_bytes size_high_bytes"
    " health_state out_of_date",
)
PROVIDES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "local-device": _DEVICE, "distributed-device": _DEVICE,
    "virtual-volume": columns(
        virtual_volume="device storage_array cluster virtual_volume vplex_device size_bytes size_low_bytes size_high_bytes block_bytes locality"
        " consistency_group operational_status health_state service_status visibility",
    ),
    "storage-volume": columns(
        storage_volume="device storage_array used_by_array used_by_cluster vplex_name size_bytes size_low_bytes size_high_bytes block_bytes vplex_use"
        " operational_status io_status health_state provision_type vendor",
        backend_path="storage_array cluster device vplex_name initiator_wwpn target_wwpn lun state state_text",
        storage_array="storage_array serial family",
    ),
    "storage-array": columns(
        storage_array="storage_array serial family", target_port="storage_array target_wwpn",
        array_setting=SETTING,
    ),
    "extent": columns(extent="storage_array cluster extent storage_volume size_bytes size_low_bytes size_high_bytes used_by health_state"),
}  # fmt: skip


def _setting(item: VplexObject, kind: str, fact: str, out: Writer, attribute: str) -> int | None:
    """Return a size that is set, not measured, and therefore exact; other text is recorded as a bad value."""
    printed = item.text(attribute)
    size = normalise.size_bytes(printed)
    if printed is not None and size is None:
        out.bad_value(kind, fact, printed, item.at(attribute), item.place.name or "")
    return size


def capacity(item: VplexObject, kind: str, out: Writer) -> dict[str, Value]:
    """Return the columns of a capacity; other text is recorded as a bad value.

    VPLEX prints ``80G`` for 20971264 blocks of 4K, which are 79.999 GiB: the blocks are exact, and what is printed is not.
    """
    printed = item.text("capacity")
    found = of_disk(printed)
    if printed is not None and found is None:
        out.bad_value(kind, "size_bytes", printed, item.at("capacity"), item.place.name or "")
    blocks, block = normalise.integer(item.text("block-count")), normalise.size_bytes(item.text("block-size"))
    if found and blocks and block and found[0] <= blocks * block <= found[1]:
        found = blocks * block, blocks * block
    return facts("size", found)


def _top_level(item: VplexObject) -> bool | None:
    """Return whether a device is not a leg of another: REST v2 states it, otherwise the place in the tree shows it."""
    if "top-level" in item.values:
        return normalise.yes_no(item.text("top-level"))
    return item.place.parent is None


def write_device(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a local or distributed device; distributed devices do not belong to a cluster."""
    place = item.place
    if place.name is None:
        out.note(item.line, "skipped a device without a name")
        return
    distributed = place.type == "distributed-device"
    geometry = item.state("geometry")
    out.add(
        "vplex_device", item.line, storage_array=owner, cluster="" if distributed else place.cluster,
        vplex_device=place.name, distributed=distributed, top_level=_top_level(item), geometry=geometry,
        **capacity(item, "vplex_device", out),
        transfer_size_bytes=_setting(item, "vplex_device", "transfer_size_bytes", out, "transfer-size"),
        transfer_size_text=item.text("transfer-size"), rebuild_status=item.state("rebuild-status"),
        rebuild_type=item.state("rebuild-type"), health_state=item.state("health-state"),
        operational_status=item.state("operational-status"), service_status=item.state("service-status", "status"),
        virtual_volume=item.text("virtual-volume"), rule_set=item.text("rule-set-name", "rule-set"),
        locality=item.state("locality"),
    )  # fmt: skip


def _out_of_date(item: VplexObject) -> bool | None:
    """Return whether a leg needs a rebuild; a healthy leg has no indications."""
    indications = (item.state("health-indications") or "").replace("_", "-").replace(" ", "-")
    if "out-of-date" in indications:
        return True
    return False if item.state("health-state") == "ok" else None


def write_component(item: VplexObject, out: Writer, owner: str) -> None:
    """Write one leg of a device; a leg of a distributed device is also a local device of its cluster."""
    place = item.place
    leg_cluster = item.text("cluster")
    kind = (item.state("type") or "").replace("distributed-device-component", "device")
    is_device = place.type == "distributed-component" or kind.endswith("device") or item.text("transfer-size")
    is_extent = kind == "extent" or (place.name or "").startswith("extent_")
    component_type = "device" if is_device else "extent" if is_extent else None
    out.add(
        "device_component", item.line, storage_array=owner, cluster=place.cluster, vplex_device=place.parent,
        component=place.name, component_type=component_type, component_cluster=leg_cluster or place.cluster or None,
        **capacity(item, "device_component", out),
        health_state=item.state("health-state"), out_of_date=_out_of_date(item),
    )  # fmt: skip
    if component_type == "device" and leg_cluster and (item.text("geometry") or item.text("transfer-size")):
        leg = Place("local-device", place.name, leg_cluster, parent=place.parent)
        write_device(VplexObject(leg, item.line, item.values, item.lines), out, owner)


def write_virtual_volume(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a virtual volume; its identity is the VPD id that hosts see."""
    place = item.place
    locality = item.state("locality")
    out.add(
        "virtual_volume", item.line,
        device=out.device_id(
            item.text("vpd-id", "vpd83-id"), item.at("vpd-id"), "virtual_volume", "device", place.name or ""
        ),
        storage_array=owner, cluster="" if locality == "distributed" else place.cluster, virtual_volume=place.name,
        vplex_device=item.text("supporting-device"),
        **capacity(item, "virtual_volume", out),
        block_bytes=_setting(item, "virtual_volume", "block_bytes", out, "block-size"), locality=locality,
        consistency_group=item.text("consistency-group"), operational_status=item.state("operational-status"),
        health_state=item.state("health-state"), service_status=item.state("service-status"),
        visibility=item.state("visibility"),
    )  # fmt: skip


def write_storage_volume(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a storage volume and its back-end paths (``itls``: director port, array port, LUN)."""
    place = item.place
    name = place.name
    printed_identity = item.text("vpd83-id", "vpd-id")
    if printed_identity is None:
        candidates = (item.text("system-id"), name)
        printed_identity = next((text for text in candidates if text and text.upper().startswith("VPD83T3:")), None)
    device = out.device_id(printed_identity, item.line, "storage_volume", "device", name or "")
    back_array = item.text("storage-array-name", "array-name")
    out.add(
        "storage_volume", item.line, device=device, storage_array=back_array, used_by_array=owner,
        used_by_cluster=place.cluster, vplex_name=name,
        **capacity(item, "storage_volume", out),
        block_bytes=_setting(item, "storage_volume", "block_bytes", out, "underlying-storage-block-size"),
        vplex_use=item.state("use"), operational_status=item.state("operational-status"),
        io_status=item.state("io-status"), health_state=item.state("health-state"),
        provision_type=item.state("provision-type"), vendor=item.text("vendor-specific-name", "vendor"),
    )  # fmt: skip
    if back_array is not None:
        _write_array(item, back_array, out)
    _write_itls(item, device, out, owner)


def array_facts(item: VplexObject, name: str) -> dict[str, str | None]:
    """Return the family and serial number from the name of a back-end array: ``EMC-SYMMETRIX-000190000001``."""
    match = _ARRAY_NAME.match(name)
    printed = item.state("storage-array-family") or (match.group(1).lower() if match else "")
    serial = match.group(2) if match else None
    family = printed if printed in _FAMILIES else None
    if family == "symmetrix" and serial is not None and serial.isdecimal():
        # The array itself prints twelve digits; some VPLEX releases omit the leading zeros.
        serial = serial.zfill(12)
    return {"storage_array": name, "serial": serial, "family": family}


def _write_array(item: VplexObject, name: str, out: Writer) -> None:
    out.add("storage_array", item.at("storage-array-name", "array-name"), **array_facts(item, name))


def write_storage_array(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a back-end array and the ports that are visible to this cluster."""
    name = item.place.name
    if name is None:
        out.note(item.line, "skipped a storage array without a name")
        return
    _write_array(item, name, out)
    if (status := item.state("connectivity-status")) is not None:
        scope = f"{item.place.cluster or ''} {name}".strip()
        add_setting(out, item.at("connectivity-status"), owner, scope, "connectivity-status", status)
    line = item.at("ports")
    for printed in (item.text("ports") or "").replace(",", " ").strip("[] ").split():
        wwpn = out.wwn(printed, line, "target_port", "target_wwpn", name)
        if wwpn is not None:
            out.add("target_port", line, storage_array=name, target_wwpn=wwpn)


def _write_itls(item: VplexObject, device: str | None, out: Writer, owner: str) -> None:
    line = item.at("itls")
    if device is None and item.place.name is None:
        return
    for printed in item.items("itls"):
        match = _ITL.match(printed)
        if match is None:
            out.bad_value("backend_path", "itl", printed, line, item.place.name or "")
            continue
        lun = match.group(3)
        # VPLEX lists only existing nexuses; while I/O to the volume works, it uses these paths.
        out.add(
            "backend_path", line, storage_array=owner, cluster=item.place.cluster, device=device,
            vplex_name=item.place.name, initiator_wwpn=out.wwn(match.group(1), line, "backend_path", "initiator_wwpn"),
            target_wwpn=out.wwn(match.group(2), line, "backend_path", "target_wwpn"),
            lun=whole(lun, 16) if lun.lower().startswith("0x") else normalise.integer(lun),
            state="active" if item.state("io-status") == "alive" else None, state_text=item.state("io-status"),
        )  # fmt: skip


def write_extent(item: VplexObject, out: Writer, owner: str) -> None:
    """Write an extent."""
    out.add(
        "extent", item.line, storage_array=owner, cluster=item.place.cluster, extent=item.place.name,
        storage_volume=item.text("storage-volume", "storagevolume"),
        **capacity(item, "extent", out),
        used_by=", ".join(item.items("used-by")) or None, health_state=item.state("health-state"),
    )  # fmt: skip
    volume = item.text("storage-volume", "storagevolume")
    if volume is not None and item.text("itls"):
        # An extent lists the paths of its storage volume.
        below = VplexObject(Place("storage-volume", volume, item.place.cluster), item.line, item.values, item.lines)
        _write_itls(below, normalise.device_id(volume), out, owner)
