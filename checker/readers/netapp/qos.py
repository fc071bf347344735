"""``qos statistics volume latency show`` of ONTAP: recognised, so that its latencies are not missed without a word; they are not used.

Sample::

    Workload            ID    Latency    Network    Cluster       Data       Disk    QoS Max    QoS Min      NVRAM
    --------------- ------ ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
    vol_db-wid11    13251     4.20ms   103.00us     6.00us   108.00us     3.90ms        0ms        0ms    18.00us

Newer versions call the columns of the network and data layers N-Blade and D-Blade ("qos statistics volume latency show" in the
ONTAP command reference). An iteration prints neither its time nor the I/Os, and volumes without their SVM and LUNs (ADR 17 says more).
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.netapp.records import begins_with, cluster_in
from checker.readers.toolkit.base import Capture, Detection, Reader

_HEAD = re.compile(r"^[ \t]*(?:Policy Group|Workload)[ \t]+(?:ID[ \t]+)?Latency[ \t]+(?:Network|N-Blade)[ \t]+Cluster[ \t]+(?:Data|D-Blade)[ \t]+Disk\b", re.MULTILINE)  # fmt: skip
_NOTE = (
    "the latencies are not used: the table prints neither their times nor I/Os and LUNs, so nothing can be compared; "
    "GET /api/storage/luns with metric and statistics states them, as sanlint collect --triage netapp prints"
)


def _detect(capture: Capture) -> Detection | None:
    return Detection(94, "latencies by layer of ONTAP's qos statistics") if _HEAD.search(capture.head) else None  # fmt: skip


def _read(capture: Capture, out: Writer) -> None:
    out.add("storage_array", capture.first_line, storage_array=capture.owner, vendor="NETAPP", family="netapp")
    out.note(capture.first_line, _NOTE)


READERS = (
    Reader(
        name="netapp-qos-latency", platform="netapp", command="qos statistics volume latency show",
        provides={"storage_array": ("storage_array", "vendor", "family")}, detect=_detect, read=_read,
        needles=("Latency", "Cluster", "Disk"), begins=begins_with(r"qos statistics (?:volume|workload) latency show\b"),
        owner_in=cluster_in, verified=False, advised=False,
    ),
)  # fmt: skip
