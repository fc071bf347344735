"""Bundles of a SAN with a VPLEX Metro, printed from a model whose figures agree with each other.

ESXi hosts with two adapters, two directors at each site, and a flash array behind each cluster. Each host has a
distributed and a local volume. A read takes: queue in the host + fabric + VPLEX, and unless VPLEX has it in its cache also
the way to the array + the array. A write takes the same with the array, and of a distributed volume the WAN.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

DIRECTORS = ("director-1-1-A", "director-1-1-B")
_PORTS = ("vmhba2", "vmhba3")
_FAR = ("director-2-1-A", "director-2-1-B")


@dataclass(frozen=True)
class Parts:
    """Of one I/O in ms: host queue, fabric, VPLEX, way to the array, array, WAN; share of read hits; I/Os per second.

    ``write`` is what a write takes longer inside the array than a read.
    """

    host: float = 0.02
    fabric: float = 0.12
    vplex: float = 0.35
    back: float = 0.1
    array: float = 0.5
    wan: float = 1.2
    hits: float = 0.3
    iops: float = 600.0
    busy: float = 0.35
    write: float = 0.0

    def front(self, *, read: bool, distributed: bool) -> float:
        """What the front end of VPLEX measures."""
        behind = self.back + self.array
        return self.vplex + (
            (1 - self.hits) * behind if read else behind + self.write + (self.wan if distributed else 0.0)
        )


Scenario = Callable[[str, str, int, Parts], Parts]
"""Host, director and number of the interval, with the usual parts."""


@dataclass(frozen=True)
class VplexBundle:
    """A VPLEX Metro and what happens; ``leave_out`` are exports that are not there: back, hits, array, local, rtt."""

    scenario: Scenario = field(default=lambda _host, _director, _bin, parts: parts)
    hosts: tuple[str, ...] = ("esx11", "esx12", "esx13")
    bins: int = 90
    step: int = 10
    start: datetime = datetime(2026, 5, 11, 13, 0, 0, tzinfo=UTC)
    leave_out: tuple[str, ...] = ()
    # Round trip that VPLEX measures; the WAN of a write takes as long unless a scenario says otherwise.
    rtt: Callable[[int], float] = field(default=lambda _bin: 1.2)
    seed: int = 3
    # Hosts whose local storage is on a second array, and whether each host uses one director only.
    second: tuple[str, ...] = ()
    bound: bool = False
    # Hosts of the other site: they use its directors, have distributed volumes only, and the legs on the array there.
    west: tuple[str, ...] = ()

    def files(self) -> dict[str, str]:
        """The exports by name."""
        found = {"san.yaml": self._inventory()}
        found.update({f"{host}/esxtop.csv": self._esxtop(host) for host in self.hosts})
        for director in (*DIRECTORS, *(_FAR if self.west else ())):
            found[f"vplex7/{director}_PERPETUAL_vplex_sys_perf_mon.log"] = self._system(director)
            found[f"vplex7/{director}_VIRTUAL_VOLUMES_PERPETUAL_MONITOR.log"] = self._volumes(director)
        if "array" not in self.leave_out:
            found["pure1/purevol.txt"] = self._monitor("pure1")
        if self.west:
            found["pure2/purevol.txt"] = self._monitor("pure2")
        return found

    def directors(self, host: str) -> tuple[str, ...]:
        """The directors of the site of a host."""
        return _FAR if host in self.west else DIRECTORS

    def near(self, director: str) -> list[str]:
        """The hosts of the site of a director."""
        return [host for host in self.hosts if director in self.directors(host)]

    def volumes(self, host: str) -> tuple[tuple[str, str, str, bool], ...]:
        """Name, identity, storage volume at site 1, and whether it is distributed, of the volumes of a host."""
        number = self.hosts.index(host)
        kinds = (("dd", True), ("loc", False))
        return tuple(
            (f"{kind}_{host}", f"6000144000000010a07700000000{number:02x}{place:02x}", f"624a937077aa00000000000000{number:04x}{place:02x}", far)
            for place, (kind, far) in enumerate(kinds)
            if far or ("local" not in self.leave_out and host not in self.west)
        )  # fmt: skip

    def parts(self, host: str, director: str, number: int) -> Parts:
        """The parts of an I/O over a director, with a little noise."""
        noise = random.Random(f"{self.seed} {self.hosts.index(host)} {number}")
        usual = Parts()
        base = Parts(
            usual.host * noise.uniform(0.9, 1.1), usual.fabric * noise.uniform(0.95, 1.05), usual.vplex * noise.uniform(0.95, 1.05),
            usual.back * noise.uniform(0.95, 1.05), usual.array * noise.uniform(0.95, 1.05), self.rtt(number) * noise.uniform(0.98, 1.02),
            usual.hits, usual.iops * noise.uniform(0.6, 1.4),
        )  # fmt: skip
        return self.scenario(host, director, number, base)

    def share(self, host: str, director: str) -> float:
        """The part of a host's I/O that this director does."""
        return float(DIRECTORS[self.hosts.index(host) % 2] == director) if self.bound else 0.5

    def _times(self) -> list[tuple[int, datetime]]:
        return [
            (max(number, 0), self.start + timedelta(seconds=self.step * (number + 1)))
            for number in range(-1, self.bins)
        ]

    def _esxtop(self, host: str) -> str:
        counters = (
            "Commands/sec", "Reads/sec", "Writes/sec", "MBytes Read/sec", "MBytes Written/sec", "Average Driver MilliSec/Command",
            "Average Kernel MilliSec/Command", "Average Guest MilliSec/Command", "Average Guest MilliSec/Read",
            "Average Guest MilliSec/Write",
        )  # fmt: skip
        names = [
            f"\\\\{host}\\Physical Disk SCSI Device(naa.{device})\\{counter}"
            for _, device, _, _ in self.volumes(host)
            for counter in counters
        ]
        lines = [",".join(f'"{name}"' for name in ("(PDH-CSV 4.0) (UTC)(0)", *names))]
        for number, at in self._times():
            row: list[float] = []
            both = [(self.parts(host, one, number), self.share(host, one)) for one in self.directors(host)]
            iops, queue, fabric = (
                sum(getattr(one, name) * share for one, share in both) for name in ("iops", "host", "fabric")
            )
            for _, _, _, far in self.volumes(host):
                read, write = (
                    queue + fabric + sum(one.front(read=way, distributed=far) * share for one, share in both)
                    for way in (True, False)
                )
                mean = 0.6 * read + 0.4 * write
                mib = 8 / 1024
                reads, writes = 0.6 * iops, 0.4 * iops
                row += [iops, reads, writes, reads * mib, writes * mib, mean - queue, queue, mean, read, write]
            lines.append(
                ",".join(f'"{cell}"' for cell in (at.strftime("%m/%d/%Y %H:%M:%S"), *(f"{one:.4f}" for one in row)))
            )
        return "\n".join(lines) + "\n"

    def _volumes(self, director: str) -> str:
        lines = [
            "Virtual Volume,VPD Id,fe-lu ops (counts/s),fe-lu read (KB/s),fe-lu write (KB/s),"
            "fe-lu read-lat recent-average (us),fe-lu write-lat recent-average (us)"
        ]
        for number, at in self._times():
            lines.append(f"{at:%Y-%m-%d %H:%M:%S}")
            for host in self.near(director):
                one = self.parts(host, director, number)
                ops = one.iops * self.share(host, director)
                for name, device, _, far in self.volumes(host):
                    read, write = (one.front(read=way, distributed=far) * 1000 for way in (True, False))
                    lines.append(
                        f"{name},VPD83T3:{device},{ops:.1f},{ops * 0.6 * 8:.1f},{ops * 0.4 * 8:.1f},{read:.0f},{write:.0f}"
                    )
        return "\n".join(lines) + "\n"

    def _system(self, director: str) -> str:
        near = self.near(director)
        legs = [_leg(leg, director in _FAR) for host in near for _, _, leg, _ in self.volumes(host)]
        titles = ["Time", "Time (UTC)", "director.busy (%)", "director.fe-ops (counts/s)"]
        titles += [] if "hits" in self.leave_out else ["cache.rhit (counts/s)", "cache.miss (counts/s)"]
        titles += [] if "rtt" in self.leave_out else ["ip-com-port.avg-lat A2-XG00 (us)"]
        if "back" not in self.leave_out:
            titles += [
                f"storage-volume.per-storage-volume-{way}-latency VPD83T3:{leg} recent-average (us)"
                for leg in legs
                for way in ("read", "write")
            ]
        lines = [",".join(titles)]
        for number, at in self._times():
            every = [self.parts(host, director, number) for host in near]
            loads = [one.iops * self.share(host, director) for host, one in zip(near, every, strict=True)]
            ops = sum(load * len(self.volumes(host)) for host, load in zip(near, loads, strict=True))
            reads = 0.6 * ops
            hits = sum(one.hits for one in every) / len(every)
            row = [f"{max(one.busy for one in every) * 100:.0f}", f"{ops:.0f}"]
            row += [] if "hits" in self.leave_out else [f"{reads * hits:.1f}", f"{reads * (1 - hits):.1f}"]
            row += [] if "rtt" in self.leave_out else [f"{self.rtt(number) * 1000:.0f}"]
            if "back" not in self.leave_out:
                for host, one in zip(near, every, strict=True):
                    used = 1000 if self.share(host, director) else 0
                    back = (one.back + one.array) * used
                    row += [f"{back:.0f}", f"{back + one.write * used:.0f}"] * len(self.volumes(host))
            lines.append(",".join([f"{at:%Y-%m-%d %H:%M:%S}", f"{at.timestamp():.0f}", *row]))
        return "\n".join(lines) + "\n"

    def _monitor(self, array: str) -> str:
        lines = [
            f"pureuser@{array}> purevol monitor --interval {self.step} --repeat {self.bins}",
            "Name       Time                     B/s (read)  B/s (write)  op/s (read)  op/s (write)  us/op (read)  us/op (write)",
        ]
        for number, at in self._times():
            for host in (
                one for one in self.hosts if one not in self.second and (one in self.west) == (array == "pure2")
            ):
                both = [self.parts(host, director, number) for director in self.directors(host)]
                own, write = (sum(one.array + more * one.write for one in both) / 2 * 1000 for more in (0, 1))
                misses = sum(one.iops * 0.6 * (1 - one.hits) for one in both) / 2
                writes = sum(one.iops * 0.4 for one in both) / 2
                for name, _, _, _ in self.volumes(host):
                    lines.append(
                        f"sv_{name}  {at:%Y-%m-%d %H:%M:%S} UTC  {misses * 8192:.0f}  {writes * 8192:.0f}  {misses:.1f}  {writes:.1f}  {own:.0f}  {write:.0f}"
                    )
        return "\n".join(lines) + "\n"

    def _inventory(self) -> str:
        lines = ["sanlint: 1", "observed: true", "hosts:"]
        for number, host in enumerate(self.hosts):
            lines += [f"  {host}:", "    platform: esxi", "    initiators:"]
            lines += [
                f"      {port}: {{initiator_wwpn: '{_initiator(number, side)}'}}" for side, port in enumerate(_PORTS)
            ]
            lines += ["    devices:"]
            lines += [f"      naa.{device}: {{vendor: EMC, model: Invista}}" for _, device, _, _ in self.volumes(host)]
            lines += ["    paths:"]
            lines += [
                f"      - {{device: naa.{device}, hba: {_PORTS[side]}, initiator: '{_initiator(number, side)}', target: '{_target(place + 2 * (host in self.west), side)}', state: active}}"
                for _, device, _, _ in self.volumes(host)
                for side in (0, 1)
                for place in range(len(DIRECTORS))
            ]
        lines += ["storage_arrays:", "  vplex7:", "    family: vplex", "    product_type: metro", "    clusters:"]
        for cluster, directors in (("cluster-1", DIRECTORS), ("cluster-2", _FAR)):
            first = cluster == "cluster-1"
            lines += [
                f"      {cluster}:",
                f"        site: {'east' if first else 'west'}",
                "        engines:",
                f"          engine-{cluster[-1]}-1:",
                "            directors:",
            ]
            for place, director in enumerate(directors):
                ports = ", ".join(
                    f"{director[-1]}0-FC0{side}: {{target_wwpn: '{_target(place + (0 if first else 2), side)}', role: front-end}}"
                    for side in (0, 1)
                )
                lines += [f"              {director}: {{ports: {{{ports}}}}}"]
            names = [
                (name, leg, far) for host in self.hosts for name, _, leg, far in self.volumes(host) if first or far
            ]
            suffix = "c1" if first else "c2"
            lines += ["        devices:"]
            lines += [
                f"          dev_{name}_{suffix}: {{distributed: false, geometry: '1:1', components: [{{component: ext_{name}_{suffix}, component_type: extent, component_cluster: {cluster}}}]}}"
                for name, _, _ in names
            ]
            lines += ["        extents:"]
            lines += [
                f"          ext_{name}_{suffix}: {{storage_volume: sv_{name}_{suffix}, used_by: dev_{name}_{suffix}}}"
                for name, _, _ in names
            ]
        every = [(name, device, far) for host in self.hosts for name, device, _, far in self.volumes(host)]
        lines += ["    virtual_volumes:"]
        lines += [
            f"      {name}: {{device: naa.{device}, vplex_device: {name if far else f'dev_{name}_c1'}, locality: {'distributed' if far else 'local'}}}"
            for name, device, far in every
        ]
        lines += ["    devices:"]
        lines += [
            f"      {name}: {{distributed: true, geometry: raid-1, components: [{{component: dev_{name}_c1, component_type: device, component_cluster: cluster-1}}, {{component: dev_{name}_c2, component_type: device, component_cluster: cluster-2}}]}}"
            for name, _, far in every
            if far
        ]
        lines += ["    wan_links:", "      wan-a: {link_type: ip, management_vpn: false}"]
        for array, cluster, suffix in (
            ("pure1", "cluster-1", "c1"),
            ("pure2", "cluster-2", "c2"),
            ("pure3", "cluster-1", "c1"),
        ):
            lines += [f"  {array}:", "    family: pure", "    storage_volumes:"]
            lines += [
                f"      sv_{name}: {{device: naa.{_leg(leg, suffix == 'c2')}, used_by_array: vplex7, used_by_cluster: {cluster}, vplex_name: sv_{name}_{suffix}}}"
                for host in self.hosts
                for name, _, leg, far in self.volumes(host)
                if (suffix == "c1" or far) and (suffix == "c2" or (host in self.second) == (array == "pure3"))
            ]
        return "\n".join(lines) + "\n"


def _leg(leg: str, far: bool) -> str:
    """The storage volume at site 1, or at the other site."""
    return f"{leg[:-5]}f{leg[-4:]}" if far else leg


def _initiator(number: int, side: int) -> str:
    return f"10000000c9de{number:02x}{side:02x}"


def _target(director: int, side: int) -> str:
    return f"50001442{'6070'[2 * (director % 2) : 2 * (director % 2) + 2]}77{director:02d}0{side}"


def during(
    first: int,
    last: int,
    change: Callable[[Parts], Parts],
    directors: Mapping[str, object] | tuple[str, ...] = DIRECTORS,
) -> Scenario:
    """A scenario that changes the parts of I/O over these directors from interval ``first`` to ``last``."""

    def scenario(_host: str, director: str, number: int, parts: Parts) -> Parts:
        return change(parts) if first <= number < last and director in directors else parts

    return scenario
