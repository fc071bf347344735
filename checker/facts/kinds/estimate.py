"""Kinds that the audit derives from a workload: results of the estimator, for rules."""

from __future__ import annotations

from checker.facts.declare import Kind, flag, number, text

KINDS = (
    Kind(
        "estimated_resource",
        "Estimated utilisation of a shared resource under the workload of the audit.",
        (("resource",),),
        (
            text("resource", "name of the resource, as the estimate shows it"),
            text("resource_kind", "hba, link, isl, fe_port, be_port, director, array, disk_pool or wan"),
            text("storage_array", "array or VPLEX system it belongs to"),
            number("utilisation", "share of its capacity, typical; 1 and more: overloaded", "ratio"),
            number("sized_to", "share that it is sized to", "ratio"),
            number("operations", "I/Os that it serves, typical; of drives those of RAID too", "1/s"),
            flag("steady", "the load was measured in production, not planned"),
        ),
        "load",
    ),
    Kind(
        "estimated_response",
        "Estimated response times of a host and volume under the workload of the audit, and those observed with the same load.",
        (("host", "device"),),
        (
            text("host", "name of the host"),
            text("device", "identity of the LUN: naa./eui./t10. name in lower case"),
            text("state", "ok, saturated, queue_depth_limited, wan_limited or unknown_parameter"),
            number("iops", "I/Os", "1/s"),
            number("mean_ms", "mean response time, typical", "ms"),
            number("mean_high_ms", "mean response time at the pessimistic end; nothing where that end saturates", "ms"),
            number("p95_ms", "response time that 95 % of the I/Os do not exceed, typical", "ms"),
            number("p99_ms", "response time that 99 % of the I/Os do not exceed, typical", "ms"),
            number("read_ms", "response time of reads, typical", "ms"),
            number("write_ms", "response time of writes, typical", "ms"),
            number(
                "write_high_ms",
                "response time of writes at the pessimistic end; nothing where that end saturates",
                "ms",
            ),
            number("write_mbps", "what is written", "MB/s"),
            number("observed_ms", "mean response time that was measured with this load", "ms"),
        ),
        "load",
    ),
    Kind(
        "estimated_failure",
        "Estimated utilisation of the rest under the workload of the audit when one part is lost.",
        (("about_kind", "about_key"),),
        (
            text("about_kind", "fabric, switch, director, target_port or initiator"),
            text("about_key", "its name"),
            text("resource", "the resource that becomes busiest among those that take over"),
            number("utilisation", "share of the capacity of that resource, typical", "ratio"),
            number("utilisation_before", "the same with everything up", "ratio"),
        ),
        "load",
    ),
)
