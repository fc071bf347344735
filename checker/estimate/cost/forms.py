"""Closed forms of the cost of single misconfigurations that need no workload (estimator.md, section 6)."""

from __future__ import annotations


def extra_back_end_io(size_bytes: int, page_bytes: int, offset_bytes: int) -> float:
    """Extra back-end I/O of a misaligned partition, relative to an aligned one; 0.5 is 50 % more.

    Exact for I/O of one size on a grid of that size inside the partition, if size and page size are powers of two.

    Args:
        size_bytes: size of an I/O.
        page_bytes: page size of the array.
        offset_bytes: first byte of the partition.

    Raises:
        ValueError: a size or page size is not above 0.
    """
    if size_bytes <= 0 or page_bytes <= 0:
        raise ValueError("size and page size must be above 0")
    # Mean sizes fit no grid; an aligned partition costs nothing for any size.
    if offset_bytes % page_bytes == 0 or offset_bytes % min(size_bytes, page_bytes) == 0:
        return 0.0
    return size_bytes / page_bytes if size_bytes <= page_bytes else page_bytes / size_bytes


def uneven_saturation(busiest: float, mean: float) -> float:
    """Load at which the busiest of several equal parts is full, relative to an even spread.

    Args:
        busiest: load of the busiest part.
        mean: mean load of all parts in the same unit, at most ``busiest``.

    Raises:
        ValueError: there is no load, or the mean is above the busiest.
    """
    if not 0 < mean <= busiest:
        raise ValueError("the mean load must be above 0 and at most that of the busiest part")
    return mean / busiest


def paths_at_once(paths: int, outstanding: float, limit: int) -> float:
    """Paths of a host that round robin keeps busy concurrently with sequential I/O: min(P, 1 + N / L), a rule of thumb.

    Args:
        paths: P, number of paths to the volume.
        outstanding: N, outstanding I/O.
        limit: L, round-robin IOPS limit.
    """
    return min(float(paths), 1.0 + outstanding / limit)


def ports_busy(paths: int, used: float, hosts: int) -> float:
    """Mean share of P busy ports if each of h hosts keeps ``used`` random ports busy: 1 - (1 - used / P)^h."""
    return 1.0 - (1.0 - used / paths) ** hosts


def remote_delay(share: float, rtt_ms: float) -> tuple[float, float]:
    """Time in ms that remote paths add to the mean read and to the mean FCP write without write acceleration.

    A read takes one round trip, a write two: command and transfer ready, data and status.

    Args:
        share: share of the I/O on remote paths, 0 to 1.
        rtt_ms: round-trip time between the sites.
    """
    return share * rtt_ms, 2.0 * share * rtt_ms


def chunk_ms(transfer_bytes: float, latency_ms: float, bandwidth_mb_s: float) -> float:
    """Time in ms in which a rebuild reads and writes one chunk; a host write to that region waits as long.

    Args:
        transfer_bytes: the transfer-size.
        latency_ms: latency of both arrays together for a small I/O.
        bandwidth_mb_s: bandwidth of each of the two arrays, 10^6 bytes/s.
    """
    return latency_ms + 2.0 * transfer_bytes / bandwidth_mb_s / 1000.0


def rebuild_hours_per_tb(transfer_bytes: float, latency_ms: float, bandwidth_mb_s: float) -> float:
    """Duration in hours of a rebuild of 10^12 bytes with one stream; arguments as for :func:`chunk_ms`."""
    return 1e12 / transfer_bytes * chunk_ms(transfer_bytes, latency_ms, bandwidth_mb_s) / 3.6e6


def parity_write_ms(rotation_ms: float, size_kib: float, media_mb_s: float) -> float:
    """Time in ms of a small write to parity RAID without write cache: read the old data, wait one revolution, write.

    Half a revolution to the data, a full one until it can be overwritten, and the transfer; parity is written in parallel
    (estimator.md, section 3.8; 13.6 ms for 64 KiB at 7200 rpm and 60 MB/s).

    Args:
        rotation_ms: time of one revolution of the drive.
        size_kib: size of the write in KiB.
        media_mb_s: transfer rate of the drive, 10^6 bytes/s.
    """
    return 1.5 * rotation_ms + size_kib * 1.024 / media_mb_s


def load_factor(paths: int, lost: int) -> float:
    """Factor by which the load of each remaining path grows if ``lost`` of ``paths`` fail.

    Raises:
        ValueError: no path would remain.
    """
    if not 0 <= lost < paths:
        raise ValueError("at least one path must remain")
    return paths / (paths - lost)
