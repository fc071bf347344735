"""Queueing formulas for single stations, without arrays: what costs, tests and builders need (estimator.md, 3.2 and 3.5)."""

from __future__ import annotations

import math


def erlang_c(servers: int, utilisation: float) -> float:
    """Probability that an arrival finds all servers of M/M/c busy.

    Args:
        servers: c, at least 1.
        utilisation: rho; 1 from 1 on.
    """
    if utilisation >= 1:
        return 1.0
    if utilisation <= 0:
        return 0.0
    offered, blocking = servers * utilisation, 1.0
    for count in range(1, servers + 1):
        blocking = offered * blocking / (count + offered * blocking)
    return blocking / (1.0 - utilisation * (1.0 - blocking))


def wait_mgc(servers: int, service_ms: float, scv: float, utilisation: float) -> float:
    """Mean wait in M/G/c: exact for one server (Pollaczek and Khinchine) and for exponential service.

    Args:
        servers: c, at least 1.
        service_ms: mean time of one I/O at one server.
        scv: squared coefficient of variation of that time.
        utilisation: rho.

    Returns:
        The wait in ms; infinite from a utilisation of 1 on.
    """
    if utilisation >= 1:
        return math.inf
    return erlang_c(servers, utilisation) * service_ms * (1.0 + scv) / (2.0 * servers * (1.0 - utilisation))


def wait_md1(service_ms: float, utilisation: float) -> float:
    """Mean wait in ms at one server with constant service, such as a link."""
    return wait_mgc(1, service_ms, 0.0, utilisation)
