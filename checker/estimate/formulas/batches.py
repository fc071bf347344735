"""I/O that is divided and served by several servers at once: M^[X]/M/c, whose state probabilities follow one by one.

A large I/O to a flash array arrives as a batch of parts. In equilibrium as many parts leave as arrive, so the rate at which
the number of parts in the station rises above m is that at which it falls below it again:
min(m + 1, c) p(m + 1) = sum over i <= m of p(i) times the rate of batches of more than m - i parts. The probabilities below
c follow from it, and their scale from the load (Chaudhry and Templeton, A First Course in Bulk Queues, 1983).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Busy:
    """Servers of stations as arrivals find them.

    Attributes:
        chance: probability that all servers are busy.
        weight: probability that gives the mean wait of the first part when it is multiplied with the residual service
            time of the I/O over the free capacity, as Erlang's does for undivided I/O; it equals that without batches.
        behind: by station and number of parts, mean number of departures for which the last part waits longer than the
            first.
    """

    chance: Floats
    weight: Floats
    behind: Floats


def find_busy(servers: Ints, utilisation: Floats, sizes: Floats, moment: Floats) -> Busy:
    """State of stations to which batches of parts with equal exponential service times arrive.

    Args:
        servers: c of each station.
        utilisation: rho of each.
        sizes: by station and number of parts (from 1 to the largest c, which includes more), the relative rate of batches
            of that size.
        moment: by station, relative rate of parts, and sum of the relative rates times squared sizes (stations x 2).
    """
    most = int(servers.max(initial=1))
    rho = np.clip(utilisation, 0.0, 1.0 - 1e-9)
    first = np.maximum(moment[:, 0], 1e-300)
    scale = rho * servers / first
    above = np.cumsum(sizes[:, ::-1], axis=1)[:, ::-1] * scale[:, None]
    chances = np.zeros((len(servers), most))
    chances[:, 0] = 1.0
    for count in range(1, most):
        chances[:, count] = (chances[:, :count] * above[:, count - 1 :: -1]).sum(axis=1) / count
    count_of = np.arange(most)
    free = np.maximum(servers[:, None] - count_of, 0)
    chances = np.where(free > 0, chances, 0.0)
    chances *= (servers * (1.0 - rho) / (free * chances).sum(axis=1))[:, None]
    all_busy = np.clip(1.0 - chances.sum(axis=1), 0.0, 1.0)
    squares = moment[:, 1] * scale
    inside = ((squares + first * scale) / 2.0 + (count_of * free * chances).sum(axis=1)) / (servers * (1.0 - rho))
    waiting = inside - (count_of * chances).sum(axis=1) - (servers - 1) * all_busy
    weight = np.clip(2.0 * waiting * (1.0 - rho) * first / np.maximum(moment[:, 1] + first, 1e-300), 0.0, 1.0)
    return Busy(all_busy, weight, _behind(servers, chances, all_busy))


def _behind(servers: Ints, chances: Floats, all_busy: Floats) -> Floats:
    """Departures before the last of n parts starts, beyond those before the first; column n is for n parts, up to c."""
    most = chances.shape[1]
    number = np.arange(1, most)
    # Probability of i idle servers, for i from 1; parts beyond the idle servers wait for one departure each.
    at = servers[:, None] - number
    idle = np.where(at >= 0, np.take_along_axis(chances, np.maximum(at, 0), axis=1), 0.0)
    fewer = np.concatenate((np.zeros((len(servers), 2)), np.cumsum(idle, axis=1)), axis=1)
    parts = np.arange(most + 1)
    return np.asarray(np.cumsum(fewer, axis=1) + all_busy[:, None] * np.maximum(parts - 1, 0))
