"""Queueing formulas for single stations, as plain numbers (estimator.md, sections 3.2 and 3.5)."""

from __future__ import annotations

import math


def erlang_c(servers: int, utilisation: float) -> float:
    """Probability that an arrival finds all servers of M/M/c busy.

    Args:
        servers: c, at least 1.
        utilisation: rho; at 1 and above the probability is 1.
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
        service_ms: mean service time of one I/O at one server.
        scv: squared coefficient of variation of that time.
        utilisation: rho.

    Returns:
        Wait in ms; infinite at a utilisation of 1 and above.
    """
    if utilisation >= 1:
        return math.inf
    return erlang_c(servers, utilisation) * service_ms * (1.0 + scv) / (2.0 * servers * (1.0 - utilisation))


def wait_md1(service_ms: float, utilisation: float) -> float:
    """Mean wait in ms at one server with constant service time, such as a link."""
    return wait_mgc(1, service_ms, 0.0, utilisation)


def wait_finite_source(servers: int, population: int, service_ms: float, elsewhere_ms: float) -> float:
    """Mean wait in ms per visit in M/M/c with a finite number of I/Os that spend an exponential time elsewhere.

    This is the machine repair model: exact for one station, and an approximation if the times are constant.

    Args:
        servers: c, at least 1.
        population: I/Os that circulate, at least 1.
        service_ms: mean service time.
        elsewhere_ms: mean time between leaving the station and returning to it.
    """
    weight, total, queued, busy = 1.0, 1.0, 0.0, 0.0
    for count in range(1, population + 1):
        serving = min(count, servers)
        weight *= (population - count + 1) * service_ms / (max(elsewhere_ms, 1e-9 * service_ms) * serving)
        total += weight
        queued += weight * (count - serving)
        busy += weight * serving
        if weight > 1e200:
            weight, total, queued, busy = weight / 1e200, total / 1e200, queued / 1e200, busy / 1e200
    return queued * service_ms / busy


def wait_seen(servers: int, population: int, service_ms: float, elsewhere_ms: float, wait_ms: float) -> float:
    """Wait after one pass of the approximation of estimator.md, section 3.3, for that model.

    Args:
        servers: c, at least 1.
        population: I/Os that circulate, at least 1.
        service_ms: mean service time.
        elsewhere_ms: mean time between leaving the station and returning to it.
        wait_ms: wait to start from.
    """
    rate = population / (elsewhere_ms + service_ms + wait_ms)
    alpha = math.sqrt(2.0 * (servers + 1)) - 1.0
    busy = erlang_c(servers, min(rate * service_ms / servers, 0.999999)) * max(0.0, 1.0 - alpha / population)
    return service_ms * (rate * wait_ms * (1.0 - 1.0 / population) + busy) / servers
