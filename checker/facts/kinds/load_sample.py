"""Kind of samples over time: what one tool printed of one object at one time. Only triage reads them."""

from __future__ import annotations

from checker.facts.declare import Kind, flag, number, text, time

KINDS = (
    Kind(
        "load_sample",
        "Load of one object in one interval, as a tool printed it; only sanlint triage reads these.",
        (("about_kind", "about_key", "storage_array", "director", "tool", "ended_at"),),
        (
            text(
                "about_kind",
                "device, initiator, storage_volume, virtual_volume, storage_array, target_port, director, host or group",
            ),
            text("about_key", "its name"),
            text("storage_array", "array or VPLEX system that measured it; '' if no array did"),
            text("director", "director whose part of the load this is; '' for the whole"),
            text("tool", "what measured it: iostat, esxtop, array …"),
            text("host", "host that measured it"),
            text("device", "identity of the LUN"),
            text("kernel_name", "name of the block device as the tool prints it"),
            time("started_at", "start of the interval: the time of the sample before"),
            time("ended_at", "end of the interval: the time that is printed with the sample"),
            flag("utc", "the export states the zone of its times; FALSE if they are used as if they were UTC"),
            number("iops", "I/Os", "1/s"),
            number("read_iops", "reads", "1/s"),
            number("write_iops", "writes", "1/s"),
            number("read_mbps", "read throughput in 10^6 bytes", "MB/s"),
            number("write_mbps", "write throughput in 10^6 bytes", "MB/s"),
            number("throughput_mbps", "throughput in 10^6 bytes", "MB/s"),
            number("io_bytes", "mean I/O size", "bytes"),
            number("read_io_bytes", "mean size of a read", "bytes"),
            number("write_io_bytes", "mean size of a write", "bytes"),
            number("latency_ms", "mean latency", "ms"),
            number("read_ms", "read latency", "ms"),
            number("write_ms", "write latency", "ms"),
            number("device_ms", "latency below the host's driver: DAVG, asvc_t", "ms"),
            number("device_read_ms", "read latency below the host's driver", "ms"),
            number("device_write_ms", "write latency below the host's driver", "ms"),
            number("kernel_ms", "latency in the host above the driver: KAVG, wsvc_t", "ms"),
            number("queue_ms", "latency in the host's device queue: QAVG", "ms"),
            number("network_ms", "time that the array waits for the SAN during an I/O", "ms"),
            number("outstanding", "outstanding I/Os", "count"),
            number("queued", "I/Os waiting in the host's queue", "count"),
            number("queue_depth", "queue depth as the tool prints it", "count"),
            number("busy_ratio", "share of the interval in which it was busy", "ratio"),
            number("aborts", "aborted commands", "1/s"),
            number("failed_iops", "failed commands", "1/s"),
            number("back_end_read_ms", "read latency of the array behind a VPLEX director", "ms"),
            number("back_end_write_ms", "write latency of the array behind a VPLEX director", "ms"),
        ),
        "load",
        {"storage_array": "", "director": ""},
    ),
)
