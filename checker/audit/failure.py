"""What if something fails: exports audited with components marked as failed, compared to the SAN as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from checker.audit.answers import unpriced_report_of
from checker.audit.check import evaluate_rules
from checker.report.digest import shown_findings
from checker.report.failure.what_if import Every, Failure, Fall, Object, Ranking
from checker.topology.failure.components import Catalogue, catalogue
from checker.topology.failure.copies import back_end_unknown, volumes_without_data
from checker.topology.failure.data_cuts import DataLosses, data_losses
from checker.topology.failure.effect import effect, unknown_counts
from checker.topology.failure.fail import Cost, component_ports, fail, hosts_at, pair_costs, single_costs, with_data
from checker.topology.failure.parts import Component, build_failure_parts
from checker.topology.failure.smallest import smallest_pairs

if TYPE_CHECKING:
    from checker.audit.opened import Opened
    from checker.facts.store.store import Store
    from checker.rules.evaluate.finding import Report


def failure_of(san: Opened, names: Sequence[str], workload: str | None = None) -> Failure:
    """Audit exports as they are and with components failed, and return the difference.

    Args:
        san: the exports; both audits measure ages against its time.
        names: the components that fail together, as ``KIND:NAME``.
        workload: load to estimate response times under, before and after.

    Raises:
        UsageError: a component does not exist, or a rule, the selection or the workload is invalid (exit code 2).
    """
    from checker.audit.latency import failure_under_load
    from checker.estimate.workload.sources.load import load_workload
    from checker.rules.config.estimate import library_of

    load = load_workload(workload) if workload is not None else None
    _ = san.rules  # Errors in the selection are reported before exports are read.
    with san.take_store() as store:
        build_failure_parts(store)
        known = catalogue(store)
        components = tuple(dict.fromkeys(known.find(name) for name in names))
        already = set(volumes_without_data(store))
        fail(store, components)
        done, counts_unknown, hosts = effect(store), tuple(unknown_counts(store)), hosts_at(store, components)
        without_data, data_unknown = volumes_without_data(store), back_end_unknown(store)
        after = evaluate_rules(san, store, san.config)
    before = unpriced_report_of(san)
    falls = list(_falls(before, after))
    lost = {(loss.host, loss.volume) for loss in done.lost}
    reported = tuple(fall for fall in falls if not _restates(fall, components, lost))
    return Failure(
        tuple((component, known.label(component)) for component in components),
        done,
        reported,
        {load.component: known.label(load.component) for load in done.load},
        counts_unknown,
        len(falls) - len(reported),
        tuple(san.records),
        tuple(dict.fromkeys((*before.errors, *after.errors))),
        hosts,
        failure_under_load(san, names, load, library_of(san.config), {}) if load is not None else None,
        tuple(volume for volume in without_data if volume not in already),
        data_unknown,
    )


def ranking_of(san: Opened, every: Every) -> Ranking:
    """Rank every component, or every pair of components, by the effect of losing it."""
    with san.take_store() as store:
        build_failure_parts(store)
        of_paths = single_costs(store) if every == "single" else pair_costs(store)
        losses = data_losses(store, component_ports(store))
        costs = with_data(store, of_paths, losses, size=1 if every == "single" else 2)
        known = catalogue(store)
        counted = {component for cost in costs for component in cost.components}
        total, hosts = store.rows(
            "SELECT coalesce(sum(volumes), 0)::BIGINT, count(DISTINCT host) FROM failure_layout WHERE known > 0"
        )[0]
        return Ranking(
            every,
            tuple(costs),
            tuple(costs if every == "single" else _smallest(store, of_paths, costs, losses)),
            tuple(sorted(set(known.names) - counted)) if every == "single" else (),
            _labels(known, counted | set(known.names)),
            tuple(unknown_counts(store)),
            total,
            hosts,
            tuple(san.records),
            back_end_unknown(store),
        )


def _smallest(store: Store, of_paths: Sequence[Cost], costs: Sequence[Cost], losses: DataLosses) -> list[Cost]:
    """Return the pairs that do not only repeat another one, with regard to paths or to data."""
    kept = {frozenset(cost.components) for cost in smallest_pairs(store, of_paths)} | set(losses.pairs())
    return [cost for cost in costs if frozenset(cost.components) in kept]


def _labels(known: Catalogue, components: set[Component]) -> dict[Component, str]:
    return {component: known.label(component) for component in sorted(components)}


def _falls(before: Report, after: Report) -> Iterator[Fall]:
    """Yield the findings caused by the failure, with their new objects, most severe and widest first."""
    known = {(finding.rule, _key(one)) for finding in shown_findings(before) for one in finding.objects}
    found = []
    for finding in shown_findings(after):
        new = tuple(one for one in finding.objects if (finding.rule, _key(one)) not in known)
        if new:
            found.append(Fall(finding, new))
    order = ("error", "warning", "info")
    yield from sorted(
        found,
        key=lambda fall: (
            order.index(fall.finding.severity),
            fall.finding.rule,
            -len(fall.objects),
            fall.finding.fingerprint,
        ),
    )


_KEY_OF_KIND = {"cluster": "vplex_cluster", "initiator": "initiator_wwpn", "target_port": "target_wwpn"}


def _restates(fall: Fall, components: Sequence[Component], lost: set[tuple[str, str]]) -> bool:
    """Whether a finding only repeats that a path or a component has failed, or that volumes without a path are lost."""
    one = fall.finding.objects[0]
    if all((str(new.get("host")), str(new.get("volume"))) in lost for new in fall.objects):
        return True
    if "initiator_wwpn" in one and "target_wwpn" in one:
        return True
    if "host" in one:
        return False
    return any(key.split(" ")[-1] == fall.finding.object.get(_KEY_OF_KIND.get(kind, kind)) for kind, key in components)


def _key(one: Object) -> tuple[tuple[str, str | int | None], ...]:
    return tuple(sorted(one.items()))
