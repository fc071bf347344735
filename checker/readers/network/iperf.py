"""``iperf3`` as text and as JSON (``-J``): throughput, retransmissions, and loss and jitter of UDP.

Synthetic sample::

    Connecting to host 10.2.2.1, port 5201
    [  5] local 10.1.1.1 port 41234 connected to 10.2.2.1 port 5201
    [ ID] Interval           Transfer     Bitrate         Retr
    [  5]   0.00-10.00  sec  1.10 GBytes   941 Mbits/sec   12             sender
    [  5]   0.00-10.04  sec  1.09 GBytes   936 Mbits/sec                  receiver

The loss of a UDP test is the loss at the rate that was sent; it is not the loss of an unloaded link.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.network import measurement
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.documents.json_documents import noted_documents
from checker.readers.toolkit.numbers import decimal, whole

_HOST = re.compile(r"Connecting to host (?P<name>[\w.:%\-]{1,253}), port \d+")
_LOCAL = re.compile(r"\[\s*\d+\] local (?P<source>\S{1,64}) port \d+ connected to (?P<address>\S{1,64}) port \d+")
_DECIMAL = r"\d+(?:\.\d+)?"
_TOTAL = re.compile(
    rf"\[\s*(?P<id>SUM|\d+)\](?:\[TX-C\]|\[RX-C\])?\s+(?P<from>{_DECIMAL})-(?P<to>{_DECIMAL})\s+sec\s+{_DECIMAL} \w?Bytes\s+(?P<rate>{_DECIMAL}) (?P<unit>[KMGT]?)bits/sec"
    rf"(?:\s+(?P<jitter>{_DECIMAL}) ms\s+(?P<lost>-?\d+)/(?P<all>\d+) \([^)]*\))?(?:\s+(?P<retr>\d+))?\s+(?P<side>sender|receiver)\s*\Z"
)
_NOISE = re.compile(
    r"\[\s*(?:SUM|\d+|ID)\]|- - -|iperf Done|Reverse mode|Control connection|iperf 3|Linux |Cookie|TCP MSS|Time:|Starting Test|Test Complete|CPU Utilization|snd_|rcv_|\s*\Z|Server (?:output|listening)|-{5,}|Accepted connection"
)
_UNITS = {"": 1e-6, "K": 1e-3, "M": 1.0, "G": 1e3, "T": 1e6}


@dataclass
class _Test:
    line: int
    name: str
    source: str = ""
    address: str | None = None
    streams: int = 0
    facts: dict[str, Value] = field(default_factory=dict)
    summed: bool = False


def _read_text(capture: Capture, out: Writer) -> None:
    test: _Test | None = None
    for number, line in capture.lines():
        host, local, total = _HOST.search(line), _LOCAL.match(line), _TOTAL.match(line)
        if host:
            _write(capture, out, test)
            test = _Test(number, host.group("name"))
        elif local and test is not None:
            test.source, test.address, test.streams = local.group("source"), local.group("address"), test.streams + 1
        elif total and test is not None:
            _take(test, number, total)
        elif not _NOISE.match(line):
            out.unread(number)
    _write(capture, out, test)
    if test is not None and not test.facts:
        out.ends_inside_record = True
        out.note(test.line, f"the result of the test to {test.name} is missing")


def _take(test: _Test, line: int, total: re.Match[str]) -> None:
    """Take the figures of a result; the sum of several streams replaces those of single streams."""
    is_sum = total.group("id") == "SUM"
    if (test.summed and not is_sum) or (test.streams > 1 and not is_sum):
        return
    test.summed, test.line = is_sum, line
    rate = decimal(total.group("rate")) * _UNITS[total.group("unit")]
    facts = test.facts
    # What arrived counts, which is the line of the receiver.
    if total.group("side") == "receiver" or "throughput_mbps" not in facts:
        facts.update(
            throughput_mbps=round(rate, 6), seconds=round(decimal(total.group("to")) - decimal(total.group("from")), 3)
        )
    if total.group("retr"):
        facts["retransmits"] = whole(total.group("retr"))
    facts["protocol"] = "udp" if total.group("jitter") else facts.get("protocol", "tcp")
    if total.group("jitter") and total.group("side") == "receiver":
        sent, lost = whole(total.group("all")), max(0, whole(total.group("lost")))
        facts.update(jitter_ms=decimal(total.group("jitter")), sent=sent, received=max(0, sent - lost))


def _write(capture: Capture, out: Writer, test: _Test | None) -> None:
    if test is not None and test.facts:
        address = test.address if test.address != test.name else None
        measurement.write(
            out, test.line, "iperf3", test.source or measurement.place_of(capture), test.name,
            destination_address=address, streams=test.streams or None, **test.facts,
        )  # fmt: skip


def _read_json(capture: Capture, out: Writer) -> None:
    for document in noted_documents(capture.text, capture.first_line, out, strays=False):
        top = _part(document.value)
        start, end = _part(top.get("start")), _part(top.get("end"))
        if isinstance(top.get("error"), str):
            out.note(document.line, f"iperf3 failed: {top['error'][:200]}")
        connected = start.get("connected")
        first = _part(connected[0]) if isinstance(connected, list) and connected else {}
        name = _part(start.get("connecting_to")).get("host") or first.get("remote_host")
        if not isinstance(name, str) or not end:
            out.unread(document.line)
            continue
        setup, got, sent = _part(start.get("test_start")), _part(end.get("sum_received")), _part(end.get("sum_sent"))
        udp = _part(end.get("sum")) if str(setup.get("protocol")).upper() == "UDP" else {}
        rate = _number(got, "bits_per_second") or _number(udp or sent, "bits_per_second")
        packets, lost = _number(udp, "packets"), _number(udp, "lost_packets")
        address = first.get("remote_host")
        measurement.write(
            out, document.line, "iperf3", str(first.get("local_host") or ""), name,
            destination_address=address if isinstance(address, str) and address != name else None,
            protocol="udp" if udp else "tcp", streams=_whole(setup, "num_streams"),
            seconds=_number(got or udp or sent, "seconds"), throughput_mbps=None if rate is None else round(rate / 1e6, 6),
            retransmits=_whole(sent, "retransmits"), jitter_ms=_number(udp, "jitter_ms"),
            sent=None if packets is None else whole(packets),
            received=None if packets is None or lost is None else whole(packets - lost),
        )  # fmt: skip


def _part(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _number(part: Mapping[str, Any], name: str) -> float | None:
    value = part.get(name)
    return (
        decimal(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e18
        else None
    )


def _whole(part: Mapping[str, Any], name: str) -> int | None:
    value = _number(part, name)
    return None if value is None else whole(value)


def _detect_text(capture: Capture) -> Detection | None:
    return Detection(95, "Connecting to host … of iperf3") if _HOST.search(capture.head) else None


def _detect_json(capture: Capture) -> Detection | None:
    if re.search(r'"test_start"\s*:|"connecting_to"\s*:', capture.head) and re.search(
        r'"cookie"|"intervals"', capture.head
    ):
        return Detection(96, '"start" and "intervals" of iperf3')
    return None


READERS = (
    Reader(
        name="network-iperf3", platform="network", command="iperf3 -c <address of the other site>",
        provides={"network_test": (*measurement.ENDS, *measurement.THROUGHPUT, measurement.ADDRESS)}, detect=_detect_text, read=_read_text,
        needles=("Connecting to host",),
    ),
    Reader(
        name="network-iperf3-json", platform="network", command="iperf3 -J -c <address of the other site>",
        provides={"network_test": (*measurement.ENDS, *measurement.THROUGHPUT, measurement.ADDRESS)}, detect=_detect_json, read=_read_json,
        needles=('"start"',),
    ),
)  # fmt: skip
