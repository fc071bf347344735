"""Kinds about measurements of networks between sites."""

from __future__ import annotations

from checker.facts.declare import Kind, integer, number, text

KINDS = (
    Kind(
        "network_test",
        "A measurement between two addresses with ping, mtr, WinMTR or iperf3.",
        (("tool", "source", "destination"),),
        (
            text("tool", "ping, mtr, winmtr or iperf3"),
            text("source", "where it ran: the address or name that the tool prints, else the machine; '' if unknown"),
            text("destination", "address or name of the other end, as given to the tool"),
            text("destination_address", "address of the other end, if printed in addition to a name"),
            integer("sent", "probes sent", "count", "measured"),
            integer("received", "probes answered", "count", "measured"),
            number("loss_ratio", "lost share of the probes", "ratio"),
            number("rtt_min_ms", "shortest round trip", "ms"),
            number("rtt_avg_ms", "average round trip", "ms"),
            number("rtt_max_ms", "longest round trip", "ms"),
            number("rtt_mdev_ms", "deviation of the round trip as the tool computes it", "ms"),
            integer("payload_bytes", "data in each probe", "bytes"),
            text("protocol", "tcp or udp, of iperf3"),
            integer("streams", "parallel streams", "count"),
            number("seconds", "duration", "s"),
            number("throughput_mbps", "throughput that arrived", "Mbit/s"),
            integer("retransmits", "segments sent again", "count", "measured"),
            number("jitter_ms", "smoothed jitter of UDP", "ms"),
            text("storage_array", "array or VPLEX system whose WAN link has this address"),
            text("wan_link", "WAN link that has this address"),
        ),
        "storage",
        {"source": ""},
    ),
)
