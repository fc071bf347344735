"""What the configuration adds to a latency: findings on the way of the slow volumes, weighed by what they cost in the window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from checker import resources
from checker.facts.reference import read_reference
from checker.triage.model import Component, Evidence, Explanation, Triage
from checker.triage.parameters import threshold

if TYPE_CHECKING:
    from checker.audit.opened import Opened
    from checker.estimate.workload.model import LoadFile
    from checker.rules.evaluate.finding import Finding

_CONFIGURATION_ONLY = 0.2
"""Strength of a configuration finding: it never proves a cause."""
Key = str | int | None


def add_findings(san: Opened, found: Triage) -> None:
    """Add the findings on the way of the slow volumes to a triage: as amplifiers by their cost, else as what was found, too.

    They are found only where the estimator knows what the load of the window should take, because without it nothing has a cost.
    The session needs the profile ``triage``; its store is used up.
    """
    if not found.predictions:
        return
    from checker.audit.check import evaluate_rules
    from checker.audit.selection import with_profile

    slow = [flow for flow in found.flows if flow.state == "slow" and flow.focus and flow.volume]
    iops = sum(flow.window.iops for flow in slow)
    excess = sum(flow.excess for flow in slow) / iops if iops else 0.0
    config = with_profile(san.config, san.rules, san.options)
    with san.take_store() as store:
        report = evaluate_rules(san, store, config, _load_of(found), use_baseline=False)
    known = {one.id: one for one in found.explanations}
    amplifiers = []
    pairs = {(flow.host, flow.volume) for flow in slow}
    for finding in report.findings:
        if finding.state != "fail" or not any(_on_way(one, pairs, found.on_way) for one in finding.objects):
            continue
        supported = known.get(_supports().get(finding.rule, ""))
        if supported is not None:
            supported.findings += (finding.fingerprint,)
        cost = finding.cost.delta_ms.typical if finding.cost is not None and finding.cost.delta_ms is not None else 0.0
        if excess and cost >= threshold("amplifier_share") * excess:
            amplifiers.append(_amplifier(finding, min(1.0, cost / excess), excess, supported))
        else:
            found.also_found.append((finding.rule, finding.message, finding.fingerprint))
    found.explanations += sorted(amplifiers, key=lambda one: (-one.share, one.id, one.findings))


@cache
def _supports() -> Mapping[str, str]:
    """The explanation that each rule supports."""
    _, rows = read_reference(resources.tables_folder() / "triage_finding.yaml")
    return {str(row["rule"]): str(row["explanation"]) for row in rows}


def _load_of(found: Triage) -> LoadFile:
    """Return the load of all volumes in the window."""
    from checker.estimate.workload.model import Load, LoadFile, Origin
    from checker.triage.predicted import loads_of

    loads = loads_of(flow for flow in found.flows if flow.volume)
    return LoadFile(
        "the window",
        tuple(
            Load(workload, Origin("the window", 0), hosts=(host,), volumes=(volume,), measured=True)
            for (host, volume), workload in loads.items()
        ),
    )


def _on_way(one: Mapping[str, Key], pairs: set[tuple[str, str]], components: frozenset[Component]) -> bool:
    """Return whether the object of a finding is a slow volume, or a component on the way of one."""
    host, volume = one.get("host"), one.get("volume")
    if host and volume:
        return (str(host), str(volume)) in pairs
    return any(component in components for component in _components(one))


def _components(one: Mapping[str, Key]) -> Iterator[Component]:
    """Yield the component that the object of a finding is, by its finest key."""
    if one.get("switch"):
        yield ("switch_port", f"{one['switch']} {one['port']}") if one.get("port") else ("switch", str(one["switch"]))
    elif one.get("initiator_wwpn") or one.get("target_wwpn"):
        kinds = {"initiator_wwpn": "initiator", "target_wwpn": "target_port"}
        yield from ((kind, str(one[key])) for key, kind in kinds.items() if one.get(key))
    elif one.get("storage_array"):
        array, director = str(one["storage_array"]), one.get("director")
        yield ("director", f"{array} {director}") if director else ("storage_array", array)
    else:
        yield from ((kind, str(one[kind])) for kind in ("host", "volume") if one.get(kind))


def _amplifier(finding: Finding, share: float, excess: float, supported: Explanation | None) -> Explanation:
    """Return a finding that makes it worse, with its part of the excess."""
    text = str(finding.cost) if finding.cost is not None else ""
    return Explanation(
        finding.rule, finding.name, share, 0.0, found_for=(Evidence(finding.message), Evidence(text)), effect=finding.fix_summary,
        role="amplifier", of=supported.id if supported is not None else None, score=share * _CONFIGURATION_ONLY,
        explains_ms=share * excess, of_ms=excess, findings=(finding.fingerprint,),
    )  # fmt: skip
