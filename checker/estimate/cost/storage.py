"""Costs of faults in partitions, copies, caches and links (cases 3, 4, 7, 8 and 10 of estimator.md, section 6)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from checker.estimate.cost.cost import Cost, CostNumber
from checker.estimate.cost.forms import chunk_ms, extra_back_end_io, parity_write_ms, rebuild_hours_per_tb
from checker.estimate.cost.row import Question, Row, number, percent, ratio_text, span_text, spread
from checker.estimate.library import Parameter
from checker.estimate.network.wan import tcp_throughput, wan_rate
from checker.estimate.quantity import LEVELS, Range

SIZES_KIB = (4, 8, 16, 64, 256)
"""I/O sizes for which the cost of a misaligned partition is reported."""
FIRST_BYTE = ("start_bytes", "first_byte")
"""Columns with the first byte of data: of a partition, or of a volume manager's data within one."""
_DRIVES = {"fc": "15k", "sas": "10k", "nl": "7k"}
_SMALL_KIB = 64.0


def misaligned(question: Question) -> Cost | str:
    """Cost of a misaligned partition: I/O touches one more page."""
    starts = question.numbers(*FIRST_BYTE)
    if len(starts) < len(question.rows) or not starts:
        return "exact first byte of a partition is unknown"
    page: set[tuple[int, int]] = set()
    assumed = {"I/O is aligned to its own size within the partition": None}
    for row, start in zip(question.rows, starts, strict=True):
        size, said = _page(question, row)
        if size is None:
            return "page size of the array's product family is unknown"
        page.add((round(start), round(size)))
        assumed.update(dict.fromkeys(said))
    numbers = []
    for kib in SIZES_KIB:
        extra = spread(extra_back_end_io(kib * 1024, size, start) for start, size in page)
        numbers.append(CostNumber(f"extra back-end I/O for I/O of {kib} KiB", extra, "ratio"))
    shown = span_text(spread(size / 1024 for _, size in page))
    if all(one.value.high == 0 for one in numbers):
        text = f"It starts on a page of the array ({shown} KiB), so it costs nothing."
    else:
        listed = ", ".join(
            f"{kib}K +{percent(one.value.high)}" for kib, one in zip(SIZES_KIB, numbers, strict=True) if one.value.high
        )
        text = f"Extra back-end I/O by I/O size, with pages of {shown} KiB: {listed}. Writes that straddle pages also read two pages first, unless the array coalesces them."
    return Cost(
        "misaligned",
        text,
        numbers=tuple(numbers),
        assumptions=tuple(assumed),
        sources=(
            "EMC H13540, VPLEX with XtremIO 2.4, section 7: I/O aligned to pages of 4 or 8 KB",
            "page sizes: rules/data/array_page.yaml",
        ),
    )


def _page(question: Question, row: Row) -> tuple[float | None, tuple[str, ...]]:
    """Page size of a partition's array in bytes, and the assumptions about it."""
    size = number(row, "page_bytes")
    name = f"page.{row.get('array_family')}"
    if size is not None or name not in question.library or not question.library.known(name):
        return size, ()
    parameter = question.library.parameter(name)
    kib = parameter.at("typical")
    return kib * 1024, (f"the array stores in pages of {kib:g} KiB ({parameter.source})",)


def split_io(question: Question) -> Cost | str:
    """Cost of large I/O that the host splits."""
    found = [
        math.ceil(large / limit)
        for row in question.rows
        if (limit := number(row, "io_limit_bytes", "stripe_unit_bytes")) and (large := number(row, "largest_io_bytes"))
    ]
    if not found:
        return "largest I/O of the application, or the limit at which it is split, is unknown"
    pieces = spread(float(count) for count in found)
    return Cost(
        "split_io",
        f"The largest I/O is split into {span_text(pieces)} pieces: sent one after another they take that many times as long; "
        "sent together, the last one waits only for the link.",
        numbers=(CostNumber("pieces of the largest I/O", pieces, "count"),),
        assumptions=("all pieces but the last are as large as the limit",),
        sources=(
            "XtremIO 2.4 performance test: I/O of 1 MB reached the array as 256 KB",
            "EMC H13540, page 15: pieces may be issued one after another",
        ),
    )


def transfer_size(question: Question) -> Cost | str:
    """Cost of a transfer-size: duration of a rebuild, and the delay of a host write."""
    sizes = question.numbers("transfer_size_bytes")
    if not sizes or min(sizes) <= 0:
        return "transfer-size is unknown"
    now = spread(sizes)
    transfer_bytes = number(question.fix_values, "transfer_size_bytes")
    numbers, words = [], []
    for name, shown in (("disk", "disks"), ("flash", "flash")):
        latency = question.library.typical(f"rebuild.{name}.latency")
        bandwidth = question.library.typical(f"rebuild.{name}.bandwidth")
        hours = Range.spanning(*(rebuild_hours_per_tb(now.at(level), latency, bandwidth) for level in LEVELS))
        wait = Range.spanning(*(chunk_ms(now.at(level), latency, bandwidth) for level in LEVELS))
        numbers.append(CostNumber(f"rebuild, {shown}", hours, "h/TB"))
        numbers.append(CostNumber(f"longest wait of a host write to the region being copied, {shown}", wait, "ms"))
        text = f"on {shown} a rebuild takes {span_text(hours, '{:.2g}')} h/TB and may delay a host write to the region being copied by {span_text(wait, '{:.3g}')} ms"
        if transfer_bytes:
            then = rebuild_hours_per_tb(transfer_bytes, latency, bandwidth)
            numbers.append(CostNumber(f"rebuild with the recommended size, {shown}", Range.exactly(then), "h/TB"))
            text += f" ({then:.2g} h/TB and {chunk_ms(transfer_bytes, latency, bandwidth):.3g} ms with {_size(transfer_bytes)})"
        words.append(text)
    parameters = {
        kind: [question.library.parameter(f"rebuild.{kind}.{what}") for what in ("latency", "bandwidth")]
        for kind in ("disk", "flash")
    }
    taken = "; ".join(
        f"{kind} with {_figures(listed)}"
        + ("" if all(one.confirmed for one in listed) else " (not confirmed by a document)")
        for kind, listed in parameters.items()
    )
    shown = _size(now.low) if now.exact else f"{_size(now.low)} to {_size(now.high)}"
    return Cost(
        "transfer_size",
        f"With {shown} {'; '.join(words)}.",
        numbers=tuple(numbers),
        assumptions=("one stream; both legs on the same kind of drives", f"arrays on {taken}"),
        sources=tuple(dict.fromkeys(one.source for listed in parameters.values() for one in listed)),
    )


def _figures(parameters: Sequence[Parameter]) -> str:
    return " and ".join(f"{one.at('typical'):g} {one.unit}" for one in parameters)


def _size(size_bytes: float) -> str:
    kib = size_bytes / 1024
    return f"{kib:g} KiB" if kib < 1024 else f"{kib / 1024:g} MiB"


def write_cache_off(question: Question) -> Cost | str:
    """Cost of a disabled write cache: small writes to parity RAID wait for the drives instead of the cache."""
    kinds = question.words("drive_class")
    if "flash" in kinds or any(row.get("flash") is True for row in question.rows):
        return "the formula applies to rotating drives only, and some drives are flash"
    raids = question.words("raid_type")
    if (
        not kinds
        or not all(kind in _DRIVES for kind in kinds)
        or any(row.get("drive_class") is None for row in question.rows)
    ):
        return "drive type of the volumes is unknown"
    if not raids or not all("5" in raid or "6" in raid for raid in raids):
        return "not all volumes are known to be on parity RAID"
    library = question.library
    names = [f"drive.{_DRIVES[kind]}.rotation" for kind in sorted(kinds)]
    media = library.typical("drive.media_rate")
    off = spread(parity_write_ms(library.typical(name), _SMALL_KIB, media) for name in names)
    cached = library.range("array_cache.write")
    added = Range.spanning(off.low - cached.high, off.typical - cached.typical, off.high - cached.low)
    return Cost(
        "write_cache_off",
        f"A small write takes about {span_text(off, '{:.3g}')} ms instead of {cached.typical:g} ms to the cache, and writes to the same stripe "
        f"row are serialised: {_SMALL_KIB * 1.024 / off.typical:.2g} MB/s in one stream.",
        numbers=(CostNumber("time of a write of 64 KiB", off, "ms"), CostNumber("added to a write", added, "ms")),
        assumptions=(
            f"a drive revolution takes {', '.join(f'{library.typical(name):g} ms' for name in names)}, and the media rate is {media:g} MB/s",
            "the parity drive of a row serialises its writes",
            f"a cached write takes {cached.low:g} to {cached.high:g} ms",
        ),
        sources=tuple(
            dict.fromkeys(
                ["CX4 against CX3: 4.6 MB/s without and 160.9 MB/s with write cache"]
                + [library.parameter(name).source for name in (*names, "drive.media_rate", "array_cache.write")]
            )
        ),
    )


def wan_loss(question: Question) -> Cost | str:
    """Cost of packet loss: each TCP connection gets only a fraction of the bandwidth."""
    ratios, rates = [], []
    assumed: dict[str, None] = {}
    for row in question.rows:
        loss, rtt = number(row, "loss_ratio"), number(row, "rtt_ms")
        if loss is None or rtt is None or not rtt > 0:
            return "packet loss or round trip of the link is unknown"
        if loss >= 1:
            return "all packets are lost: this affects availability of the link, not response time"
        library = question.library
        streams = number(row, "tcp_streams")
        connections = None if streams is None else round(streams)
        timeout = library.typical("wan.timeout") * rtt
        single = tcp_throughput(
            loss, rtt, mss=library.typical("wan.mss"), acknowledged=library.typical("wan.acknowledged"), timeout_ms=timeout
        )  # fmt: skip
        if not math.isfinite(single):
            continue
        rates.append(single * (connections or round(library.typical("wan.connections"))) / 1e6)
        if connections is None:
            assumed[f"{library.typical('wan.connections'):g} TCP connection, because the number is unknown"] = None
        bandwidth, window = number(row, "bandwidth_mbps"), number(row, "window_bytes")
        if bandwidth:
            lossy, clean = (
                wan_rate(
                    library,
                    bandwidth_mbit_s=bandwidth,
                    rtt_ms=rtt,
                    loss=one,
                    window_kib=None if window is None else window / 1024,
                    connections=connections,
                )
                for one in (loss, 0.0)
            )
            ratios.append(lossy.mb_s / clean.mb_s)
            assumed.update(dict.fromkeys(clean.assumptions))
    if not rates:
        return "no packet is lost"
    rate = spread(rates)
    ratio = spread(ratios) if len(ratios) == len(question.rows) else None
    text = f"With this packet loss and round trip, TCP carries {span_text(rate, '{:.3g}')} MB/s"
    if ratio is not None:
        text += f", which is {ratio_text(ratio)} of the throughput without loss"
    else:
        assumed["throughput without loss is unknown, because the bandwidth is unknown"] = None
    return Cost(
        "wan_loss",
        f"{text}.",
        saturation_ratio=ratio,
        numbers=(CostNumber("TCP throughput with this loss", rate, "MB/s"),),
        assumptions=tuple(assumed),
        sources=(
            "RFC 5348, section 3.1: simple formula of TCP throughput",
            "wand.net.nz throughput calculator: delayed acknowledgements, timeout of four round trips",
        ),
    )
