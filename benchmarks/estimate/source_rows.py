"""Published figures and the corresponding results of the estimator (docs/reference/estimator.md)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from checker.estimate.cost.forms import extra_back_end_io, parity_write_ms, ports_busy
from checker.estimate.formulas.disks import disk_pool
from checker.estimate.formulas.vplex import vplex_delays
from checker.estimate.library import Library, builtin
from checker.estimate.network.arrays import xtremio
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.links import frame_us
from checker.estimate.network.network import Delay, Demand, Flow, Leg, Network, Route, Service, Station, Visit
from checker.estimate.network.wan import tcp_throughput
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import IoType, Workload
from estimate.simulation import simulate
from estimate.waiting_cases import fixed_policy_waits, unbalanced_wait_ms
from estimate.worked_example import NATIVE, by_squared_mean, compared, host_link

EXACT = Range.exactly
_LONG = 2_000_000
SINGLE = builtin().overridden({"host.burst_size": 1}, "the benchmark")


@dataclass
class Row:
    """A figure: the published value, the value of the model, and the bounds for a match."""

    name: str
    source: str
    model: float
    low: float
    high: float
    kind: str
    unit: str = ""
    about: float | None = None

    @property
    def met(self) -> bool:
        return self.low <= self.model <= self.high

    @property
    def _shown(self) -> str:
        if math.isnan(self.model):
            return "none"
        return f"{self.model:,.2f}" if abs(self.model) >= 1000 else f"{self.model:.4g}"

    def __str__(self) -> str:
        known = self.about and not math.isnan(self.model)
        error = f"{100 * (self.model / self.about - 1):+7.1f} %" if known else "         "
        mark = "" if self.met else "  OUTSIDE"
        return f"{self.name:54} {self.source:>22} {self._shown:>12} {self.unit:6} {error} {self.kind}{mark}"


def within(name: str, value: float, model: float, percent: float, kind: str, unit: str = "") -> Row:
    """A row whose model value may differ by ``percent``."""
    part = percent / 100
    return Row(name, f"{value:,.6g}", model, value * (1 - part), value * (1 + part), kind, unit, value)


def _one(types: tuple[IoType, ...], *, library: Library = SINGLE, **load: float) -> tuple[float, float]:
    """Return IOPS and response time in ms of one host on two X-Bricks."""
    array = xtremio(library, "array", 2)
    flow = Flow("f", "h", "v", Workload("w", types, **load), (Route(array.visits, array.delays),))
    result = Estimator(library).model(Network(array.stations, (flow,))).solve().volumes["f"]
    return result.iops, result.response.mean.typical


def _saturation(types: tuple[IoType, ...], library: Library = SINGLE) -> float:
    array = xtremio(library, "array", 2)
    flow = Flow("f", "h", "v", Workload("w", types, iops=1000.0), (Route(array.visits),))
    return Estimator(library).model(Network(array.stations, (flow,))).solve().saturation_iops.typical


def arrays() -> Iterator[Row]:
    """Yield the points of the XtremIO field test, by Little's law."""
    read, write = (IoType(1.0, True, 4),), (IoType(1.0, False, 4),)
    mixed = (IoType(0.7, True, 4), IoType(0.3, False, 4))
    iops, ms = _one(read, outstanding=640)
    yield within("reads, 640 outstanding: IOPS", 455e3, iops, 1, "C", "1/s")
    yield within("reads, 640 outstanding: response", 1.40, ms, 1, "P", "ms")
    iops, ms = _one(write, outstanding=192)
    yield within("writes, 192 outstanding: IOPS", 160e3, iops, 1, "C", "1/s")
    yield within("writes, 192 outstanding: response", 1.20, ms, 1, "C", "ms")
    alone = SINGLE.overridden({"xtremio.interference": 0}, "the benchmark")
    yield within("70/30, demands added: IOPS", 264e3, _saturation(mixed, alone), 5, "P", "1/s")
    iops, ms = _one(mixed, outstanding=320)
    yield within("70/30 with interference, 320 outstanding: IOPS", 264e3, iops, 1, "C", "1/s")
    yield within("70/30 with interference: response", 1.15, ms, 6, "P", "ms")
    bandwidth = _saturation((IoType(1.0, False, 64),)) * 65.536e-3
    yield Row("writes of 64 KiB: bandwidth", "700-750", bandwidth, 700, 750, "C", "MB/s")


def vplex() -> Iterator[Row]:
    """Yield the latency added by VPLEX."""
    for name, read, hit, low, high in (("read hit", True, 1.0, 0.085, 0.150), ("read miss added", True, 0.0, 0.2, 0.4), ("write added", False, 0.0, 0.2, 0.6)):  # fmt: skip
        for load, size, ends in ((0.0001, 0.5, "idle"), (0.9, 64, "busy")):
            port = Station("port", "director", Service(Demand(EXACT(1.0)), Demand(EXACT(1.0)), whole=True, zero_load_read_ms=EXACT(0.0), zero_load_write_ms=EXACT(0.0)), "vplex_added", "port_wait")  # fmt: skip
            flow = Flow("f", "h", "v", Workload("w", (IoType(1.0, read, size, True, hit),), iops=1000 * load), (Route((Visit("port"),), vplex_delays(SINGLE, ("port",))),))  # fmt: skip
            volume = Estimator(SINGLE).model(Network((port,), (flow,))).solve().volumes["f"]
            yield Row(f"VPLEX {name}, {ends}", f"{low}-{high}", volume.breakdown["vplex_added"], low, high, "D", "ms")
    for rtt in (0.5, 1.0, 2.0, 5.0, 10.0):
        for added in (0.2, 0.6):
            wan = Delay("wan", EXACT(rtt))
            legs = (Leg("near", (Route((), (Delay("array_service", EXACT(0.6)),)),)), Leg("far", (Route((), (Delay("array_service", EXACT(0.6)), wan)),)))  # fmt: skip
            flow = Flow("f", "h", "v", Workload("w", (IoType(1.0, False, 8),), iops=100.0), (Route((), (Delay("vplex_added", EXACT(added)),)),), legs)  # fmt: skip
            ms = Estimator(SINGLE).model(Network((), (flow,))).solve().volumes["f"].response.mean.typical
            yield Row(
                f"Metro write over RTT, RTT {rtt:g} ms, added {added:g} ms", "1-3 x", ms / rtt, 1.0, 3.0, "P", "x"
            )


def wan() -> Iterator[Row]:
    """Yield TCP with packet loss."""
    # The source uses units of 1024: it equates 9 Mbit/s with 1152 KB/s.
    for loss, rtt, kbytes in ((0.07, 90, 30), (0.07, 15, 185), (0.01, 90, 128), (0.01, 15, 700)):
        rate = tcp_throughput(loss, rtt) / 1024
        yield within(f"TCP, loss {100 * loss:g} %, RTT {rtt} ms", kbytes, rate, 5, "P", "KiB/s")
    exact = tcp_throughput(0.001, 60, timeout_ms=240)
    yield Row("TCP calculator, loss 0.1 %, RTT 60 ms, RTO 240 ms", "660,451.52", round(exact, 2), 660451.52, 660451.52, "P", "B/s", 660451.52)  # fmt: skip


def frames() -> Iterator[Row]:
    """Yield times of full frames; the overhead of a frame is fitted to them."""
    for gigabits, us in ((1, 19.84), (2, 9.92), (4, 4.96)):
        yield within(f"frame time at {gigabits} Gb/s", us, frame_us(builtin(), gigabits), 0.01, "C", "us")


def misconfigurations() -> Iterator[Row]:
    """Yield the closed formulas for misconfigurations."""
    for iops, use, wait in ((20e3, 0.20, 1.3), (60e3, 0.61, 8.2), (80e3, 0.82, 23), (90e3, 0.92, 60)):
        found = fixed_policy_waits(iops, 8, 800, 4)
        yield within(f"one path of 8 Gb/s, {iops:,.0f} IOPS of 8 KiB: use", use, found.utilisation, 2.5, "P")
        yield within(f"one path of 8 Gb/s, {iops:,.0f} IOPS of 8 KiB: wait", wait, found.one_path_us, 4, "P", "us")
    for share, us in ((0.6, 0.4), (0.7, 1.9), (0.8, 6.4), (0.9, 23)):
        yield within(f"two directors at 50 %, {share:.0%} on one: added", us, 1000 * unbalanced_wait_ms(share, 8, 0.03, 0.5), 12, "P", "us")  # fmt: skip
    dice, wrong = random.Random(6), 0
    for _ in range(3000):
        size, page, start = 2 ** dice.randint(9, 21), 2 ** dice.randint(9, 21), 512 * dice.randint(0, 5000)
        many = max(size, page) // size * 4
        touched = sum((x + start + size - 1) // page - (x + start) // page + 1 for x in range(0, many * size, size))
        aligned = sum((x + size - 1) // page - x // page + 1 for x in range(0, many * size, size))
        wrong += abs(touched / aligned - 1 - extra_back_end_io(size, page, start)) > 1e-9
    yield Row("misaligned partitions, enumeration of 3000: mismatches", "0", wrong, 0, 0, "P")


def round_robin(ios: int) -> Iterator[Row]:
    """Yield the effect of the round-robin limit in a small model: two hosts, four front-end ports.

    Hosts that start together use the same ports together for a while: with a limit of 1000 and few outstanding I/Os, the gain over
    200,000 I/Os varies from 1.9 to 2.8. From two million I/Os on it is stable; the source's runs took an hour.
    """
    bound = 1 / ports_busy(4, 1, 2)
    yield within("sequential 4K, gain of limit 1 over large: bound", 2.29, bound, 1, "P", "x")
    for outstanding in (32, 8):
        slow, _ = _two_hosts(outstanding, 1000, max(ios, _LONG), 0.03)
        fast, ms = _two_hosts(outstanding, 1, ios, 0.03)
        yield Row(
            f"sequential 4K, {outstanding} outstanding per host: gain", "1.9-2.38", fast / slow, 1.9, 2.38, "P", "x"
        )
        if outstanding == 32:
            yield Row("sequential 4K, limit 1: response", "<= 1", ms, 0.0, 1.0, "P", "ms")
        capped, _ = _two_hosts(outstanding, 1, ios, 0.03, back_end=1 / (1.7 * slow))
        yield Row(f"sequential 32K, {outstanding} outstanding, back-end cap 1.7: gain", "1.52-1.71", capped / slow, 1.52, 1.71, "C", "x")  # fmt: skip
    for name, types, bound in (
        ("random 4K reads", (IoType(1.0, True, 4),), 0.05),
        ("random 4K writes", (IoType(1.0, False, 4),), 0.08),
        ("random 64K reads", (IoType(1.0, True, 64),), 0.08),
        ("random 64K writes", (IoType(1.0, False, 64),), 0.05),
        ("OLTP2", Workload.oltp2().types, 0.07),
    ):
        slow, fast = (_two_hosts(32, limit, ios, 0.03, back_end=0.5, types=types)[0] for limit in (1000, 1))
        yield Row(f"{name}, bound by drives: change by limit", f"+-{bound:.0%}", fast / slow - 1, -bound, bound, "P")
    yield Row("sequential 64K writes, gain of limit 1 over large", "1.71-1.90", math.nan, 1.71, 1.90, "-", "x")


def _two_hosts(outstanding: int, limit: int, ios: int, port_ms: float, back_end: float | None = None, types: tuple[IoType, ...] = (IoType(1.0, True, 4),)) -> tuple[float, float]:  # fmt: skip
    demand = Demand(EXACT(port_ms))
    ports = tuple(Station(f"p{n}", "director", Service(demand, demand, scv=EXACT(0.2)), "fabric", "port_wait") for n in range(4))  # fmt: skip
    extra, last = (), ()
    if back_end is not None:
        whole = Demand(EXACT(back_end))
        extra = (Station("back", "array", Service(whole, whole, scv=EXACT(0.2)), "array_service", "array_queue"),)
        last = (Visit("back"),)
    routes = tuple(Route((Visit(f"p{n}"), *last), share=0.25) for n in range(4))
    flows = tuple(Flow(f"h{n}", f"h{n}", "v", Workload("w", types, outstanding=outstanding), routes) for n in range(2))
    found = simulate(Network((*ports, *extra), flows), ios=ios, seed=3, limit=limit)
    return float(found.rate.sum()), float(found.mean.mean())


def worked_example() -> Iterator[Row]:
    """Yield the worked example of the specification: native as published, VPLEX by the example's arithmetic and by section 3.6."""
    array, link = xtremio(SINGLE, "array", 2), host_link()
    route = Route((Visit("link tx"), Visit("link rx"), *array.visits))
    peak = _saturation(Workload.oltp2().types)
    yield within("OLTP2 on two X-Bricks: saturation", 64.4e3, peak, 0.2, "P", "1/s")
    for load, (read, write, mean) in NATIVE.items():
        flow = Flow("f", "h", "v", Workload.oltp2(iops=peak * load), (route,))
        response = Estimator(SINGLE).model(Network((*link, *array.stations), (flow,))).solve().volumes["f"].response
        for name, value, found in (("read", read, response.read), ("write", write, response.write), ("mean", mean, response.mean)):  # fmt: skip
            yield within(f"OLTP2 at {load:.0%}: {name}", value, found.typical, 0.5, "P", "ms")
        squared = by_squared_mean(peak, load)
        for name, value, own in zip(("read", "write", "mean"), (read, write, mean), squared, strict=True):
            yield within(f"OLTP2 at {load:.0%}: {name}, its arithmetic", value, own, 0.4, "A", "ms")
    for name, value, own, section in compared(SINGLE, peak):
        yield within(f"{name}, its arithmetic", value, own, 0.15, "A", "ms")
        yield within(f"{name}, section 3.6", value, section, 0.5, "P", "ms")


def drives_and_cache() -> Iterator[Row]:
    """Yield figures of disk arrays; three of them depend on more than drives, and the model misses them."""
    library = builtin()
    ms = parity_write_ms(library.typical("drive.7k.rotation"), 64, library.typical("drive.media_rate"))
    yield within("RAID 5 of ATA drives, 64 KiB writes, cache off", 4.6, 65.536 / ms, 5, "P", "MB/s")
    pool = disk_pool(library, "pool", drives=15, drive="7k", raid="5")
    load = Workload("w", (IoType(1.0, False, 64, False),), iops=100.0)
    flow = Flow("f", "h", "v", load, (Route(pool.visits, pool.delays),))
    peak = Estimator(SINGLE).model(Network(pool.stations, (flow,))).solve().saturation_iops.typical
    yield within("RAID 5 of ATA drives, 64 KiB writes, cache on", 160.9, peak * 65.536e-3, 5, "P", "MB/s")
    fast = 1000.0 / library.typical("drive.15k.service")
    read, write = (library.typical(f"drive.efd.{way}_iops") for way in ("read", "write"))
    yield within("flash drive over 15k drive, random reads", 12, read / fast, 5, "D", "x")
    yield within("flash drive over 15k drive, random writes", 5, write / fast, 25, "D", "x")
    yield within("7 flash drives over 24 15k drives, random reads", 12, 7 * read / (24 * fast), 5, "P", "x")
    yield within("7 flash drives over 24 15k drives, random writes", 5, 7 * write / (24 * fast / 4), 5, "P", "x")


def not_predicted() -> Iterator[Row]:
    """Yield figures that the model does not predict, so that the table leaves nothing out."""
    for name, value, unit in (
        ("16 volumes of a VMAX, load spread evenly: response", "130", "ms"),
        ("16 volumes of a VMAX, load as measured: response", "< 4", "ms"),
    ):
        yield Row(name, value, math.nan, 0.0, 0.0, "-", unit)


def rows(ios: int) -> Iterator[tuple[str, int, list[Row]]]:
    """Yield each independent source: its name, the inputs of the model that were fitted to it, and its rows."""
    yield "VPLEX with XtremIO (H13540)", 6, list(vplex())
    yield "XtremIO field test", 5, list(arrays())
    yield "CX4 against CX3", 3, list(drives_and_cache())
    yield "WAN calculator and examples", 3, list(wan())
    yield "table of frame times", 1, list(frames())
    yield "NMP on Symmetrix", 2, list(round_robin(ios))
    yield "SNIA SDC 2017", 0, list(not_predicted())
    yield (
        "specification: arithmetic of the same author, not a test of the model",
        0,
        [*misconfigurations(), *worked_example()],
    )
