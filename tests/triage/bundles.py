"""Bundles of exports for triage, printed from a model whose figures agree with each other.

A SAN of ESXi hosts with two adapters, two fabrics of an edge and a core switch each, and one flash array. In each
interval and on each adapter an I/O takes: queue in the host + fabric + array. Active and queued commands follow by
Little's law, and the latency of a volume is the mean over its two paths. A scenario changes the parts over time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache

START = datetime(2026, 3, 4, 7, 0, 0, tzinfo=UTC)
STEP = 10
PORTS = ("vmhba3", "vmhba4")
ARRAY = "flash1"
WRITES = 0.3
"""Share of writes in the I/Os."""


@dataclass(frozen=True)
class Parts:
    """Of one I/O: queue in the host, fabric and array in ms, and what a write takes longer; and I/Os per second of the volume."""

    host: float = 0.02
    fabric: float = 0.12
    array: float = 0.4
    iops: float = 800.0
    write: float = 0.0

    @property
    def below(self) -> float:
        """Mean of reads and writes below the host."""
        return self.fabric + self.array + WRITES * self.write


@cache
def _noisy(seed: str) -> Parts:
    """The usual parts with a little noise: the same for all adapters, and for all tests with such a volume."""
    noise = random.Random(seed)
    return Parts(
        0.02 * noise.uniform(0.9, 1.1), 0.12 * noise.uniform(0.95, 1.05), 0.4 * noise.uniform(0.95, 1.05),
        800 * noise.uniform(0.6, 1.4),
    )  # fmt: skip


Scenario = Callable[[str, int, str, int, Parts], Parts]
"""Host, number of the volume, adapter and number of the interval, with the usual parts."""

Counters = Mapping[tuple[str, str], Mapping[str, int]]
"""Rises by switch and port, and name of the counter as portstats64show prints it."""
SPEED = 16


def usual(_host: str, _volume: int, _port: str, _bin: int, parts: Parts) -> Parts:
    """Nothing happens."""
    return parts


@dataclass(frozen=True)
class Bundle:
    """A SAN and what happens in it.

    ``linux``: hosts print iostat of maps and their paths instead of esxtop.
    ``far`` are hosts on a second edge switch of each fabric. ``counters`` are what counters of switch ports rise by between
    the intervals ``counted``; without them there are no switch exports. ``isl`` are further facts of ports of ISLs, ``unaligned``
    shares of unaligned I/O that the array counts on the volumes of a host, ``more`` further exports. The first volume of the hosts ``shared`` is one.
    ``ahead`` are seconds by which the clock of a host is ahead; ``depth`` the queue depth of its volumes.
    """

    scenario: Scenario = usual
    hosts: tuple[str, ...] = ("app05", "app06", "app07", "app08")
    volumes: int = 2
    bins: int = 90
    step: int = STEP
    start: datetime = START
    array: str = ARRAY
    io_kib: Callable[[str, int], float] = field(default=lambda _host, _bin: 8.0)
    ahead: Mapping[str, int] = field(default_factory=dict)
    depth: int = 64
    with_array: bool = True
    array_step: int = STEP
    seed: int = 7
    far: tuple[str, ...] = ("app08",)
    counters: Counters = field(default_factory=dict)
    counted: tuple[int, int] = (40, 60)
    linux: bool = False
    isl: str = ""
    unaligned: Mapping[str, float] = field(default_factory=dict)
    more: Mapping[str, str] = field(default_factory=dict)
    shared: tuple[str, ...] = ()
    cisco: bool = False

    def files(self) -> dict[str, str]:
        """The exports by name."""
        found = {"san.yaml": self._inventory(), **self.more}
        for host in self.hosts:
            found.update(
                {f"{host}/iostat.txt": self._iostat(host)} if self.linux else {f"{host}/esxtop.csv": self._esxtop(host)}
            )
        if self.with_array:
            found[f"{self.array}/purevol-monitor.txt"] = self._monitor()
        for switch in sorted({switch for switch, _ in self.counters}):
            found[f"{switch}/portstats.txt"] = self._portstats(switch)
        return found

    def device(self, host: str, volume: int) -> str:
        """The identity of a volume."""
        return f"naa.624a93705a6c2f3b1d{self.hosts.index(self._owner(host, volume)):07d}{volume:07d}"

    def _owner(self, host: str, volume: int) -> str:
        """The host after which a volume is named: the first one that shares it."""
        return self.shared[0] if host in self.shared and volume == 0 else host

    def parts(self, host: str, volume: int, port: str, number: int) -> Parts:
        """The parts of an I/O, with a little noise."""
        base = _noisy(f"{self.seed} {self.hosts.index(host)} {volume} {number}")
        return self.scenario(host, volume, port, number, base)

    def mean(self, host: str, volume: int, number: int) -> Parts:
        one, other = (self.parts(host, volume, port, number) for port in PORTS)
        return Parts(
            *((getattr(one, name) + getattr(other, name)) / 2 for name in ("host", "fabric", "array", "iops", "write"))
        )

    def _esxtop(self, host: str) -> str:
        counters = (
            "Device Q Depth", "Active Commands", "Queued Commands", "Commands/sec", "Reads/sec", "Writes/sec", "MBytes Read/sec",
            "MBytes Written/sec", "Average Driver MilliSec/Command", "Average Kernel MilliSec/Command",
            "Average Guest MilliSec/Command", "Average Guest MilliSec/Read", "Average Guest MilliSec/Write",
        )  # fmt: skip
        names = [
            f"\\\\{host}\\Physical Disk SCSI Device({self.device(host, volume)})\\{counter}"
            for volume in range(self.volumes)
            for counter in counters
        ]
        of_ports = (
            "Commands/sec",
            "Average Driver MilliSec/Command",
            "Average Kernel MilliSec/Command",
            "Average Guest MilliSec/Command",
        )
        names += [f"\\\\{host}\\Physical Disk Adapter({port})\\{counter}" for port in PORTS for counter in of_ports]
        lines = [",".join(f'"{name}"' for name in ("(PDH-CSV 4.0) (UTC)(0)", *names))]
        for number in range(-1, self.bins):
            at = self.start + timedelta(seconds=self.step * (number + 1) + self.ahead.get(host, 0))
            row: list[float] = []
            for volume in range(self.volumes):
                one = self.mean(host, volume, max(number, 0))
                below, mib = one.below, self.io_kib(host, max(number, 0)) / 1024
                whole = one.host + below
                row += [
                    self.depth, round(min(self.depth, one.iops * below / 1000)), round(one.iops * one.host / 1000), one.iops,
                    one.iops * 0.7, one.iops * 0.3, one.iops * 0.7 * mib, one.iops * 0.3 * mib, below, one.host, whole,
                    one.host + one.fabric + one.array, one.host + one.fabric + one.array + one.write,
                ]  # fmt: skip
            for port in PORTS:
                parts = [self.parts(host, volume, port, max(number, 0)) for volume in range(self.volumes)]
                iops = sum(one.iops for one in parts) / 2
                below = sum(one.iops * one.below for one in parts) / 2 / iops
                queue = sum(one.iops * one.host for one in parts) / 2 / iops
                row += [iops, below, queue, below + queue]
            lines.append(
                ",".join(f'"{cell}"' for cell in (at.strftime("%m/%d/%Y %H:%M:%S"), *(f"{one:.4f}" for one in row)))
            )
        return "\n".join(lines) + "\n"

    def _iostat(self, host: str) -> str:
        """iostat -xt of the maps, and of their paths with a half of the I/O each."""
        lines = [f"Linux 5.14.0-70.el9.x86_64 ({host}) \t03/04/2026 \t_x86_64_\t(16 CPU)", ""]
        for number in range(-1, self.bins):
            at = self.start + timedelta(seconds=self.step * (number + 1) + self.ahead.get(host, 0))
            lines += [
                at.strftime("%Y-%m-%dT%H:%M:%S+0000"),
                "Device            r/s     rkB/s r_await     w/s     wkB/s w_await  aqu-sz  %util",
            ]
            for volume in range(self.volumes):
                one = self.mean(host, volume, max(number, 0))
                whole, kib = one.host + one.fabric + one.array, self.io_kib(host, max(number, 0))
                for name, share in (
                    (f"dm-{volume}", 1.0),
                    (f"sd{chr(98 + 2 * volume)}", 0.5),
                    (f"sd{chr(99 + 2 * volume)}", 0.5),
                ):
                    reads, writes = one.iops * 0.7 * share, one.iops * 0.3 * share
                    figures = (
                        reads,
                        reads * kib,
                        whole,
                        writes,
                        writes * kib,
                        whole + one.write,
                        (reads + writes) * (whole + WRITES * one.write) / 1000,
                        50.0,
                    )
                    lines.append(f"{name:<10}" + " ".join(f"{figure:9.2f}" for figure in figures))
            lines.append("")
        return "\n".join(lines) + "\n"

    def _monitor(self) -> str:
        lines = [
            f"pureuser@{self.array}> purevol monitor --interval {self.array_step} --repeat {self.bins}",
            "Name       Time                     B/s (read)  B/s (write)  op/s (read)  op/s (write)  us/op (read)  us/op (write)",
        ]
        ratio = self.array_step // self.step
        for number in range(-1, self.bins // ratio):
            at = self.start + timedelta(seconds=self.array_step * (number + 1))
            for host in self.hosts:
                for volume in range(self.volumes):
                    if self._owner(host, volume) != host:
                        continue
                    numbers = range(max(number, 0) * ratio, max(number, 0) * ratio + ratio)
                    users = self.shared if host in self.shared and volume == 0 else (host,)
                    some = [self.mean(user, volume, one) for user in users for one in numbers]
                    iops = sum(one.iops for one in some) / ratio
                    array, write = (
                        sum(one.iops * (one.array + more * one.write) for one in some) / sum(one.iops for one in some)
                        for more in (0, 1)
                    )
                    size = self.io_kib(host, max(number, 0)) * 1024 * iops
                    lines.append(
                        f"{host}-v{volume}  {at:%Y-%m-%d %H:%M:%S} UTC  {size * 0.7:.2f}  {size * 0.3:.2f}  {iops * 0.7:.2f}  "
                        f"{iops * 0.3:.2f}  {array * 1000:.0f}  {write * 1000:.0f}"
                    )
        return "\n".join(lines) + "\n"

    def _portstats(self, switch: str) -> str:
        """A session that prints the counters of ports at the beginning and at the end of the slow time."""
        if self.cisco:
            return self._interfaces(switch)
        lines = []
        for number in self.counted:
            at = self.start + timedelta(seconds=self.step * number)
            lines += [f"{switch}:admin> date", at.strftime("%a %b %d %H:%M:%S UTC %Y")]
            for (name, port), rises in self.counters.items():
                if name != switch:
                    continue
                lines += [f"{switch}:admin> portstats64show {port}"]
                for counter, rise in {"stat64_ftx": 1000, **rises}.items():
                    value = 5_000_000_000 + (rise if number == self.counted[1] else 0)
                    lines += [
                        f"{counter:<20}{value >> 32:<12}top_int : counter",
                        f"{'':<20}{value % (1 << 32):<12}bottom_int : counter",
                    ]
        return "\n".join([*lines, f"{switch}:admin> "]) + "\n"

    def _interfaces(self, switch: str) -> str:
        """The same of an MDS, with its own counters."""
        lines = []
        for number in self.counted:
            at = self.start + timedelta(seconds=self.step * number)
            lines += [
                f"{switch}# show clock",
                at.strftime("%H:%M:%S.123 UTC %a %b %d %Y"),
                f"{switch}# show interface counters detailed",
            ]
            for (name, port), rises in self.counters.items():
                if name != switch:
                    continue
                lines += [f"fc1/{port}", "  Total Stats:"]
                for counter, rise in rises.items():
                    value = 7_000_000 + (rise if number == self.counted[1] else 0)
                    lines += [f"    {counter}:{value:>30}"]
                lines += ['  Last clearing of "show interface" counters: never', ""]
        return "\n".join([*lines, f"{switch}# "]) + "\n"

    def _port(self, number: int | str) -> str:
        return f"fc1/{number}" if self.cisco else str(number)

    def _inventory(self) -> str:
        lines = ["sanlint: 1", "observed: true", "hosts:"]
        for number, host in enumerate(self.hosts):
            lines += [f"  {host}:", f"    platform: {'linux' if self.linux else 'esxi'}", "    initiators:"]
            lines += [
                f"      {port}: {{initiator_wwpn: '{_initiator(number, side)}'}}" for side, port in enumerate(PORTS)
            ]
            lines += ["    devices:"]
            lines += [
                f"      {self.device(host, volume)}: {{vendor: PURE, model: FlashArray, kernel_name: dm-{volume}}}"
                for volume in range(self.volumes)
            ]
            lines += ["    paths:"]
            lines += [
                f"      - {{device: {self.device(host, volume)}, hba: {PORTS[side]}, path_name: {f'sd{chr(98 + 2 * volume + side)}' if self.linux else f'p{volume}{side}{controller}'}, initiator: '{_initiator(number, side)}', "
                f"target: '{_target(side, controller)}', state: active}}"
                for volume in range(self.volumes)
                for side in (0, 1)
                for controller in ((side,) if self.linux else (0, 1))
            ]
        lines += ["storage_arrays:", f"  {self.array}:", "    family: pure", "    directors:"]
        for controller in (0, 1):
            ports = ", ".join(f"FC{side}: {{target_wwpn: '{_target(side, controller)}'}}" for side in (0, 1))
            lines.append(f"      CT{controller}: {{ports: {{{ports}}}}}")
        if self.unaligned:
            lines += ["    storage_volumes:"]
        lines += [
            f"      {host}-v{volume}: {{device: {self.device(host, volume)}, unaligned_ratio: {share}}}"
            for host, share in self.unaligned.items()
            for volume in range(self.volumes)
        ]
        lines += ["    views:"]
        for number, host in enumerate(self.hosts):
            initiators = ", ".join(f"{{initiator_wwpn: '{_initiator(number, side)}'}}" for side in (0, 1))
            targets = ", ".join(
                f"{{target_wwpn: '{_target(side, controller)}'}}" for side in (0, 1) for controller in (0, 1)
            )
            volumes = ", ".join(
                f"{{device: {self.device(host, volume)}, volume_name: {self._owner(host, volume)}-v{volume}}}"
                for volume in range(self.volumes)
            )
            lines += [
                f"      {host}:",
                f"        initiators: [{initiators}]",
                f"        ports: [{targets}]",
                f"        volumes: [{volumes}]",
            ]
        lines += ["fabrics:"]
        for side, name in enumerate(("north", "south")):
            lines += self._fabric(side, name)
        return "\n".join(lines) + "\n"

    def _fabric(self, side: int, name: str) -> list[str]:
        """Two edge switches with the hosts, and a core switch with the array."""
        core = f"{name}-c1"
        wwns = {
            core: f"1000000000000{side}00",
            f"{name}-e1": f"1000000000000{side}01",
            f"{name}-e2": f"1000000000000{side}02",
        }
        members = ", ".join(
            [f"'{_initiator(number, side)}'" for number in range(len(self.hosts))]
            + [f"'{_target(side, one)}'" for one in (0, 1)]
        )
        lines = [f"  {name}:", "    zones:", f"      all: {{switch: {core}, members: [{members}]}}", "    switches:"]
        for place, edge in enumerate((f"{name}-e1", f"{name}-e2")):
            near = [number for number, host in enumerate(self.hosts) if (host in self.far) == bool(place)]
            logins = ", ".join(
                f"{{wwpn: '{_initiator(number, side)}', port: '{self._port(number)}', local: true}}" for number in near
            )
            ports = [
                *(f"'{self._port(number)}': {{port_type: F, speed_gbps: {SPEED}}}" for number in near),
                f"'{self._port(30)}': {{port_type: E, speed_gbps: {SPEED}{self.isl}}}",
            ]
            lines += [
                f"      {edge}:",
                f"        switch_wwn: '{wwns[edge]}'",
                f"        vendor: {'cisco' if self.cisco else 'brocade'}",
                f"        ports: {{{', '.join(ports)}}}",
                f"        logins: [{logins}]",
                f"        isls: [{{port: '{self._port(30)}', peer_wwn: '{wwns[core]}', peer_switch: {core}, peer_port: '{self._port(f'3{place}')}'}}]",
            ]
        targets = ", ".join(
            f"{{wwpn: '{_target(side, one)}', port: '{self._port(one)}', local: true}}" for one in (0, 1)
        )
        ports = [
            f"'{self._port(port)}': {{port_type: {'F' if port < 2 else 'E'}, speed_gbps: {SPEED}{'' if port < 2 else self.isl}}}"
            for port in (0, 1, 30, 31)
        ]
        return [
            *lines,
            f"      {core}:",
            f"        switch_wwn: '{wwns[core]}'",
            f"        vendor: {'cisco' if self.cisco else 'brocade'}",
            f"        ports: {{{', '.join(ports)}}}",
            f"        logins: [{targets}]",
        ]


def _initiator(number: int, side: int) -> str:
    return f"10000000c9bb{number:02x}{side:02x}"


def _target(side: int, controller: int) -> str:
    return f"524a9370000000{controller}{side}"


def during(
    first: int, last: int, change: Callable[[Parts], Parts], hosts: tuple[str, ...] = (), port: str = ""
) -> Scenario:
    """A scenario that changes the parts of these hosts (all if empty) and adapter from interval ``first`` to ``last``."""

    def scenario(host: str, _volume: int, adapter: str, number: int, parts: Parts) -> Parts:
        concerned = (not hosts or host in hosts) and (not port or adapter == port) and first <= number < last
        return change(parts) if concerned else parts

    return scenario


def slow_array(parts: Parts) -> Parts:
    """The array takes ten times as long."""
    return replace(parts, array=parts.array * 10)


def full_queue(parts: Parts) -> Parts:
    """More I/O than the queue of the host lets through: I/Os wait before they are sent."""
    return replace(parts, host=6.0, iops=parts.iops * 1.1)


def slow_fabric(parts: Parts) -> Parts:
    """I/Os wait between host and array."""
    return replace(parts, fabric=8.0)
