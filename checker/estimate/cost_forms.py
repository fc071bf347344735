"""Closed forms of what single misconfigurations cost, which need no workload (estimator.md, section 6)."""

from __future__ import annotations


def extra_back_end_io(size_bytes: int, page_bytes: int, offset_bytes: int) -> float:
    """Back-end I/O of a partition that does not start on a page, in excess of one that does; 0.5 is half as many again.

    Exact for I/O of one size on a grid of that size inside the partition, sizes and pages being powers of two.

    Args:
        size_bytes: size of an I/O.
        page_bytes: unit in which the array stores.
        offset_bytes: first byte of the partition.

    Raises:
        ValueError: a size or page that is not above 0.
    """
    if size_bytes <= 0 or page_bytes <= 0:
        raise ValueError("sizes and pages are above 0")
    # Sizes that are means of several fit no grid: a start on a page costs nothing for any of them.
    if offset_bytes % page_bytes == 0 or offset_bytes % min(size_bytes, page_bytes) == 0:
        return 0.0
    return size_bytes / page_bytes if size_bytes <= page_bytes else page_bytes / size_bytes


def uneven_saturation(busiest: float, mean: float) -> float:
    """Load at which the busiest of several equal parts is full, over that of an even spread.

    Args:
        busiest: load of the busiest part.
        mean: mean load of all parts, in the same unit; at most ``busiest``.

    Raises:
        ValueError: no load, or a mean above the busiest.
    """
    if not 0 < mean <= busiest:
        raise ValueError("the busiest part carries at least the mean, and that is above 0")
    return mean / busiest


def paths_at_once(paths: int, outstanding: float, limit: int) -> float:
    """Paths of a host that round robin keeps busy at the same time with sequential I/O: min(P, 1 + N / L), a rule of thumb.

    Args:
        paths: P, paths to the volume.
        outstanding: N, I/O outstanding.
        limit: L, I/O after which the path changes.
    """
    return min(float(paths), 1.0 + outstanding / limit)


def ports_busy(paths: int, used: float, hosts: int) -> float:
    """Mean share of P ports that are busy while each of h hosts keeps ``used`` of them busy at random: 1 - (1 - used / P)^h."""
    return 1.0 - (1.0 - used / paths) ** hosts


def remote_delay(share: float, rtt_ms: float) -> tuple[float, float]:
    """What I/O over remote paths adds to the mean read and to the mean plain FCP write, in ms.

    A read crosses once, a write twice: command and transfer ready, data and status.

    Args:
        share: part of the I/O on remote paths, 0 to 1.
        rtt_ms: round trip between the sites.
    """
    return share * rtt_ms, 2.0 * share * rtt_ms


def chunk_ms(transfer_bytes: float, latency_ms: float, bandwidth_mb_s: float) -> float:
    """Time in ms that a rebuild needs to read and write one chunk; a host write to that region waits as long.

    Args:
        transfer_bytes: the transfer-size.
        latency_ms: of both arrays together for a small I/O.
        bandwidth_mb_s: of each of the two arrays, 10^6 bytes/s.
    """
    return latency_ms + 2.0 * transfer_bytes / bandwidth_mb_s / 1000.0


def rebuild_hours_per_tb(transfer_bytes: float, latency_ms: float, bandwidth_mb_s: float) -> float:
    """Hours that a rebuild of 10^12 bytes takes with one stream; arguments as for :func:`chunk_ms`."""
    return 1e12 / transfer_bytes * chunk_ms(transfer_bytes, latency_ms, bandwidth_mb_s) / 3.6e6


def parity_write_ms(rotation_ms: float, size_kib: float, media_mb_s: float) -> float:
    """Time in ms of a small write to parity RAID without write cache: read the old data, wait a turn, write.

    Half a turn to the data, a whole one until it comes round again, and the transfer; parity is written beside it
    (estimator.md, 3.8; 13.6 ms for 64 KiB at 7200 rpm and 60 MB/s).

    Args:
        rotation_ms: of the drive.
        size_kib: of the write.
        media_mb_s: transfer rate of the drive, 10^6 bytes/s.
    """
    return 1.5 * rotation_ms + size_kib * 1.024 / media_mb_s


def load_factor(paths: int, lost: int) -> float:
    """How much more each path carries that is left when ``lost`` of ``paths`` are gone.

    Raises:
        ValueError: none would be left.
    """
    if not 0 <= lost < paths:
        raise ValueError("a path must be left")
    return paths / (paths - lost)
