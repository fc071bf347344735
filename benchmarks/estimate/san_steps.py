"""Stations and steps of a SAN for the event simulation, described a second time, independent of the network that the estimator builds."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import yaml

from estimate.inventories import San
from estimate.storage import FIGURES, ROOT, Io, flash_demands
from estimate.tables import FRAME_KIB, Tables

MB_S_PER_GBPS = 100.0
SERVERS = int(FIGURES["xtremio.servers"])


@dataclass(frozen=True)
class Case:
    """A SAN and its load.

    Attributes:
        family: what it tests; with * where the simulation follows hardware and not the model.
        san, mix: the SAN and the I/O of every host and volume.
        bricks: X-Bricks of each array.
        burst: mean number of I/Os that arrive together, of geometric size.
        director_iops: limit of a director; None if unknown.
        turn: I/Os for which the simulation stays on a path; 0 chooses paths at random.
        queue: whether the simulation gives a director a queue at any load, in front of a latency that does not grow with it.
    """

    family: str
    san: San
    mix: tuple[Io, ...]
    bricks: int = 8
    burst: int = 1
    director_iops: float | None = None
    turn: int = 0
    queue: bool = False


@dataclass
class _Stations:
    """Stations and steps of the simulation while they are collected."""

    servers: list[int] = field(default_factory=list)
    separate: list[bool] = field(default_factory=list)
    number: dict[str, int] = field(default_factory=dict)
    steps: list[tuple[float, ...]] = field(default_factory=list)

    def of(self, name: str, servers: int = 1, *, separate: bool = False) -> int:
        if name not in self.number:
            self.number[name] = len(self.servers)
            self.servers.append(servers)
            self.separate.append(separate)
        return self.number[name]


@dataclass(frozen=True)
class _Link:
    """A link that an I/O crosses."""

    name: str
    speed: float
    links: int = 1


class Simulated:
    """One case as arrays for the event simulation."""

    def __init__(self, case: Case, loads: list[float]) -> None:
        self.case, self.loads = case, loads
        self.stations = _Stations()
        self.whole, self.latency = flash_demands(list(case.mix), case.bricks)
        smallest = flash_demands([Io(0.5, True, 4), Io(0.5, False, 4)], case.bricks)[0] / (
            1.0 + FIGURES["xtremio.interference"]
        )
        limit = min(FIGURES["xtremio.read_latency"] / smallest[0], FIGURES["xtremio.write_latency"] / smallest[1])
        self.servers = max(1, min(SERVERS, int(limit + 1e-9)))
        assert (self.servers * self.whole <= self.latency + 1e-9).all(), "I/O would be divided"

    def tables(self, grown: dict[str, float]) -> Tables:
        """Arrays at these utilisations of VPLEX directors or ports, on which the added latency depends."""
        san, case = self.case.san, self.case
        options: list[tuple[int, int]] = []
        legs: list[tuple[int, ...]] = []
        kinds: list[tuple[int, int, float, bool]] = []
        flows: list[tuple[int, int]] = []
        paths = [
            (side, director, port, back)
            for side in "ab"
            for director in "AB"
            for port in range(san.ports)
            for back in self._backs()
        ]
        for host in range(san.hosts):
            for _ in range(san.volumes):
                flows.append((len(kinds), len(case.mix)))
                for number, io in enumerate(case.mix):
                    kinds.append((len(options), len(paths), io.share, io.read))
                    for path in paths:
                        first = len(self.stations.steps)
                        self._front(number, io, host, path, grown)
                        last = len(self.stations.steps)
                        ends = (-1, -1, -1, -1)
                        if san.system == "metro" and not io.read:
                            ends = self._legs(number, io, host % 2, path)
                        options.append((first, last))
                        legs.append(ends)
        table = np.array(self.stations.steps, dtype=float)
        flow_count = len(flows)
        zeros = np.zeros(flow_count)
        return Tables(
            servers=np.array(self.stations.servers), separate=np.array(self.stations.separate),
            step_station=table[:, 0].astype(np.int64), step_mean=table[:, 1].copy(), step_scv=table[:, 2].copy(),
            step_part=table[:, 3].copy(), step_add=table[:, 4].copy(), step_awaited=np.ones(len(table), bool),
            option_start=np.array([o[0] for o in options]), option_end=np.array([o[1] for o in options]), legs=np.array(legs),
            kind_first=np.array([k[0] for k in kinds]), kind_count=np.array([k[1] for k in kinds]),
            kind_share=np.array([k[2] for k in kinds]), kind_read=np.array([k[3] for k in kinds]),
            flow_kind=np.array([f[0] for f in flows]), flow_kinds=np.array([f[1] for f in flows]),
            rate=np.array(self.loads), population=zeros.astype(np.int64), think=zeros, tokens=zeros.astype(np.int64),
            batch=np.full(flow_count, case.burst), even=np.zeros(flow_count, bool),
        )  # fmt: skip

    def _backs(self) -> list[tuple[str, str]]:
        """Back-end paths: the side of the near one, and director and side of that to the other site."""
        system = self.case.san.system
        far = [f"{director} {side}" for director in "AB" for side in "ab"] if system == "metro" else [""]
        return [("", "")] if system == "array" else [(near, other) for near in "ab" for other in far]

    def _front(
        self, number: int, io: Io, host: int, path: tuple[str, str, int, tuple[str, str]], grown: dict[str, float]
    ) -> None:
        """Steps from the host to the array or, for a mirrored write, to the director."""
        san, (side, director, port, (near, _)) = self.case.san, path
        site = host % san.sites
        way = [_Link(f"{host} {side}", san.hba_speed or san.speed)]
        if san.isls is not None:
            way.append(_Link(f"isl {site} {side}", san.isls.speed, san.isls.links))
        front = f"{site} {director} {side}{port}"
        way.append(_Link(front, san.speed))
        switches = 2 if san.isls else 1
        trips = FIGURES["fabric.round_trips.read" if io.read else "fabric.round_trips.write"]
        delays = [2.0 * trips * FIGURES["fabric.switch_hop"] * switches / 1000.0]
        if san.system == "array":
            self._steps(io, way, delays, [(site, number)], None)
            return
        name = f"director {site} {director}"
        base = "vplex.read_miss_added" if io.read else "vplex.write_added"
        low, high = _ends(base)
        busiest = grown.get(name, max(grown.get(f"{front} in", 0.0), grown.get(f"{front} out", 0.0)))
        if self.case.queue:
            busiest = 0.0
        part = min(
            max(
                (min(busiest / FIGURES["vplex.full_utilisation"], 2.0) + io.kib / FIGURES["vplex.full_size"]) / 2.0, 0.0
            ),
            1.0,
        )
        delays.append(low + (high - low) * part)
        queue = name if self.case.director_iops else None
        if san.system == "metro" and not io.read:
            self._steps(io, way, delays, [], queue)
            return
        back = [_Link(f"{kind} {site} {director} {near}", san.speed) for kind in ("back", "array")]
        self._steps(io, [*way, *back], delays, [(site, number)], queue)

    def _legs(
        self, number: int, io: Io, site: int, path: tuple[str, str, int, tuple[str, str]]
    ) -> tuple[int, int, int, int]:
        """Steps of the two legs of a mirrored write: at ports as fast as the host's, only the last frame takes time."""
        san, found = self.case.san, []
        for far in (False, True):
            here = 1 - site if far else site
            found.append(len(self.stations.steps))
            steps = self.stations
            if far:
                steps.steps.append((-1, 0.0, 0.0, 0.0, san.rtt_ms or 0.0, 1))
                time = io.kib * 1.024 / (san.bandwidth_mbps / 8.0)
                steps.steps.append((steps.of(f"wan {site}"), time, 0.0, 1.0, 0.0, 1))
            port = path[3][1] if far else f"{path[1]} {path[3][0]}"
            time, part = io.kib * 1.024 / (MB_S_PER_GBPS * san.speed), min(1.0, FRAME_KIB / io.kib)
            steps.steps.extend(
                (steps.of(f"{kind} {here} {port} in"), time, 0.0, part, 0.0, 1) for kind in ("back", "array")
            )
            self._array(number, here)
            found.append(len(steps.steps))
        return found[0], found[1], found[2], found[3]

    def _steps(
        self, io: Io, way: list[_Link], delays: list[float], arrays: list[tuple[int, int]], queue: str | None
    ) -> None:
        """Append links in the direction of the data, the first of the slowest with its whole transfer, and the array."""
        steps, end = self.stations, "out" if io.read else "in"
        steps.steps.extend((-1, 0.0, 0.0, 0.0, delay, 1) for delay in delays)
        if queue:
            steps.steps.append((steps.of(queue), 1000.0 / (self.case.director_iops or 1.0), 1.0, 0.0, 0.0, 1))
        if io.read:
            for site, number in arrays:
                self._array(number, site)
        slowest, charged = min(link.speed for link in way), False
        for link in reversed(way) if io.read else way:
            time = io.kib * 1.024 / (MB_S_PER_GBPS * link.speed)
            part = 1.0 if link.speed == slowest and not charged else min(1.0, FRAME_KIB / io.kib)
            charged |= link.speed == slowest
            station = steps.of(f"{link.name} {end}", link.links, separate=link.links > 1)
            steps.steps.append((station, time, 0.0, part, 0.0, 1))
        if not io.read:
            for site, number in arrays:
                self._array(number, site)

    def _array(self, number: int, site: int) -> None:
        steps = self.stations
        station = steps.of(f"flash {site}", self.servers)
        # Of the latency at low load, the time of a server varies; the rest is constant.
        time = self.servers * self.whole[number]
        steps.steps.append((station, time, 1.0, 1.0, self.latency[number] - time, 1))

    def utilisation(self) -> dict[str, float]:
        """Offered work per server of each station, from the steps alone."""
        t = self.tables({})
        busy = np.zeros(len(t.servers))
        for flow, (first, count) in enumerate(zip(t.flow_kind, t.flow_kinds, strict=True)):
            for kind in range(first, first + count):
                for option in range(t.kind_first[kind], t.kind_first[kind] + t.kind_count[kind]):
                    rate = t.rate[flow] * t.kind_share[kind] / t.kind_count[kind]
                    ends = [(t.option_start[option], t.option_end[option]), *t.legs[option].reshape(2, 2)]
                    for start, end in ends:
                        for step in range(max(start, 0), max(end, 0)):
                            if t.step_station[step] >= 0:
                                busy[t.step_station[step]] += rate * t.step_mean[step]
        self.stations.steps.clear()
        return {name: busy[number] / t.servers[number] for name, number in self.stations.number.items()}


def _ends(name: str) -> tuple[float, float]:
    entry = _LIBRARY[name]
    return entry["low"], entry["high"]


_LIBRARY = yaml.safe_load((ROOT / "checker/estimate/library.yaml").read_text(encoding="utf-8"))
