"""An event simulation of a network, as a reference for the estimator: it uses the same description but none of its formulas.

I/Os arrive individually, in bursts (of geometric size, or of equal size if ``burst_cv`` is 0), or from a fixed number outstanding. Each has a type and a route (round robin) and is served
first come, first served at its stations. Mirrored writes fork and join; tokens limit the queue depth of a host. The event
loop is compiled with numba.
"""

from __future__ import annotations

from dataclasses import dataclass

import numba
import numpy as np

from checker.estimate.network.network import Network
from estimate.tables import Tables, tables

LATER_MS = 2000.0
LEAST_MS, STEP, BINS = 1e-4, 0.005, 4200
"""Histogram of response times: bins of 0.5 % from 0.1 µs to 130 s."""


@dataclass
class Measured:
    """Results by flow: mean response time in ms, rate per ms, half of the 95 % interval, histogram; utilisation by station."""

    mean: np.ndarray
    rate: np.ndarray
    error: np.ndarray
    read: np.ndarray
    write: np.ndarray
    utilisation: np.ndarray
    histogram: np.ndarray

    def percentile(self, flow: int, level: float) -> float:
        """Return a percentile of a flow in ms."""
        below = np.cumsum(self.histogram[flow])
        return LEAST_MS * float(np.exp(STEP * (np.searchsorted(below, level * below[-1]) + 0.5)))


def simulate(network: Network, *, ios: int, seed: int, limit: int = 0, groups: int = 20) -> Measured:
    """Simulate a number of I/Os; the first tenth is discarded.

    Args:
        network: open, closed, bursty or gated flows; pooled stations and load-dependent delays are not simulated.
        ios: number of I/Os to complete.
        seed: seed of the random numbers.
        limit: I/Os of a flow before round robin moves to the next route; 0 chooses routes at random.
        groups: number of batches for the confidence interval.
    """
    return measured(tables(network), ios=ios, seed=seed, limit=limit, groups=groups)


def measured(t: Tables, *, ios: int, seed: int, limit: int = 0, groups: int = 20) -> Measured:
    """Simulate a description in arrays; the arguments are those of ``simulate``."""
    sums, busy, span, histogram = _run(
        t.servers, t.separate, t.step_station, t.step_mean, t.step_scv, t.step_part, t.step_add, t.step_awaited,
        t.option_start, t.option_end, t.legs, t.kind_first, t.kind_count, t.kind_share, t.kind_read,
        t.flow_kind, t.flow_kinds, t.rate, t.population, t.think, t.tokens, t.batch, t.even, ios, seed, limit, groups,
    )  # fmt: skip
    count, total = sums[:, :, 0], sums[:, :, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        by_group = total / count
        mean = total.sum(axis=1) / count.sum(axis=1)
        error = 1.96 * np.nanstd(by_group, axis=1, ddof=1) / np.sqrt(groups)
        read = sums[:, :, 3].sum(axis=1) / sums[:, :, 2].sum(axis=1)
        write = (total - sums[:, :, 3]).sum(axis=1) / (count - sums[:, :, 2]).sum(axis=1)
    return Measured(mean, count.sum(axis=1) / span, error, read, write, busy / span / t.servers, histogram)


@numba.njit(cache=True)
def _push(times, jobs, size, time, job):
    child = size
    while child > 0:
        parent = (child - 1) >> 1
        if times[parent] <= time:
            break
        times[child], jobs[child] = times[parent], jobs[parent]
        child = parent
    times[child], jobs[child] = time, job
    return size + 1


@numba.njit(cache=True)
def _pop(times, jobs, size):
    size -= 1
    time, job = times[size], jobs[size]
    parent = 0
    while True:
        child = 2 * parent + 1
        if child >= size:
            break
        if child + 1 < size and times[child + 1] < times[child]:
            child += 1
        if times[child] >= time:
            break
        times[parent], jobs[parent] = times[child], jobs[child]
        parent = child
    times[parent], jobs[parent] = time, job
    return size


@numba.njit(cache=True)
def _first_free(free, servers, start_not_before, time):
    """Occupy the server that becomes free first (``free`` is a heap of times) and return when the service starts."""
    start = max(start_not_before, free[0])
    end = start + time
    parent = 0
    while True:
        child = 2 * parent + 1
        if child >= servers:
            break
        if child + 1 < servers and free[child + 1] < free[child]:
            child += 1
        if free[child] >= end:
            break
        free[parent] = free[child]
        parent = child
    free[parent] = end
    return start


@numba.njit(cache=True)
def _run(
    servers, separate, step_station, step_mean, step_scv, step_part, step_add, step_awaited,
    option_start, option_end, legs, kind_first, kind_count, kind_share, kind_read,
    flow_kind, flow_kinds, rate, population, think, tokens, batch, even, ios, seed, limit, groups,
):  # fmt: skip
    np.random.seed(seed)
    flows, most = len(rate), 400_000
    free = np.zeros((len(servers), servers.max()))
    times, events = np.empty(most), np.empty(most, np.int64)
    size = 0
    # A job is an I/O or one leg of it; its parent is the job itself, or the I/O that waits for both legs.
    flow_of, began = np.empty(most, np.int64), np.empty(most)
    at, end = np.empty(most, np.int64), np.empty(most, np.int64)
    option, kind = np.empty(most, np.int64), np.empty(most, np.int64)
    parent, missing, queued = np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.int64)
    idle = np.arange(most - 1, -1, -1)
    idles = most
    free_tokens = tokens.copy()
    head, tail = -np.ones(flows, np.int64), -np.ones(flows, np.int64)
    turn, turned = np.zeros(flows, np.int64), np.zeros(flows, np.int64)
    busy = np.zeros(len(servers))
    sums = np.zeros((flows, groups, 4))
    histogram = np.zeros((flows, BINS), np.int64)
    done, warm, measured_from = 0, ios // 10, 0.0
    # Negative events, -1 - flow, are arrivals at a host.
    for flow in range(flows):
        turn[flow] = np.random.randint(0, 1 << 20)
        if population[flow] > 0:
            for _ in range(population[flow]):
                size = _push(times, events, size, np.random.random() * 0.1, -1 - flow)
        elif rate[flow] > 0:
            size = _push(times, events, size, np.random.exponential(batch[flow] / rate[flow]), -1 - flow)
    now = 0.0
    while done < ios and size > 0 and idles > 2 * 64 + 8 and size < most - 256:
        now, job = times[0], events[0]
        size = _pop(times, events, size)
        fresh = 0
        flow = 0
        if job < 0:
            flow, fresh = -1 - job, 1
            if population[flow] == 0:
                fresh = batch[flow] if even[flow] else np.random.geometric(1.0 / batch[flow])
                size = _push(times, events, size, now + np.random.exponential(batch[flow] / rate[flow]), -1 - flow)
        for _ in range(fresh):
            idles -= 1
            job = idle[idles]
            flow_of[job], began[job], parent[job], missing[job] = flow, now, job, 0
            dice, chosen = np.random.random(), flow_kind[flow]
            while chosen < flow_kind[flow] + flow_kinds[flow] - 1 and dice > kind_share[chosen]:
                dice -= kind_share[chosen]
                chosen += 1
            kind[job] = chosen
            if limit == 0:
                route = np.random.randint(0, kind_count[chosen])
            else:
                turned[flow] += 1
                if turned[flow] >= limit:
                    turned[flow] = 0
                    turn[flow] += 1
                route = turn[flow] % kind_count[chosen]
            option[job] = kind_first[chosen] + route
            at[job], end[job] = option_start[option[job]], option_end[option[job]]
            queued[job] = -1
            if tokens[flow] > 0:
                if free_tokens[flow] == 0:
                    if tail[flow] < 0:
                        head[flow] = job
                    else:
                        queued[tail[flow]] = job
                    tail[flow] = job
                    continue
                free_tokens[flow] -= 1
            size = _push(times, events, size, now, job)
        if fresh > 0:
            continue
        # One step of the job; it continues when it leaves the station.
        while at[job] < end[job]:
            step = at[job]
            at[job] += 1
            station = step_station[step]
            if not step_awaited[step] and parent[job] >= 0:
                # Destaged later, each back-end I/O separately.
                idles -= 1
                child = idle[idles]
                parent[child], option[child], missing[child] = -1, option[job], 0
                at[child], end[child] = step, step + 1
                size = _push(times, events, size, now + np.random.exponential(LATER_MS), child)
                continue
            if station < 0:
                size = _push(times, events, size, now + step_add[step], job)
                break
            scv = step_scv[step]
            time = step_mean[step]
            if scv > 0:
                time = np.random.gamma(1.0 / scv, time * scv)
            if separate[station]:
                # An I/O needs one particular server, such as a drive.
                server = np.random.randint(0, servers[station])
                start = max(now, free[station, server])
                free[station, server] = start + time
            else:
                start = _first_free(free[station], servers[station], now, time)
            if done >= warm:
                busy[station] += time
            if step_awaited[step] or parent[job] < 0:
                size = _push(times, events, size, start + time * step_part[step] + step_add[step], job)
                break
        else:
            whole = parent[job]
            if whole < 0:
                idle[idles] = job
                idles += 1
                continue
            if whole == job and missing[job] == 0 and legs[option[job], 0] >= 0:
                missing[job] = 2
                for side in range(2):
                    idles -= 1
                    child = idle[idles]
                    parent[child], option[child], missing[child] = job, option[job], 0
                    at[child], end[child] = legs[option[job], 2 * side], legs[option[job], 2 * side + 1]
                    size = _push(times, events, size, now, child)
                continue
            if whole != job:
                idle[idles] = job
                idles += 1
                missing[whole] -= 1
                if missing[whole] > 0:
                    continue
                job = whole
            flow = flow_of[job]
            done += 1
            if done == warm:
                measured_from = now
            if done > warm:
                group = min(groups - 1, (done - warm) * groups // (ios - warm + 1))
                sums[flow, group, 0] += 1
                sums[flow, group, 1] += now - began[job]
                place = int(np.log(max(now - began[job], LEAST_MS) / LEAST_MS) / STEP)
                histogram[flow, min(place, BINS - 1)] += 1
                if kind_read[kind[job]]:
                    sums[flow, group, 2] += 1
                    sums[flow, group, 3] += now - began[job]
            idle[idles] = job
            idles += 1
            if tokens[flow] > 0:
                if head[flow] >= 0:
                    waiting = head[flow]
                    head[flow] = queued[waiting]
                    if head[flow] < 0:
                        tail[flow] = -1
                    size = _push(times, events, size, now, waiting)
                else:
                    free_tokens[flow] += 1
            if population[flow] > 0:
                pause = np.random.exponential(think[flow]) if think[flow] > 0 else 0.0
                size = _push(times, events, size, now + pause, -1 - flow)
    return sums, busy, now - measured_from, histogram
