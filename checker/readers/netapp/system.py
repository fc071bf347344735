"""The ONTAP cluster: ``cluster identity show``, ``system node show``, ``version``, ``storage aggregate show``; and Ethernet and iSCSI.

::

                                  Node: cl-01
                                 Model: FAS8200
                         Serial Number: 701800000001
                                Health: true

    Cluster UUID: 47096983-0000-11eb-bd5b-000c29000000
    Cluster Name: cl

Ethernet ports (``network port show``) and iSCSI sessions are recognized but skipped: they are not part of a Fibre Channel SAN.
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.netapp.records import begins_with, cluster_in, records
from checker.readers.toolkit.base import Capture, Detection, Reader

_NAME = re.compile(r"(?m)^[ \t]*Cluster Name:[ \t]+(\S{1,63})[ \t]*$")
_RELEASE = re.compile(r"(?m)^[ \t]*NetApp Release[ \t]+([\w.\-]{1,40})")


def _has(head: str, *keys: str) -> bool:
    return all(re.search(rf"(?m)^[ \t]*{re.escape(key)}[ \t]*:", head) for key in keys)


def _detect_identity(capture: Capture) -> Detection | None:
    if _has(capture.head, "Cluster UUID", "Cluster Name"):
        return Detection(95, "identity of an ONTAP cluster")
    return None


def _cluster_name(text: str) -> str | None:
    found = _NAME.search(text)
    return found.group(1) if found else cluster_in(text)


def _read_identity(capture: Capture, out: Writer) -> None:
    for record in records(capture, out):
        out.add(
            "storage_array",
            record.line,
            storage_array=record.get("cluster name") or capture.owner,
            serial=record.get("cluster serial number"),
            vendor="NETAPP",
            family="netapp",
        )


def _detect_version(capture: Capture) -> Detection | None:
    return Detection(92, "an ONTAP release") if _RELEASE.search(capture.head) else None


def _read_version(capture: Capture, out: Writer) -> None:
    for number, line in capture.lines():
        found = _RELEASE.match(line)
        if found is not None:
            out.add(
                "storage_array",
                number,
                storage_array=capture.owner,
                vendor="NETAPP",
                family="netapp",
                array_version=found.group(1),
            )


def _detect_node(capture: Capture) -> Detection | None:
    head = capture.head
    if _has(head, "Node", "Model", "Serial Number") and (_has(head, "NVRAM System ID") or _has(head, "Health")):
        return Detection(95, "nodes of an ONTAP cluster")
    if re.search(r"(?m)^[ \t]*Node[ \t]+Health[ \t]+Eligibility[ \t]+Uptime[^\n]*\n[ \t]*--", head):
        return Detection(94, "nodes of an ONTAP cluster")
    return None


def _read_node(capture: Capture, out: Writer) -> None:
    first: int | None = None
    models: set[str] = set()
    for record in records(capture, out):
        node = record.get("node")
        if node is None:
            continue
        first = first or record.line
        health = record.flag("health")
        out.add(
            "director",
            record.line,
            storage_array=capture.owner,
            director=node,
            hostname=node,
            health_state=None if health is None else "healthy" if health else "unhealthy",
            serial=record.get("serial number"),
        )
        if (model := record.get("model")) is not None:
            models.add(model)
    if first is not None:
        out.add(
            "storage_array",
            first,
            storage_array=capture.owner,
            vendor="NETAPP",
            family="netapp",
            model=models.pop() if len(models) == 1 else None,
        )


def _detect_aggregate(capture: Capture) -> Detection | None:
    head = capture.head
    if _has(head, "Aggregate", "Storage Type") or _has(head, "Aggregate", "RAID Status"):
        return Detection(95, "aggregates of ONTAP")
    if re.search(r"(?m)^[ \t]*Aggregate[ \t]+Size[ \t]+Available[ \t]+Used%[^\n]*\n[ \t]*--", head):
        return Detection(94, "aggregates of ONTAP")
    return None


def _read_aggregate(capture: Capture, out: Writer) -> None:
    for record in records(capture, out):
        name = record.get("aggregate")
        if name is None:
            continue
        out.add(
            "pool",
            record.line,
            storage_array=capture.owner,
            pool=name,
            size_bytes=normalise.size_bytes(record.get("size")),
            used_bytes=normalise.size_bytes(record.get("used size")),
            raid_type=record.get("raid type"),
            drive_type=record.get("storage type"),
        )


def _detect_ethernet(capture: Capture) -> Detection | None:
    if _has(capture.head, "Node", "Port", "Link", "MTU"):
        return Detection(92, "Ethernet ports of ONTAP")
    return None


def _detect_iscsi(capture: Capture) -> Detection | None:
    head = capture.head
    if _has(head, "Target Session ID", "Initiator Name") or _has(head, "Target Portal Group", "Initiator Name"):
        return Detection(92, "iSCSI sessions of ONTAP")
    return None


def _pass_over(capture: Capture, out: Writer) -> None:
    """Skip the objects: the export only shows that the array is a NetApp system."""
    first: int | None = None
    for record in records(capture, out):
        first = first or record.line
    if first is not None:
        out.add("storage_array", first, storage_array=capture.owner, vendor="NETAPP", family="netapp")


READERS = (
    Reader(
        name="netapp-cluster-identity-show",
        platform="netapp",
        command="cluster identity show",
        provides={"storage_array": ("storage_array", "serial", "vendor", "family")},
        detect=_detect_identity,
        read=_read_identity,
        needles=("Cluster UUID",),
        begins=begins_with(r"cluster identity show\b"),
        owner_in=_cluster_name,
    ),
    Reader(
        name="netapp-version",
        platform="netapp",
        command="version",
        provides={"storage_array": ("storage_array", "vendor", "family", "array_version")},
        detect=_detect_version,
        read=_read_version,
        needles=("NetApp Release",),
        begins=begins_with(r"version\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-node-show",
        platform="netapp",
        command="system node show -instance",
        provides={
            "director": ("storage_array", "director", "hostname", "health_state", "serial"),
            "storage_array": ("storage_array", "vendor", "family", "model"),
        },
        detect=_detect_node,
        read=_read_node,
        needles=("Node", "Health"),
        begins=begins_with(r"(?:system )?node show\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-aggregate-show",
        platform="netapp",
        command="storage aggregate show -instance",
        provides={"pool": ("storage_array", "pool", "size_bytes", "used_bytes", "raid_type", "drive_type")},
        detect=_detect_aggregate,
        read=_read_aggregate,
        needles=("Aggregate",),
        begins=begins_with(r"(?:storage )?aggr(?:egate)? show\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-network-port-show",
        platform="netapp",
        command="network port show -instance",
        provides={"storage_array": ("storage_array", "vendor", "family")},
        detect=_detect_ethernet,
        read=_pass_over,
        needles=("MTU",),
        begins=begins_with(r"net(?:work)? port show\b"),
        owner_in=cluster_in,
    ),
    Reader(
        name="netapp-iscsi-initiator-show",
        platform="netapp",
        command="vserver iscsi initiator show -instance",
        provides={"storage_array": ("storage_array", "vendor", "family")},
        detect=_detect_iscsi,
        read=_pass_over,
        needles=("Initiator Name",),
        begins=begins_with(r"(?:vserver )?iscsi (?:initiator|session) show\b"),
        owner_in=cluster_in,
    ),
)
