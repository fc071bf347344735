"""TRI014: the load changed: a flow that does far more than before fills what the slow ones need, too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checker.triage.case import Case, Fabric
from checker.triage.ladder import ladder_of
from checker.triage.measured.counters import Port
from checker.triage.measured.direction import Operation
from checker.triage.model import Component, Evidence, Explanation, Flow, Need
from checker.triage.parameters import threshold
from checker.triage.shared.together import fit_together, used_by_slow


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each busy port or ISL on the way of the slow flows that the flows of one host fill.

    Where the ports of the slow hosts are alike, these may be the busy ones of all their ways together.
    """
    joint: defaultdict[tuple[str, str], dict[Component, _Culprit]] = defaultdict(dict)
    for component, ends in case.ends.items():
        uses = [use for ports, links in ends for use in _uses(case, component, ports, links)]
        if not uses or not _victims_are_flat(case, component):
            continue
        for (host, operation), flows in _risen(case, component).items():
            # Reads fill a link towards hosts, writes towards arrays.
            filled = [use for use in uses if not operation or use.carried in (None, operation)]
            culprit = _culprit(case, component, flows, max(filled, key=lambda one: one.total)) if filled else None
            if culprit is None:
                continue
            if case.fit(component) > 0:
                yield _explanation(case, (component,), [culprit], case.fit(component), case.recall(component))
            else:
                joint[host, operation][component] = culprit
    for found in joint.values():
        components = used_by_slow(case, found)
        fit, recall = fit_together(case, components)
        if fit > 0:
            yield _explanation(case, components, [found[one] for one in components], fit, recall)


@dataclass(frozen=True)
class _Culprit:
    """Flows of a host that do far more than before over a component, with the evidence for it."""

    flows: Sequence[Flow]
    evidence: tuple[Evidence, ...]


def _culprit(case: Case, component: Component, flows: Sequence[Flow], busy: _Busy) -> _Culprit | None:
    """Return flows of a host if they are a good part of the load of a component; None otherwise."""
    shares, measured = case.ways.of(flows, component)
    rate = sum(_rate(flow) * share for flow, share in zip(flows, shares, strict=True))
    before = sum(_rate(flow, quiet=True) * share for flow, share in zip(flows, shares, strict=True))
    if rate < threshold("culprit_share") * busy.total:
        return None
    host, operation = flows[0].host, flows[0].operation
    what = f"{host} {operation}s" if operation else host
    there = "there" if measured else "there if its paths carry the same"
    text = f"{what}: {rate / 1e6:,.0f} MB/s {there}, {before / 1e6:,.0f} MB/s before, {min(1.0, rate / busy.total):.0%} of its load"
    return _Culprit(flows, (Evidence(text, rate / 1e6, "MB/s", decisive=True), busy.evidence))


def _explanation(
    case: Case, components: tuple[Component, ...], culprits: Sequence[_Culprit], fit: float, recall: float
) -> Explanation:
    flows = culprits[0].flows
    fabric = _fabric(case, flows[0].host)
    return Explanation(
        "TRI014", "load changed", fabric.share, fit, components, (("host", flows[0].host), *(("volume", flow.volume) for flow in flows)),
        tuple(fact for one in culprits for fact in one.evidence),
        confirm=(Need("what runs there at that time: backup, rebuild, copy", "", flows[0].host, "who started it"),),
        effect="other I/O over the port is as fast as before", recall=recall, against=fabric.against, placed=fabric.placed,
    )  # fmt: skip


def _fabric(case: Case, culprit: str) -> Fabric:
    """Return what of the waiting may be between host and target, placed by what the others wait for: the culprit waits for itself."""
    victims = [flow for flow in case.slow if flow.host != culprit]
    total = sum(flow.excess for flow in case.slow)
    if not total or len(victims) in (0, len(case.slow)):
        return case.fabric_measured
    own, others = (
        replace(case, slow=flows, segments=ladder_of(flows, case.flows.fast(flows[0]), []))
        for flows in ([flow for flow in case.slow if flow.host == culprit], victims)
    )
    between = sum(one.share for one in own.segments if "S2" in one.names)
    rest = sum(flow.excess for flow in victims) / total
    return replace(others.fabric_measured, share=rest * others.fabric_measured.share + (1 - rest) * between)


@dataclass(frozen=True)
class _Busy:
    """Load in bytes a second of the links at one end of a component in one direction, whose data that is, and the evidence for it."""

    total: float
    carried: Operation | None
    evidence: Evidence


def _uses(case: Case, component: Component, ports: Sequence[Port], links: int) -> list[_Busy]:
    """Return the load of each direction that is not low and of which all links were measured."""
    found = []
    for way in ("tx", "rx"):
        uses = [(port, use[0]) for port in ports if (use := port.use(way)) is not None and use[1] and port.line_rate]
        if len(uses) < links:
            continue
        rates = [share * port.line_rate for port, share in uses]
        mean = sum(rates) / sum(port.line_rate for port, _ in uses)
        if mean < threshold("shared_busy"):
            continue
        names = ", ".join(port.port for port, _ in uses)
        text = f"port{'s' if len(uses) > 1 else ''} {names} of {uses[0][0].switch} {'use' if len(uses) > 1 else 'uses'} {mean:.0%} of {'their' if len(uses) > 1 else 'its'} rate ({way})"
        where = tuple(
            place for port, _ in uses for place in port.at(f"words_{way}", f"bytes_{way}", f"throughput {way}")
        )
        carried = case.directions.carried(component, ports, way)
        found.append(
            _Busy(sum(rates), carried, Evidence(text, mean, "ratio", threshold("shared_busy"), locations=where))
        )
    return found


def _risen(case: Case, component: Component) -> dict[tuple[str, str], list[Flow]]:
    """Return the flows over a component whose throughput is at least twice that of the quiet time, by host and operation."""
    found: defaultdict[tuple[str, str], list[Flow]] = defaultdict(list)
    for flow in case.flows.volumes:
        now, before = _rate(flow), _rate(flow, quiet=True)
        if before and now >= threshold("load_ratio") * before and component in case.parts.of(flow):
            found[flow.host, flow.operation].append(flow)
    return found


def _rate(flow: Flow, *, quiet: bool = False) -> float:
    """Return the throughput of a flow in bytes a second; 0 if it is unknown."""
    means = flow.quiet if quiet else flow.window
    return means.iops * (means.io_bytes or 0.0) if means is not None else 0.0


def _victims_are_flat(case: Case, component: Component) -> bool:
    """Return whether the slow flows over a component do not themselves do more than before, taken together."""
    now = before = 0.0
    for flow in (one for one in case.flows.volumes if one.state == "slow"):
        risen = flow.quiet is not None and flow.window.iops >= threshold("load_ratio") * flow.quiet.iops
        if flow.quiet is not None and not risen and case.parts.of(flow).get(component):
            now, before = now + flow.window.iops, before + flow.quiet.iops
    return bool(before) and abs(now - before) <= threshold("flat_load") * before
