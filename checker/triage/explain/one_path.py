"""TRI011: one port of a host carries it all, while live paths of the same volumes are idle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from checker.triage.case import Case
from checker.triage.measured.counters import Port
from checker.triage.model import Evidence, Explanation
from checker.triage.parameters import threshold

_Used = tuple[float, str, Port]
"""Use of the line rate, direction and port."""


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each slow host of which one port is nearly full and another idle."""
    for host, ports in sorted(_ports(case).items()):
        if len(ports) < 2:
            continue
        used = sorted((_used(port) for port in ports), key=lambda one: (one[0], one[2].key))
        (idle, _, other), (most, way, port) = used[0], used[-1]
        if most < threshold("one_path_busy") or idle >= threshold("one_path_idle"):
            continue
        component = ("host", host)
        text = f"port {port.port} of {port.switch} to {host} uses {most:.0%} of its rate ({way}), port {other.port} of {other.switch} {idle:.0%}"
        where = port.at(f"words_{way}", f"bytes_{way}")
        yield Explanation(
            "TRI011", "one path carries it all", case.fabric_measured.share, case.fit(component), (component,), (component,),
            (Evidence(text, most, "ratio", threshold("one_path_busy"), decisive=True, locations=where),),
            confirm=(case.platforms.need("paths", host, "why the other paths are not used"),),
            effect="I/O over all live paths, so that none of them is full", recall=case.recall(component), against=case.fabric_measured.against, placed=case.fabric_measured.placed,
        )  # fmt: skip


def _ports(case: Case) -> dict[str, list[Port]]:
    """Return the switch ports of each slow host whose use is known exactly."""
    slow = {flow.host for flow in case.slow}
    found: defaultdict[str, list[Port]] = defaultdict(list)
    for port in case.ports.values():
        hosts = {name for _, name in case.hosts_of(port)}
        if (
            len(hosts) == 1
            and hosts <= slow
            and all((use := port.use(way)) is not None and use[1] for way in ("tx", "rx"))
        ):
            found[min(hosts)].append(port)
    return found


def _used(port: Port) -> _Used:
    """Return the busier direction of a port."""
    return max((use[0], way, port) for way in ("tx", "rx") if (use := port.use(way)) is not None)
