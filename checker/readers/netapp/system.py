"""The ONTAP cluster: ``cluster identity show``, ``system node show``, ``version``, ``storage aggregate show``; and Ethernet and iSCSI.

::

                                  Node: cl-01
                                 Model: FAS8200
                         Serial Number: 701800000001
                                Health: true

    Cluster UUID: 47096983-0000-11eb-bd5b-000c29000000
    Cluster Name: cl

Ethernet ports (``network port show``) and iSCSI sessions are recognised but skipped: they are not part of a Fibre Channel SAN.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.netapp.objects import ARRAY, Facts, reader, shows
from checker.readers.netapp.records import Record, begins_listing, begins_with, cluster_in, records
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.family import by_pattern
from checker.readers.toolkit.declarations.fields import const, first, flag, owner
from checker.readers.toolkit.rounded import Interval, columns, of_disk, remainder, sizes

_NAME = re.compile(r"(?m)^[ \t]*Cluster Name:[ \t]+(\S{1,63})[ \t]*$")
_RELEASE = r"^[ \t]*NetApp Release[ \t]+([\w.\-]{1,40})"


def _cluster_name(text: str) -> str | None:
    found = _NAME.search(text)
    return found.group(1) if found else cluster_in(text)


def _releases(capture: Capture, out: Writer) -> Iterator[Record]:
    for number, line in capture.lines():
        if (found := re.match(_RELEASE, line)) is not None:
            yield Record(number, {"release": [found.group(1)]})


def _nodes(capture: Capture, out: Writer) -> Iterator[Record]:
    """Return the nodes; the first has the model of the array, if that of all is the same."""
    nodes = [record for record in records(capture, out) if record.text("node") is not None]
    models = {node.text("model") for node in nodes} - {None}
    if len(models) == 1:
        nodes[0].add(nodes[0].line, "model of all", models.pop() or "")
    yield from nodes


_VENDOR = {"vendor": const("NETAPP"), "family": const("netapp")}
_CLUSTER = Facts("storage_array", _VENDOR, storage_array=first("cluster name", owner), serial="cluster serial number")
_VERSION = Facts("storage_array", _VENDOR, storage_array=owner, array_version="release")
_MODEL = Facts(
    "storage_array", _VENDOR, needs="storage_array", distinct=True, storage_array=owner, model="model of all"
)
_NODE = Facts(
    "director", storage_array=owner, director="node", hostname="node", serial="serial number",
    health_state=flag("health", yes="healthy", no="unhealthy"),
)  # fmt: skip
# What the RAID status of an aggregate says about a fault; other words are its type, or work that goes on.
_RAID_FAULTS = ("degraded", "failed", "partial", "noparity", "needs check", "inconsistent", "out-of-date")


def _used(record: Record) -> Interval | None:
    """Return what is used; the table prints what is available instead."""
    stated = of_disk(record.text("used size"))
    return stated or remainder(of_disk(record.text("size")), of_disk(record.text("available")))


def _aggregate_status(record: Record) -> str | None:
    """Return the fault that the RAID status states, else the state."""
    words = [word.strip() for word in (record.text("raid status") or "").lower().split(",")]
    faults = [word for word in words if any(fault in word for fault in _RAID_FAULTS)]
    state = (record.text("state") or "").lower() or None
    return ", ".join(faults) if faults and state in (None, "online") else state


def _raid_type(record: Record) -> str | None:
    first_word = (record.text("raid status") or "").partition(",")[0].strip()
    return record.text("raid type") or (first_word if first_word.startswith("raid") else None)


_POOL = Facts(
    "pool", sizes("size", "size"), columns("used", _used), needs="pool", storage_array=owner, pool="aggregate",
    raid_type=_raid_type, drive_type="storage type", operational_status=_aggregate_status,
)  # fmt: skip

READERS = (
    reader(
        "netapp-cluster-identity-show", "cluster identity show",
        shows("identity of an ONTAP cluster", (95, "Cluster UUID, Cluster Name")), _CLUSTER, once=False,
        needles=("Cluster UUID",), begins=begins_with(r"cluster identity show\b"), owner_in=_cluster_name,
    ),
    reader(
        "netapp-version", "version", by_pattern("an ONTAP release", (92, _RELEASE)), _VERSION, once=False,
        rows=_releases, needles=("NetApp Release",), begins=begins_with(r"version\b"),
    ),
    reader(
        "netapp-node-show", "system node show -instance",
        shows(
            "nodes of an ONTAP cluster", (95, "Node, Model, Serial Number, NVRAM System ID|Health"),
            (94, "node_health_eligibility_uptime"), (94, "node_health_eligibility"),
        ),
        _NODE, _MODEL, once=False, rows=_nodes, needles=("Node", "Health"),
        begins=begins_listing(r"(?:(?:system )?node|cluster) show\b", "Node", "Owner"),
    ),
    reader(
        "netapp-aggregate-show", "storage aggregate show -instance",
        shows(
            "aggregates of ONTAP", (95, "Aggregate, Storage Type|RAID Status"),
            (94, "aggregate_size_available_used%"),
        ),
        _POOL, once=False, needles=("Aggregate",), begins=begins_listing(r"(?:storage )?aggr(?:egate)? show\b", "Aggregate", "Storage Type"),
    ),
    reader(
        "netapp-network-port-show", "network port show -instance",
        shows("Ethernet ports of ONTAP", (92, "Node, Port, Link, MTU")), ARRAY, needles=("MTU",),
        begins=begins_listing(r"net(?:work)? port show\b", "Node", "Port"),
    ),
    reader(
        "netapp-iscsi-initiator-show", "vserver iscsi initiator show -instance",
        shows("iSCSI sessions of ONTAP", (92, "Initiator Name, Target Session ID|Target Portal Group")), ARRAY,
        needles=("Initiator Name",), begins=begins_listing(r"(?:vserver )?iscsi (?:initiator|session) show\b", "Vserver(?: Name)?", "Target Portal Group"),
    ),
)  # fmt: skip
