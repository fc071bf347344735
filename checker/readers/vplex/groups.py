"""Consistency groups, system volumes and data migrations of VPLEX, and the writer of each object type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.toolkit.base import columns
from checker.readers.vplex import exports, hardware, volumes
from checker.readers.vplex.objects import VplexObject

_SUMMARY = re.compile(r"(?<![\w.-])([\w.-]+)\s?,\s?\{\s?summary::\s?([\w-]+)")
_WINNER = re.compile(
    r"winner\b[\s,:]*(?:cluster::?\s*)?([\w.-]+)[\s,]*(?:after\s+)?(?:delay::?\s*)?(?:([0-9]+)(?:\.[0-9]+)?\s*s?\b)?"
)

PROVIDES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    **hardware.PROVIDES, **exports.PROVIDES, **volumes.PROVIDES,
    "consistency-group": columns(
        consistency_group="storage_array cluster consistency_group detach_rule winner detach_delay_seconds"
        " auto_resume_at_loser cache_mode operational_status visibility storage_at recoverpoint",
        virtual_volume="storage_array cluster virtual_volume consistency_group",
    ),
    "system-volume": columns(
        system_volume="storage_array cluster system_volume volume_type geometry component_count size_bytes size_low_bytes size_high_bytes active"
        " ready health_state operational_status",
    ),
    "migration": columns(mobility="storage_array mobility source_name target_name job_state transfer_size_bytes"),
}  # fmt: skip


def write_group(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a consistency group and its volumes; the ``advanced`` context adds to the same group."""
    place = item.place
    storage_at = item.items("storage-at-clusters")
    rule = item.text("detach-rule")
    winner = _WINNER.match(rule) if rule else None
    delay = normalise.integer(winner.group(2)) if winner and winner.group(2) else None
    out.add(
        "consistency_group", item.line, storage_array=owner, cluster=place.cluster, consistency_group=place.name,
        detach_rule="winner" if winner else (rule.lower() if rule else None),
        winner=winner.group(1) if winner else None, detach_delay_seconds=delay,
        auto_resume_at_loser=normalise.yes_no(item.text("auto-resume-at-loser")), cache_mode=item.state("cache-mode"),
        operational_status=_group_status(item), visibility=", ".join(item.items("visibility")) or None,
        storage_at=", ".join(storage_at) or None, recoverpoint=normalise.yes_no(item.text("recoverpoint-enabled")),
    )  # fmt: skip
    if total := item.shortened("virtual-volumes"):
        out.note(item.line, f"consistency group {place.name}: the list of {total} virtual-volumes is truncated")
    for name in item.items("virtual-volumes"):
        out.add(
            "virtual_volume", item.at("virtual-volumes"), storage_array=owner,
            cluster="" if len(storage_at) > 1 else place.cluster, virtual_volume=name, consistency_group=place.name,
        )  # fmt: skip


def _group_status(item: VplexObject) -> str | None:
    """Return the summary that all clusters share, or each cluster's summary where they differ."""
    printed = item.state("operational-status")
    summaries: dict[str, str] = dict(_SUMMARY.findall(" ".join((printed or "").split())))
    if not summaries:
        return printed
    if len(set(summaries.values())) == 1:
        return next(iter(summaries.values()))
    return ", ".join(f"{cluster}: {summary}" for cluster, summary in summaries.items())


def write_system_volume(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a metadata or logging volume, or a backup of one."""
    out.add(
        "system_volume", item.line, storage_array=owner, cluster=item.place.cluster, system_volume=item.place.name,
        volume_type=item.state("volume-type"), geometry=item.state("geometry"),
        component_count=normalise.integer(item.text("component-count")), **volumes.capacity(item, "system_volume", out),
        active=normalise.yes_no(item.text("active")), ready=normalise.yes_no(item.text("ready")),
        health_state=item.state("health-state"), operational_status=item.state("operational-status"),
    )  # fmt: skip


def write_migration(item: VplexObject, out: Writer, owner: str) -> None:
    """Write a device or extent migration."""
    out.add(
        "mobility", item.line, storage_array=owner, mobility=item.place.name, source_name=item.text("source"),
        target_name=item.text("target"), job_state=item.state("status"),
        transfer_size_bytes=normalise.size_bytes(item.text("transfer-size")),
    )  # fmt: skip


WRITERS: Mapping[str, Callable[[VplexObject, Writer, str], None]] = {
    "cluster": hardware.write_cluster, "engine": hardware.write_engine, "director": hardware.write_director,
    "port": hardware.write_port, "standby-power-supply": hardware.write_power_supply,
    "power-supply": hardware.write_power_supply, "component-part": hardware.write_component,
    "witness": hardware.write_witness, "witness-component": hardware.write_witness_component,
    "storage-view": exports.write_view, "initiator-port": exports.write_initiator,
    "export-port": exports.write_export_port, "local-device": volumes.write_device,
    "distributed-device": volumes.write_device, "component": volumes.write_component,
    "distributed-component": volumes.write_component, "virtual-volume": volumes.write_virtual_volume,
    "storage-volume": volumes.write_storage_volume, "storage-array": volumes.write_storage_array,
    "extent": volumes.write_extent, "consistency-group": write_group, "system-volume": write_system_volume,
    "migration": write_migration, "port-group": hardware.write_link, "subnet": hardware.write_link,
    "option-set": hardware.write_link, "rule-set": hardware.write_rule_set,
}  # fmt: skip


def write_object(item: VplexObject, out: Writer, owner: str) -> bool:
    """Write the observations of one object; return FALSE if its type is unknown."""
    writer = WRITERS.get(item.place.type)
    if writer is not None:
        writer(item, out, owner)
    return writer is not None
