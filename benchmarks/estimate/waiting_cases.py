"""Waiting times caused by two misconfigurations, in closed form (docs/reference/estimator.md, section 6)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from checker.estimate.formulas.stations import wait_md1, wait_mgc


@dataclass(frozen=True, slots=True)
class PolicyWaits:
    """Waiting times at a port by path policy.

    Attributes:
        utilisation: utilisation of the single port that carries all I/O.
        one_path_us: wait at that port; infinite at a utilisation of 1 and above.
        all_paths_us: wait at a port if all paths carry their share.
    """

    utilisation: float
    one_path_us: float
    all_paths_us: float


def fixed_policy_waits(iops: float, size_kib: float, rate_mb_s: float, paths: int) -> PolicyWaits:
    """Compare all I/O of a volume over one path with I/O over all paths (case 1); ports are M/D/1.

    Args:
        iops: IOPS of the volume.
        size_kib: size of an I/O in KiB.
        rate_mb_s: payload rate of a port in one direction, 10^6 bytes/s.
        paths: number of paths that round robin would use.
    """
    service_ms = size_kib * 1.024 / rate_mb_s
    use = iops / 1000.0 * service_ms
    return PolicyWaits(use, wait_md1(service_ms, use) * 1000.0, wait_md1(service_ms, use / paths) * 1000.0)


def unbalanced_wait_ms(busy_share: float, servers: int, service_ms: float, mean_utilisation: float) -> float:
    """Wait added to the mean by unequal load on two directors (case 2); infinite if the busier one is full.

    Args:
        busy_share: share of the load on the busier director, 0.5 to 1.
        servers: I/Os that a director serves concurrently.
        service_ms: mean service time of an I/O in a director, assumed to be exponential.
        mean_utilisation: mean utilisation of both directors.
    """
    busy = wait_mgc(servers, service_ms, 1.0, 2.0 * busy_share * mean_utilisation)
    if math.isinf(busy):
        return math.inf
    idle = wait_mgc(servers, service_ms, 1.0, 2.0 * (1.0 - busy_share) * mean_utilisation)
    even = wait_mgc(servers, service_ms, 1.0, mean_utilisation)
    return busy_share * busy + (1.0 - busy_share) * idle - even
