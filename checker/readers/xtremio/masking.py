"""What an XtremIO array shows to hosts: targets, initiators, initiator groups, LUN maps and volumes."""

from __future__ import annotations

from collections.abc import Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.xtremio.records import Record, reference_name

PROVIDES: Mapping[str, tuple[str, ...]] = {
    "target_port": (
        "target_wwpn",
        "storage_array",
        "director",
        "port",
        "port_name",
        "role",
        "port_state",
        "protocol",
        "speed_gbps",
    ),
    "registered_initiator": (
        "storage_array",
        "initiator_name",
        "initiator_wwpn",
        "host",
        "initiator_type",
        "port_state",
        "registered",
    ),
    "mask_view": ("storage_array", "view"),
    "mask_initiator": ("storage_array", "view", "initiator_wwpn", "initiator_name"),
    "mask_volume": ("storage_array", "view", "device", "volume_name", "lun", "size_bytes"),
    "mask_port": ("storage_array", "view", "target_wwpn", "port_name"),
    "storage_volume": (
        "device",
        "storage_array",
        "storage_volume",
        "size_bytes",
        "block_bytes",
        "alignment_offset",
        "unaligned_ratio",
        "small_io_ratio",
    ),
    "array_setting": ("storage_array", "scope", "setting", "value"),
}

# Identity and size in bytes of each volume, by array and name.
Volumes = Mapping[tuple[str, str], tuple[str | None, int | None]]


def _is_fc(record: Record) -> bool:
    kind = record.state("port-type")
    address = record.text("port-address") or ""
    return kind == "fc" if kind is not None else not address.lower().startswith(("iqn.", "eui.", "naa."))


def write_target(record: Record, out: Writer, storage_array: str) -> None:
    """Write a target port; an iSCSI target has no world wide name. ``X1-SC1-fc1`` is port fc1 of ``X1-SC1``."""
    name = record.reference("tar-id") or record.text("name")
    controller = record.reference("node-id", "storage-controller-id")
    port = name
    if name is not None:
        if controller is not None and name.startswith(f"{controller}-"):
            port = name[len(controller) + 1 :]
        elif controller is None and "-" in name:
            controller, port = name.rsplit("-", 1)
    address = record.text("port-address") if _is_fc(record) else None
    out.add(
        "target_port",
        record.line,
        target_wwpn=out.wwn(address, record.line_of("port-address"), "target_port", "target_wwpn", name or ""),
        storage_array=storage_array,
        director=controller,
        port=port,
        port_name=name,
        role="front-end",
        port_state=record.state("port-state"),
        protocol=record.state("port-type"),
        speed_gbps=normalise.speed_gbps(record.text("port-speed")),
    )


def write_portal(record: Record, out: Writer, storage_array: str) -> None:
    """Write the iSCSI target that a portal belongs to; its addresses are of no use for Fibre Channel."""
    name = record.reference("tar-id")
    if name is None:
        return
    controller, _, port = name.rpartition("-")
    out.add(
        "target_port",
        record.line,
        storage_array=storage_array,
        director=controller or None,
        port=port,
        port_name=name,
        role="front-end",
        protocol="iscsi",
    )


def write_view_port(target: Record, view: str, line: int, out: Writer, storage_array: str) -> None:
    """Write that a target belongs to a view, because the target group of a LUN map holds it."""
    address = target.text("port-address") if _is_fc(target) else None
    out.add(
        "mask_port",
        line,
        storage_array=storage_array,
        view=view,
        target_wwpn=normalise.wwn(address),
        port_name=target.reference("tar-id") or target.text("name"),
    )


def write_initiator(record: Record, out: Writer, storage_array: str) -> None:
    """Write an initiator and its place in its initiator group, which is the host as the array names it."""
    name = record.text("name") or record.reference("initiator-id")
    group = record.reference("ig-id")
    address = record.text("port-address") if _is_fc(record) else None
    line = record.line_of("port-address")
    wwpn = out.wwn(address, line, "registered_initiator", "initiator_wwpn", name or "")
    out.add(
        "registered_initiator",
        record.line,
        storage_array=storage_array,
        initiator_name=name,
        initiator_wwpn=wwpn,
        host=group,
        initiator_type=record.state("operating-system"),
        port_state=record.state("initiator-conn-state"),
        registered=True,
    )
    if group is not None:
        out.add(
            "mask_initiator",
            record.line,
            storage_array=storage_array,
            view=group,
            initiator_wwpn=wwpn,
            initiator_name=name,
        )


def write_group(record: Record, out: Writer, storage_array: str) -> None:
    """Write an initiator group: it stands for the view of the hosts in it."""
    view = record.text("name") or record.reference("ig-id")
    if view is None:
        out.note(record.line, "an initiator group without a name was left out")
        return
    out.add("mask_view", record.line, storage_array=storage_array, view=view)


def write_map(record: Record, out: Writer, storage_array: str, volumes: Volumes) -> None:
    """Write a LUN map; identity and size of the volume come from the same capture, if it holds the volume."""
    view = record.text("ig-name") or record.reference("ig-id")
    volume = record.text("vol-name") or record.reference("vol-id")
    if view is None or volume is None:
        if not record.partial:
            out.note(record.line, "a LUN map without initiator group or volume was left out")
        return
    device, size = volumes.get((storage_array, volume), (None, None))
    out.add("mask_view", record.line, storage_array=storage_array, view=view)
    out.add(
        "mask_volume",
        record.line,
        storage_array=storage_array,
        view=view,
        device=device,
        volume_name=volume,
        lun=record.number("lun"),
        size_bytes=size,
    )


def maps_of(record: Record) -> list[tuple[str, str | None, int | None]]:
    """Return initiator group, target group and LUN of each mapping that a volume lists itself."""
    found: list[tuple[str, str | None, int | None]] = []
    listed = record.values.get("lun-mapping-list")
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, list) and len(entry) >= 3 and (group := reference_name(entry[0])) is not None:
            lun = entry[2] if isinstance(entry[2], int) and not isinstance(entry[2], bool) else None
            found.append((group, reference_name(entry[1]), lun))
    return found


def device_of(record: Record, out: Writer) -> str | None:
    """Return the identity of a volume; it has none before it is mapped for the first time."""
    name = record.text("name") or record.reference("vol-id") or ""
    return out.device_id(record.text("naa-name"), record.line_of("naa-name"), "storage_volume", "device", name)


def write_volume(record: Record, device: str | None, out: Writer, storage_array: str) -> None:
    """Write a volume and the LUN maps it lists; the ratios come in percent, alignment in blocks."""
    name = record.text("name") or record.reference("vol-id")
    size = record.kilobytes("vol-size")
    out.add(
        "storage_volume",
        record.line,
        device=device,
        storage_array=storage_array,
        storage_volume=name,
        size_bytes=size,
        block_bytes=record.number("lb-size"),
        alignment_offset=record.number("alignment-offset"),
        unaligned_ratio=_ratio(record.number("unaligned-io-ratio")),
        small_io_ratio=_ratio(record.number("small-io-ratio")),
    )
    for level in ("unaligned-io-ratio-level", "small-io-ratio-level"):
        if name is not None and (state := record.state(level)) is not None:
            out.add(
                "array_setting",
                record.line_of(level),
                storage_array=storage_array,
                scope=name,
                setting=level,
                value=state,
            )
    line = record.line_of("lun-mapping-list")
    for view, _, lun in maps_of(record):
        out.add(
            "mask_volume",
            line,
            storage_array=storage_array,
            view=view,
            device=device,
            volume_name=name,
            lun=lun,
            size_bytes=size,
        )


def _ratio(percent: int | None) -> float | None:
    return percent / 100 if percent is not None and 0 <= percent <= 100 else None
