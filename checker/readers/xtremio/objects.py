"""All objects of one XtremIO capture as observations, whether they came as JSON or as tables of xmcli."""

from __future__ import annotations

from collections.abc import Sequence

from checker.facts.observations import Writer
from checker.readers.base import Capture
from checker.readers.xtremio import load, masking, parts
from checker.readers.xtremio.records import Record

PROVIDES = {**parts.PROVIDES, **masking.PROVIDES, **load.PROVIDES}
# Types that state nothing a rule uses: audit events, groups of names, and what other types state as well.
_PASSED_OVER = (
    "events", "consistency-groups", "consistency-group-volumes", "snapshot-sets", "tags", "schedulers", "alerts",
    "alert-definitions", "performance", "volume-folders", "ig-folders", "user-accounts", "syslog-notifier",
    "email-notifier", "snmp-notifier", "ldap-configs", "iscsi-routes", "slots",
)  # fmt: skip


def write_objects(found: Sequence[Record], capture: Capture, out: Writer) -> None:
    """Write all objects of one capture; what one object says of another (a map of its volume) is joined here."""
    # Some types don't name their array; in a capture of one array they belong to it.
    named = {name for record in found if (name := _array(record, "")) != ""}
    owner = named.pop() if len(named) == 1 else capture.owner
    devices = {
        place: masking.device_of(record, out)
        for place, record in enumerate(found)
        if record.type in ("volumes", "snapshots")
    }
    volumes = {
        (_array(record, owner), record.text("name") or record.reference("vol-id") or ""): (
            devices[place],
            record.kilobytes("vol-size"),
        )
        for place, record in enumerate(found)
        if place in devices
    }
    arrays: dict[str, int] = {}
    left_out: dict[str, int] = {}
    for place, record in enumerate(found):
        storage_array = _array(record, owner)
        if record.type == "lun-maps":
            masking.write_map(record, out, storage_array, volumes)
        elif place in devices:
            masking.write_volume(record, devices[place], out, storage_array)
        elif record.type == "target-groups":
            if record.reference("sys-id") is None:
                continue  # a name without its array says nothing
        elif record.type in _PASSED_OVER:
            left_out.setdefault(record.type, record.line)
            continue
        elif record.type == "xms":
            parts.write_xms(record, out, record.text("sys-name"))
        elif (writer := _WRITERS.get(record.type)) is not None:
            writer(record, out, storage_array)
        elif not parts.write_part(record, out, storage_array):
            left_out.setdefault(record.type or "unknown", record.line)
            continue
        load.write_load(record, out, capture, storage_array, devices.get(place))
        arrays.setdefault(storage_array, record.line)
    for kind, line in left_out.items():
        out.note(line, f"nothing is read from XtremIO objects of type {kind}")
    _write_ports(found, owner, out)
    if arrays:
        for name, line in arrays.items():
            out.add("storage_array", line, storage_array=name, family="xtremio", vendor="EMC")


def _array(record: Record, owner: str) -> str:
    """Return the array an object belongs to: its ``sys-id``, else the owner of the capture."""
    named = record.reference("sys-id") or record.text("sys-name")
    if named is None and record.type == "clusters":
        named = record.text("name")
    return named or owner


def _write_ports(found: Sequence[Record], owner: str, out: Writer) -> None:
    """Write the ports of each view, where the capture holds both LUN maps and the targets of their target groups."""
    targets: dict[tuple[str, str], list[Record]] = {}
    for record in found:
        if record.type == "targets" and (group := record.reference("tg-id")) is not None:
            targets.setdefault((_array(record, owner), group), []).append(record)
    if not targets:
        return
    seen: set[tuple[str, str, str]] = set()
    for record in found:
        storage_array = _array(record, owner)
        if record.type == "lun-maps":
            pairs = [(record.text("ig-name"), record.text("tg-name"))]
        elif record.type in ("volumes", "snapshots"):
            pairs = [(view, group) for view, group, _ in masking.maps_of(record)]
        else:
            continue
        for view, group in pairs:
            if view is None or group is None or (storage_array, view, group) in seen:
                continue
            seen.add((storage_array, view, group))
            for target in targets.get((storage_array, group), ()):
                masking.write_view_port(target, view, record.line, out, storage_array)


_WRITERS = {
    "clusters": parts.write_cluster,
    "bricks": parts.write_brick,
    "storage-controllers": parts.write_controller,
    "targets": masking.write_target,
    "initiators": masking.write_initiator,
    "initiator-groups": masking.write_group,
    "iscsi-portals": masking.write_portal,
}
