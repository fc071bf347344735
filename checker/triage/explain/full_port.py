"""TRI004: a port is full, because more is asked of it than it can carry."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from checker.triage.case import Case
from checker.triage.explain.isl import is_full
from checker.triage.measured.counters import Port
from checker.triage.model import Component, Evidence, Explanation, Need
from checker.triage.parameters import threshold
from checker.triage.shared.together import fit_together, used_by_slow


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each port, and each ISL with a full link, on the way of the slow flows that is full in a direction.

    Where the ports of a host are alike, none of them is at fault alone, but all of them may be full, or all ports of the array.
    """
    yield from _full_hosts(case)
    joint: dict[Component, tuple[float, str, Port]] = {}
    for component, ends in case.ends.items():
        full = sorted((one for ports, _ in ends for one in map(_fullest, ports) if one is not None), key=_rank)
        # TRI005 is about an ISL that is full as a whole.
        if not full or is_full(component, ends):
            continue
        # The ends of a link are full together, so one of them says it.
        fullest = full[0]
        if case.fit(component) > 0:
            yield _explanation(case, (component,), [fullest], case.fit(component), case.recall(component))
        elif not case.hosts_of(fullest[2]):
            joint[component] = fullest
    components = used_by_slow(case, joint)
    fit, recall = fit_together(case, components)
    if fit > 0:
        yield _explanation(case, components, [joint[one] for one in components], fit, recall)


def _explanation(
    case: Case, components: tuple[Component, ...], full: Sequence[tuple[float, str, Port]], fit: float, recall: float
) -> Explanation:
    evidence = []
    for number, (share, way, port) in enumerate(full):
        text = f"port {port.port} of {port.switch} uses {share:.0%} of its rate ({way})"
        where = port.at(f"words_{way}", f"bytes_{way}", f"throughput {way}")
        evidence.append(
            Evidence(
                text, share, "ratio", threshold("busy_port"), decisive=True, independent=not number, locations=where
            )
        )
    fabric, port = case.fabric_measured, full[0][2]
    who = tuple(dict.fromkeys(host for _, _, one in full for host in case.hosts_of(one))) or tuple(
        ("switch_port", one.key) for _, _, one in full
    )
    return Explanation(
        "TRI004", "port full" if len(full) == 1 else "ports full", fabric.share, fit, components, who, tuple(evidence),
        confirm=(Need("load of the port over time, and who sends", "", port.switch, "whether it is full whenever it is slow"),),
        effect="less load on it, or more links" if len(full) == 1 else "less load on them, or more links",
        recall=recall, against=fabric.against, placed=fabric.placed,
    )  # fmt: skip


def _full_hosts(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each slow host of which all ports are full."""
    initiators = Counter(case.hosts.values())
    ports: defaultdict[str, list[tuple[float, str, Port]]] = defaultdict(list)
    for one in case.ports.values():
        for _, host in case.hosts_of(one):
            if (fullest := _fullest(one)) is not None and len(one.wwpns) == 1:
                ports[host].append(fullest)
    for host in sorted({flow.host for flow in case.slow} & case.flows.alike):
        full = sorted(ports[host], key=_rank)
        if len(full) < 2 or len(full) < initiators[host]:
            continue
        component = ("host", host)
        shown = ", ".join(f"port {port.port} of {port.switch} {share:.0%}" for share, _, port in full)
        where = tuple(place for _, way, port in full for place in port.at(f"words_{way}", f"bytes_{way}"))
        yield Explanation(
            "TRI004", "all ports of the host full", case.fabric_measured.share, case.fit(component), tuple(("switch_port", port.key) for _, _, port in full),
            (component,), (Evidence(f"all ports to {host} are full: {shown}", full[-1][0], "ratio", threshold("busy_port"), decisive=True, locations=where),),
            confirm=(Need("load of the ports over time, and what the host reads and writes", "", host, "whether they are full whenever it is slow"),),
            effect="less load on the host, or more or faster ports", recall=case.recall(component), against=case.fabric_measured.against, placed=case.fabric_measured.placed,
        )  # fmt: skip


def _fullest(port: Port) -> tuple[float, str, Port] | None:
    """Return the use of a port in the direction in which it is full; None if it is not full."""
    uses = [(use[0], way, port) for way in ("tx", "rx") if (use := port.use(way)) is not None and use[1]]
    best = max(uses, key=lambda one: one[0], default=None)
    return best if best is not None and best[0] >= threshold("busy_port") else None


def _rank(one: tuple[float, str, Port]) -> tuple[float, str]:
    return -one[0], one[2].key
