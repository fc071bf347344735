"""Waiting times that misconfigurations cost, for the cases whose closed form has one (estimator.md, section 6).

Ratios that need no load are in ``cost_forms``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from checker.estimate.formulas import wait_md1, wait_mgc


@dataclass(frozen=True, slots=True)
class PolicyWaits:
    """Waiting at a port by path policy.

    Attributes:
        utilisation: of the one port that carries all I/O.
        one_path_us: wait there; infinite from a utilisation of 1 on.
        all_paths_us: wait when all paths carry their share.
    """

    utilisation: float
    one_path_us: float
    all_paths_us: float


def fixed_policy_waits(iops: float, size_kib: float, rate_mb_s: float, paths: int) -> PolicyWaits:
    """Case 1: all I/O of a volume over one of its paths, against all of them; ports as M/D/1.

    Args:
        iops: I/O a second of the volume.
        size_kib: size of an I/O in KiB.
        rate_mb_s: payload of a port in one direction, 10^6 bytes/s.
        paths: that a round robin would use.
    """
    service_ms = size_kib * 1.024 / rate_mb_s
    use = iops / 1000.0 * service_ms
    return PolicyWaits(use, wait_md1(service_ms, use) * 1000.0, wait_md1(service_ms, use / paths) * 1000.0)


def unbalanced_wait_ms(busy_share: float, servers: int, service_ms: float, mean_utilisation: float) -> float:
    """Case 2: what two directors with unequal load add to the mean wait; infinite where the busy one is full.

    Args:
        busy_share: part of the load on the busier of the two, 0.5 to 1.
        servers: I/O that a director serves at once.
        service_ms: mean time of an I/O in a director, taken as exponential.
        mean_utilisation: of both together.
    """
    busy = wait_mgc(servers, service_ms, 1.0, 2.0 * busy_share * mean_utilisation)
    if math.isinf(busy):
        return math.inf
    idle = wait_mgc(servers, service_ms, 1.0, 2.0 * (1.0 - busy_share) * mean_utilisation)
    even = wait_mgc(servers, service_ms, 1.0, mean_utilisation)
    return busy_share * busy + (1.0 - busy_share) * idle - even


def split_io_ms(pieces: int, piece_response_ms: float, piece_transfer_ms: float) -> tuple[float, float]:
    """Case 4: response time of a large I/O that is cut, when pieces go one after another, and when they go together.

    Args:
        pieces: that it is cut into.
        piece_response_ms: response time of one.
        piece_transfer_ms: time of one on the link.
    """
    return pieces * piece_response_ms, piece_response_ms + (pieces - 1) * piece_transfer_ms
