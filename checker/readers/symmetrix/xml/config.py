"""Records of ``symcfg``, ``symdev``, ``symdg``, ``symsg``, ``syminq`` and ``symdisk`` in symcli XML."""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts, names
from checker.readers.symmetrix.facts import ArrayWriter
from checker.readers.symmetrix.xml.nodes import Node
from checker.readers.toolkit import rounded
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval


def read_director(record: Node, array: ArrayWriter) -> None:
    """Read a director with its engine and ports; port flags are included with ``-v``."""
    info = record.child("dir_info") or record
    director = names.director(info.get("id", "director"))
    if director is None:
        return
    array.director(
        record.line, director, names.present(info.get("status")), names.present(info.get("engine_num")),
        engine_line=info.line_of("engine_num"),
    )  # fmt: skip
    for port in record.all("port"):
        details = port.child("port_info") or port
        flags = [entry for tag in ("scsi_flags", "fibre_flags") for flag in port.all(tag) for entry in flag.children]
        array.port(
            port.line, director, details.get("port"), wwpn=details.get("port_wwn"),
            wwnn=details.get("node_wwn"), kind=info.get("type"), port_state=details.get("port_status"),
            speed=details.get("negotiated_speed", "negociated_speed"), max_speed=details.get("maximum_speed"),
            flags=facts.flag_states((entry.tag, entry.text) for entry in flags),
        )  # fmt: skip


def volume_of(record: Node) -> str | None:
    """Return the number of the volume of a device."""
    return names.device((record.child("dev_info") or record).get("dev_name"))


def read_device(record: Node, array: ArrayWriter) -> None:
    """Read a device of any listing, with its SRDF relations."""
    info = record.child("dev_info") or record
    volume = volume_of(record)
    if volume is None:
        return
    product = record.child("product") or record
    external = record.child("device_external_identity")
    # Hosts see the external identity; in migrations and SRDF/Metro a device has the identity of its partner.
    wwn = names.present(external.get("wwn")) if external is not None else None
    capacity = record.child("capacity") or record
    array.volume(
        record.line, volume, wwn=wwn or product.get("wwn"), size=_size(capacity), status=info.get("status"),
        configuration=names.present(info.get("configuration")), block_bytes=_number(capacity.get("block_size")),
        label=info.get("device_identifier_name", "dev_ident_name"), pool=info.get("srp_name", "thin_pool_name"),
    )  # fmt: skip
    for rdf in record.all("rdf"):
        remote = names.present(rdf.at("remote", "remote_symid"))
        if remote is not None:
            group, kind = names.present(rdf.at("local", "ra_group_num")), (rdf.at("local", "type") or "").upper()
            array.link(rdf.line, remote, group, kind, rdf.at("mode", "mode"), rdf.at("rdf_info", "pair_state"))


def _size(capacity: Node) -> Interval | None:
    units = ("kilobytes", "megabytes", "gigabytes")
    return next(
        (found for exponent, unit in enumerate(units, 1) if (found := names.size(capacity.get(unit), exponent))), None
    )


def _number(text: str | None) -> int | None:
    return whole(text) if text is not None and len(text) < 18 and text.isascii() and text.isdecimal() else None


def read_rdf_group(record: Node, array: ArrayWriter) -> None:
    """Read an SRDF group with its remote array."""
    remote = names.present(record.get("remote_symid"))
    if remote is not None:
        array.link(record.line, remote, record.get("ra_group_num"), state=record.get("ra_group_status"))


def read_srp(record: Node, array: ArrayWriter) -> None:
    """Read a storage resource pool."""
    info = record.child("srp_info") or record
    name = info.get("name")
    if name is None:
        return
    technologies = {node.text for node in info.all("disk_group", "disk_group_info", "technology") if node.text}
    array.add(
        "pool", info.line, pool=name,
        **rounded.facts("size", names.size(info.get("usable_capacity_gigabytes"), 3)),
        **rounded.facts("used", names.size(info.get("used_capacity_gigabytes", "allocated_capacity_gigabytes"), 3)),
        **rounded.facts("subscribed", names.size(info.get("subscribed_capacity_gigabytes"), 3)), thin=True,
        drive_type=" ".join(sorted(technologies)) or None,
    )  # fmt: skip


def read_pool(record: Node, array: ArrayWriter) -> None:
    """Read a device pool of thin, save or DSE devices."""
    name = record.get("pool_name")
    if name is None:
        return
    totals = record.child("totals") or record
    kind = (record.get("pool_type") or "").lower()
    array.add(
        "pool", record.line, pool=name,
        **rounded.facts("size", names.size(totals.get("total_tracks_mb"), 2)),
        **rounded.facts("used", names.size(totals.get("total_used_tracks_mb"), 2)), thin="thin" in kind if kind else None,
        raid_type=names.present(record.get("configuration")), drive_type=names.present(record.get("technology")),
    )  # fmt: skip


def read_disk(record: Node, array: ArrayWriter) -> None:
    """Read a disk: its location and whether it failed."""
    info = record.child("disk_info") or record
    place = [info.get("ident"), info.get("interface"), info.get("tid")]
    if not all(place):
        return
    failed = facts.flag_state(info.get("failed_disk"))
    state = None if failed is None else "failed" if failed == "enabled" else "normal"
    array.add(
        "component", record.line, component_type="disk",
        component=f"{place[0]}:{place[1]}:{place[2]}",
        operational_status=names.present(info.get("disk_service_state", "service_state")) or state,
    )  # fmt: skip


def read_inquiry(record: Node, out: Writer, host: str) -> None:
    """Read one path of the host that ran ``syminq``: kernel name, array serial number and device number."""
    info = record.child("dev_info") or record
    product = record.child("product") or record.child("product_info") or record
    serial = names.present(info.get("symid") or record.get("symid") or product.get("symid"))
    volume = names.device(info.get("dev_name") or record.get("dev_name"))
    if serial is None or volume is None:
        return
    path = names.present(info.get("pd_name"))
    wwn = product.get("wwn") or info.get("wwn") or record.get("wwn") or wwn_in_path(path)
    ArrayWriter(out, serial).volume(
        record.line, volume, wwn=wwn, size=_size(record.child("capacity") or record),
        label=info.get("dev_ident_name", "device_identifier_name"),
    )  # fmt: skip
    write_host_device(
        out, record.line, host, path, wwn, serial, volume, vendor=product.get("vendor"), model=product.get("name"),
        revision=product.get("revision"),
    )  # fmt: skip


_BLOCK = re.compile(r"/dev/((?:sd|emcpower)[a-z]{1,6}|dm-[0-9]{1,5})\Z")
_MAPPER = re.compile(r"/dev/(mapper/[\w.:+-]{1,128})\Z")
_WWID = re.compile(r"/dev/(?:mapper/|disk/by-id/(?:scsi-|wwn-0x|dm-uuid-mpath-))(3?6[0-9a-fA-F]{31})\Z")


def wwn_in_path(path: str | None) -> str | None:
    """Return the WWN in a Linux device name: ``/dev/mapper/360000970…``."""
    match = _WWID.match(path or "")
    return match.group(1) if match else None


def write_host_device(
    out: Writer, line: int, host: str, path: str | None, wwn: str | None, array: str, volume: str, *,
    vendor: str | None = None, model: str | None = None, revision: str | None = None,
) -> None:  # fmt: skip
    """Write a device of a host: its WWN if printed, otherwise the Linux name, which other exports resolve."""
    block, mapper = _BLOCK.match(path or ""), _MAPPER.match(path or "")
    kernel_name = block.group(1) if block else None
    device = out.device_id(names.present(wwn) or wwn_in_path(path), line, "device", "device", volume)
    if device is None and (block or mapper):
        device = f"block:{kernel_name or (mapper.group(1) if mapper else '')}"
    if device is None:
        return
    out.add(
        "device", line, host=host, device=device, kernel_name=kernel_name if device.startswith("block:") else None,
        vendor=names.present(vendor), model=names.present(model), revision=names.present(revision),
        array_serial=names.serial(array), array_device=volume,
    )  # fmt: skip
    if kernel_name is not None and kernel_name.startswith("sd") and not device.startswith("block:"):
        out.add("path", line, host=host, device=device, path_name=kernel_name, protocol="fcp")
