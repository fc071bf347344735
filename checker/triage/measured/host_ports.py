"""Ports of hosts: adapters, or where they were measured the paths of volumes, and whether those of a host differ."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from checker.facts.store.store import Store
from checker.triage.model import Flow
from checker.triage.parameters import threshold

_PATHS = """
    WITH named AS (
        SELECT host, device, unnest([hctl, path_name]) AS name FROM path_place
        WHERE host IN (SELECT host FROM triage_port WHERE path)
    )
    SELECT k.host, k.port, CASE WHEN count(DISTINCT n.device) = 1 THEN min(n.device) ELSE '' END FROM triage_port k
    LEFT JOIN named n ON n.host = k.host AND n.name = k.port WHERE k.path GROUP BY ALL
"""


class HostPorts:
    """Adapters and paths of hosts.

    Attributes:
        paths: volume of each measured path, by host and name of the path; '' if no export says which one it is.
    """

    def __init__(self, store: Store) -> None:
        self._adapters: defaultdict[str, set[str]] = defaultdict(set)
        for host, hba in store.rows(
            "SELECT DISTINCT host, hba FROM path_place WHERE host IS NOT NULL AND hba IS NOT NULL"
        ):
            self._adapters[host].add(hba)
        self.paths: Mapping[tuple[str, str], str] = {(host, name): volume for host, name, volume in store.rows(_PATHS)}

    def to_storage(self, host: str, port: str) -> bool:
        """Return whether a port is a path of a known volume, or an adapter with a path to SAN storage as far as that is known."""
        if (host, port) in self.paths:
            return bool(self.paths[host, port])
        return host not in self._adapters or port in self._adapters[host]


def idle_ports(store: Store, flows: Sequence[Flow], ports: HostPorts) -> Mapping[tuple[str, str], set[str]]:
    """Return the ports that carry none of the I/O in the window: adapters of each host, and paths of each of its volumes.

    The key of adapters has no volume. A port is idle only next to others that carry I/O; a tool that prints no row for a
    port without I/O has printed one at another time.
    """
    loads: defaultdict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for host, port in store.rows("SELECT host, port FROM triage_port ORDER BY ALL"):
        if ports.to_storage(host, port):
            loads[host, ports.paths.get((host, port), "")][port] = 0.0
    for flow in flows:
        if flow.port:
            loads[flow.host, flow.path_of][flow.port] = flow.window.iops
    return {
        key: idle
        for key, of in loads.items()
        if (idle := {port for port, iops in of.items() if iops < threshold("idle_share") * sum(of.values())})
    }


def finest(flows: Sequence[Flow]) -> list[Flow]:
    """Return the flows without the adapters of hosts of which each volume has a measured path, and without the paths of others."""
    measured: defaultdict[str, set[str]] = defaultdict(set)
    for flow in flows:
        if flow.path_of and flow.state != "unused":
            measured[flow.host].add(flow.path_of)
    missing = {
        flow.host
        for flow in flows
        if flow.volume and flow.state != "unused" and flow.volume not in measured.get(flow.host, ())
    }
    by_path = measured.keys() - missing
    return [flow for flow in flows if not flow.port or bool(flow.path_of) == (flow.host in by_path)]


def compared(flows: Sequence[Flow]) -> tuple[set[str], set[str]]:
    """Return the hosts whose ports differ, and those whose ports are alike: adapters, or the paths of a volume, that carry I/O."""
    alternatives: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for flow in flows:
        if flow.port and flow.state != "unused":
            alternatives[flow.host, flow.path_of].append(flow.window.ms)
    differ: set[str] = set()
    alike: set[str] = set()
    for (host, _), latencies in alternatives.items():
        slowest, fastest = max(latencies), min(latencies)
        if len(latencies) < 2 or math.isclose(fastest, 0.0):
            continue
        apart = slowest >= threshold("port_ratio") * fastest and slowest - fastest >= threshold("slow_ms")
        (differ if apart else alike).add(host)
    return differ, alike - differ
