"""What an XtremIO array presents to hosts: targets, initiators, initiator groups, LUN maps and volumes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from checker.readers.toolkit.declarations.declared import Each, Index, Part, Source
from checker.readers.toolkit.declarations.fields import (
    computed,
    const,
    device_id,
    iscsi_name,
    lower,
    number,
    speed,
    wwn,
)
from checker.readers.toolkit.declarations.json_family import Joint
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.rounded import exact_or_bounds
from checker.readers.xtremio.records import Facts, Record, array, named, reference, reference_name, size_of


def _fc_address(port: Record) -> str | None:
    """Return the address of an FC port; a port of iSCSI has no world wide name."""
    kind, address = (port.text("port-type") or "").lower(), port.text("port-address") or ""
    is_fc = kind == "fc" if kind else not address.lower().startswith(("iqn.", "eui.", "naa."))
    return address if is_fc and address else None


def _target(target: Record) -> str | None:
    return target.reference("tar-id") or target.text("name")


def _place(target: Record) -> tuple[str | None, str | None]:
    """Return controller and port of a target: ``X1-SC1-fc1`` is port fc1 of X1-SC1."""
    name, controller = _target(target), target.reference("node-id", "storage-controller-id")
    if name is not None and controller is not None and name.startswith(f"{controller}-"):
        return controller, name[len(controller) + 1 :]
    if name is not None and controller is None and "-" in name:
        controller, _, name = name.rpartition("-")
    return controller, name


def _connection(initiator: Record) -> str | None:
    """Return the state of an initiator; the table of connections has the number of its targets instead."""
    state = initiator.text("initiator-conn-state")
    return state.lower() if state else "not logged in" if initiator.number("num-of-conn-tars") == 0 else None


def _group(record: Record) -> str | None:
    return record.text("ig-name") or record.reference("ig-id")


def _volume(record: Record) -> str | None:
    return record.text("vol-name") or record.reference("vol-id")


def _is_whole(lun_map: Record) -> bool:
    """Rule out entries of a listing, which only name the map."""
    return not lun_map.partial or (_group(lun_map) is not None and _volume(lun_map) is not None)


def _ratio(name: str) -> Source[Record]:
    def get(volume: Record) -> float | None:
        percent = volume.number(name)
        return percent / 100 if percent is not None and 0 <= percent <= 100 else None

    return get


def _exact_size(volume: Record) -> int | None:
    return exact_or_bounds(volume.size("vol-size"))[0]


def _maps(volume: Record) -> Iterator[Record]:
    """Yield a record for each mapping that a volume lists itself, with the names of its groups."""
    listed = volume.values.get("lun-mapping-list")
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, list) and len(entry) >= 3 and (group := reference_name(entry[0])) is not None:
            lun = entry[2] if isinstance(entry[2], int) and not isinstance(entry[2], bool) else None
            more = {"ig-name": group, "tg-name": reference_name(entry[1]), "lun": lun}
            yield Record(volume.type, volume.at("lun-mapping-list"), {**volume.values, **more})


def _key(name: Callable[[Record], str | None]) -> Source[Record]:
    """Return the key of a volume: names are unique within an array only."""
    return computed(lambda record, context: f"{record.array or context.owner} {name(record) or ''}")


_NAME = named("vol-id")
DEVICES = Index[Record]("volumes snapshots", _key(_NAME), device_id("naa-name", report=False))
SIZES = Index[Record]("volumes snapshots", _key(_NAME), _exact_size)
_SIZE = size_of("size", "vol-size")
_TARGET = Facts(
    "target_port", place=_target, target_wwpn=wwn("port-address", of=_fc_address), storage_array=array,
    director=lambda target: _place(target)[0], port=lambda target: _place(target)[1], port_name=_target,
    role=const("front-end"), port_state=lower("port-state"), protocol=lower("port-type"), speed_gbps=speed("port-speed"),
)  # fmt: skip
# The iSCSI target of a portal; the portal has IP addresses only.
_PORTAL = Facts(
    "target_port", needs="port_name", storage_array=array, director=lambda portal: _portal(portal)[0] or None,
    port=lambda portal: _portal(portal)[2], port_name=reference("tar-id"), role=const("front-end"), protocol=const("iscsi"),
)  # fmt: skip


def _portal(portal: Record) -> tuple[str, str, str]:
    return (portal.reference("tar-id") or "").rpartition("-")


_ISCSI_NAME = iscsi_name("port-address")


def _is_fc(initiator: Record) -> bool:
    return _ISCSI_NAME(initiator) is None


# The initiator group is the host, as the array names it.
_INITIATOR: tuple[Facts, ...] = (
    Facts(
        "registered_initiator", when=_is_fc, place=named("initiator-id"), storage_array=array, initiator_name=named("initiator-id"),
        initiator_wwpn=wwn("port-address", of=_fc_address), host=reference("ig-id"),
        initiator_type=lower("operating-system"), port_state=_connection, registered=True,
    ),
    Facts(
        "mask_initiator", when=_is_fc, needs="view", storage_array=array,
        view=reference("ig-id"), initiator_name=named("initiator-id"), initiator_wwpn=wwn(of=_fc_address, report=False),
    ),
    Facts(
        "mask_iscsi", needs=("view", "initiator_name"), storage_array=array, view=reference("ig-id"),
        initiator_name=_ISCSI_NAME,
    ),
)  # fmt: skip
_GROUP = Facts(
    "mask_view", needs="view", storage_array=array, view=named("ig-id"),
    note="skipped an initiator group: its name is missing",
)  # fmt: skip
_LUN_MAP: tuple[Facts, ...] = (
    Facts("mask_view", when=lambda record: _group(record) and _volume(record), storage_array=array, view=_group),
    Facts(
        "mask_volume", when=_is_whole, needs=("view", "volume_name"), storage_array=array, view=_group,
        device=DEVICES.of(_key(_volume)), volume_name=_volume, lun=number("lun"), size_bytes=SIZES.of(_key(_volume)),
        note="skipped a LUN map: its initiator group or volume is missing",
    ),
)  # fmt: skip


def _level(name: str) -> Facts:
    return Facts(
        "array_setting", needs=("scope", "value"), line=name, storage_array=array, scope=_NAME, setting=const(name),
        value=lower(name),
    )  # fmt: skip


# A volume has no identity before it is mapped for the first time. Ratios are in percent, alignment in blocks.
_VOLUME: tuple[Part[Record], ...] = (
    Facts(
        "storage_volume", _SIZE, place=_NAME, device=device_id("naa-name"), storage_array=array, storage_volume=_NAME,
        block_bytes=number("lb-size"), alignment_offset=number("alignment-offset"),
        unaligned_ratio=_ratio("unaligned-io-ratio"), small_io_ratio=_ratio("small-io-ratio"),
    ),
    _level("unaligned-io-ratio-level"),
    _level("small-io-ratio-level"),
    Each(
        _maps,
        Facts(
            "mask_volume", _SIZE, storage_array=array, view="ig-name", device=device_id("naa-name", report=False),
            volume_name=_NAME, lun=number("lun"),
        ),
    ),
)  # fmt: skip
TYPES: Mapping[str, tuple[Part[Record], ...]] = {
    "targets": (_TARGET,), "iscsi-portals": (_PORTAL,), "initiators": _INITIATOR, "initiator-groups": (_GROUP,),
    "lun-maps": _LUN_MAP, "volumes": _VOLUME, "snapshots": _VOLUME,
}  # fmt: skip

_VIEW_PORT = Facts(
    "mask_port", storage_array=array, view="ig-name", target_wwpn=wwn(of=_fc_address, report=False), port_name=_target
)


def _write_view_ports(found: Iterable[Record], context: Context) -> None:
    """Write the targets of each view: those of the target group in its LUN maps."""
    targets: dict[tuple[str, str], list[Record]] = {}
    maps: dict[tuple[str, str, str], int] = {}
    for record in found:
        owner = record.array or context.owner
        if record.type == "targets":
            if (group := record.reference("tg-id")) is not None:
                targets.setdefault((owner, group), []).append(record)
            continue
        for mapping in [record] if record.type == "lun-maps" else _maps(record):
            view, ports = mapping.text("ig-name"), mapping.text("tg-name")
            if view is not None and ports is not None:
                maps.setdefault((owner, view, ports), record.line)
    for (owner, view, group), line in maps.items():
        for target in targets.get((owner, group), ()):
            _VIEW_PORT.write(Record(target.type, line, {**target.values, "ig-name": view}), context)


VIEW_PORTS = Joint(("targets", "lun-maps", "volumes", "snapshots"), _write_view_ports, (_VIEW_PORT,))
