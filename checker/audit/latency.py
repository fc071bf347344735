"""Latency of a SAN under a workload: assemble the facts, solve, and list the facts that are missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from checker.audit.check import suppliers
from checker.errors import NothingReadError, UsageError
from checker.estimate.answer.asked import Asked

if TYPE_CHECKING:
    from checker.audit.opened import Opened
    from checker.estimate.answer.answer import Answer, Missing
    from checker.estimate.answer.failed import Failed
    from checker.estimate.assemble.arranged import Mode
    from checker.estimate.assemble.parts import MissingFact
    from checker.estimate.library import Library
    from checker.estimate.workload.model import Assignment, HostVolume, LoadFile
    from checker.facts.store.store import Store
    from checker.intake.record import ExportRecord


@dataclass(frozen=True)
class EstimateRequest:
    """What to estimate.

    Attributes:
        workload: a workload.yaml, a benchmark plan or captures; None uses the configuration's. Without one, or if it is
            empty, only ratios are estimated.
        what_if: facts and parameters to override, by name.
        compare: arrangements to estimate the same load for.
        curve: also estimate latency over load; None for only if there is a load.
        hosts, volumes: names or globs to show; all if empty.
        asked: further questions: simulation, limits, growth.
        fail: components, as ``KIND:NAME``, that fail together.
    """

    workload: str | None = None
    what_if: Mapping[str, float] = field(default_factory=dict)
    compare: tuple[Mode, ...] = ()
    curve: bool | None = False
    hosts: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()
    asked: Asked = field(default_factory=Asked)
    fail: tuple[str, ...] = ()


@dataclass(frozen=True)
class Estimate:
    """An answer, and the exports it is based on."""

    answer: Answer
    records: tuple[ExportRecord, ...]


def estimate_of(san: Opened, request: EstimateRequest, load: LoadFile | None = None) -> Estimate:
    """Estimate the latency of a SAN.

    Args:
        san: the exports.
        request: what to estimate.
        load: a load that was read already; replaces the file of the request.

    Raises:
        UsageError: the workload or a name in the request is invalid (exit code 2).
        NothingReadError: nothing usable was read, or no path from a host to a volume is known (exit code 3).
    """
    from checker.audit.answers import estimate_classes
    from checker.estimate.workload.sources.load import load_workload
    from checker.rules.config.estimate import library_of, workload_of

    request = replace(request, workload=workload_of(request.workload, san.config) if load is None else load.path)
    if request.curve is None:
        request = replace(request, curve=request.workload is not None)
    if request.workload is None and (what := _needing_load(request)):
        raise UsageError(f"{what} needs a load: add --workload FILE")
    # An invalid workload is reported before exports are read.
    if load is None and request.workload is not None:
        load = load_workload(request.workload)
    san.demand_read()

    def estimated() -> Estimate:
        library = library_of(san.config)
        answer = _answer(san.store, request, load, library, san.options.progress)
        if request.fail and answer.result is not None and load is not None:
            answer = replace(answer, failed=_failed(san, request, load, library))
        answer = replace(answer, notes=(*_skipped(san.records), *answer.notes))
        return Estimate(answer, tuple(san.records))

    # The result under a load computes its limits when they are printed, so it cannot be kept.
    return estimated() if load is not None else san.answer(("estimate", request), estimate_classes, estimated)


def _skipped(records: Iterable[ExportRecord]) -> Iterator[str]:
    """Yield what was skipped in inventories: a declared fact that has no effect must not go unnoticed."""
    for record in records:
        if record.platform == "sanlint":
            yield from (f"{record.file}:{line}: {text}" for line, text in record.notes)


def _needing_load(request: EstimateRequest) -> str | None:
    """Return the first option that has no meaning without a load."""
    asked = request.asked
    options = {
        "--compare": request.compare, "--curve": request.curve, "--simulate": asked.simulate, "--until": asked.until,
        "--growth": asked.growth, "--fail": request.fail,
    }  # fmt: skip
    return next((name for name, given in options.items() if given), None)


def _failed(san: Opened, request: EstimateRequest, file: LoadFile, library: Library) -> Failed:
    """Estimate the load of a request before and after the failure of its components.

    Raises:
        UsageError: a component does not exist.
    """
    from checker.estimate.assemble.parts import FACTS

    overrides = {name: value for name, value in request.what_if.items() if name in FACTS}
    parameters = {name: value for name, value in request.what_if.items() if name not in FACTS}
    chosen = library.overridden(parameters, "--what-if") if parameters else library
    return failure_under_load(san, request.fail, file, chosen, overrides)


def failure_under_load(
    san: Opened, names: Sequence[str], file: LoadFile, library: Library, overrides: Mapping[str, float]
) -> Failed:
    """Estimate a load before and after a failure.

    Args:
        san: the exports; uses up their store.
        names: the components that fail together, as ``KIND:NAME``.
        file: the load.
        library: the parameters.
        overrides: facts to replace.

    Raises:
        UsageError: a component does not exist, or the load names something unknown.
    """
    from checker.estimate.answer.failed import failed_of
    from checker.estimate.assemble.facts import facts_of
    from checker.estimate.assemble.san import Builder
    from checker.estimate.workload.assign import assign
    from checker.estimate.workload.names import arrays_in_exports, volumes_in_scope
    from checker.topology.failure.components import catalogue
    from checker.topology.failure.fail import fail, hosts_at

    with san.take_store() as store:
        before = facts_of(store)
        assignment = assign(file, volumes_in_scope(store), arrays_in_exports(store))
        known = catalogue(store)
        components = tuple(dict.fromkeys(known.find(name) for name in names))
        labels = {component: known.label(component) for component in components}
        hosts = hosts_at(store, components)
        fail(store, components)
        after = facts_of(store)
    loads = {pair: one.workload for pair, one in assignment.loads.items() if one.workload.loaded}
    return failed_of(Builder(before, library, overrides), after, loads, components, labels, hosts)


def _answer(
    store: Store,
    request: EstimateRequest,
    file: LoadFile | None,
    library: Library,
    progress: Callable[[str, float], None] | None,
) -> Answer:
    """Estimate the latency of the SAN in a store; ``file`` is its workload.

    Raises:
        UsageError: a name in the request is invalid (exit code 2).
        NothingReadError: no path from a host to a volume is known (exit code 3).
    """
    from checker.estimate.answer.make import Question, make_answer
    from checker.estimate.assemble.facts import facts_of
    from checker.estimate.assemble.parts import FACTS
    from checker.estimate.workload.assign import assign
    from checker.estimate.workload.model import Assignment
    from checker.estimate.workload.names import arrays_in_exports, volumes_in_scope

    overrides = {name: value for name, value in request.what_if.items() if name in FACTS}
    parameters = {name: value for name, value in request.what_if.items() if name not in FACTS}
    san = facts_of(store)
    pairs = volumes_in_scope(store)
    if not pairs:
        raise NothingReadError(
            "no path from a host to a volume is known; add path lists of the hosts, or zoning and masking"
        )
    assignment: Assignment = assign(file, pairs, arrays_in_exports(store)) if file is not None else Assignment({})
    loads = {pair: one for pair, one in assignment.loads.items() if one.workload.loaded}
    question = Question(
        request.workload,
        loads,
        overrides,
        parameters,
        request.compare,
        bool(request.curve),
        _shown(pairs, request),
        file.assumptions if file is not None else (),
        (*(file.notes if file is not None else ()), *assignment.notes, *_unloaded(len(assignment.loads) - len(loads))),
        0 if file is not None else _measured(store),
        _dated(request.asked, file, progress),
    )
    answer, missing_facts = make_answer(san, library, question)
    return replace(answer, missing=tuple(_missing(store, missing_facts)))


def _dated(asked: Asked, file: LoadFile | None, progress: Callable[[str, float], None] | None) -> Asked:
    """Return the questions with progress, and with the date of a measured load where none is declared."""
    growth, measured = asked.growth, file.measured_at if file is not None else None
    if growth is not None and growth.since is None and measured is not None:
        growth = replace(growth, since=measured.date())
    return replace(asked, growth=growth, progress=progress)


def _unloaded(count: int) -> tuple[str, ...]:
    """Return the note on loads without an amount."""
    if not count:
        return ()
    return (
        f"{count:,} host-volume pairs: the workload states the type of their I/O but not the amount (iops, outstanding)",
    )


def _shown(pairs: Sequence[HostVolume], request: EstimateRequest) -> list[HostVolume]:
    """Return the requested hosts and volumes.

    Raises:
        UsageError: a name matches none; suggests the nearest.
    """
    from checker.estimate.workload.assign import matcher
    from checker.rules.language.suggest import unknown

    kept = list(pairs)
    for kind, patterns in (("host", request.hosts), ("volume", request.volumes)):
        fitting = []
        for pattern in patterns:
            fits = matcher(pattern.lower())
            found = [pair for pair in pairs if any(fits(name.lower()) for name in _names(pair, kind))]
            if not found:
                known = {name for pair in pairs for name in _names(pair, kind)}
                raise UsageError(f"--{kind}: {unknown(kind, pattern, known)}")
            fitting += found
        if patterns:
            shown_pairs = {(pair.host, pair.volume) for pair in fitting}
            kept = [pair for pair in kept if (pair.host, pair.volume) in shown_pairs]
    if not kept:
        raise UsageError("--host, --volume: none of these volumes is presented to any of these hosts")
    return kept


def _names(pair: HostVolume, kind: str) -> tuple[str, ...]:
    return (pair.host, *pair.host_names) if kind == "host" else (pair.volume, *pair.names)


def _measured(store: Store) -> int:
    """Return the number of volumes with a measured load."""
    if not store.has_rows("workload"):
        return 0
    return int(store.rows("SELECT count(DISTINCT about_key) FROM workload WHERE iops IS NOT NULL AND measured")[0][0])


def _missing(store: Store, missing_facts: Sequence[MissingFact]) -> list[Missing]:
    """Group missing facts that several objects share, with the exports that would provide them."""
    from checker.estimate.answer.answer import Missing
    from checker.rules.evaluate.connection import tables
    from checker.rules.evaluate.coverage.missing_exports import Advisor, Inventory, take_inventory

    if not missing_facts:
        return []
    advisor = Advisor(suppliers(), take_inventory(store.connection, tables(store.connection)))
    grouped: dict[tuple[str, tuple[str, ...]], list[MissingFact]] = {}
    for gap in missing_facts:
        grouped.setdefault((gap.what, gap.keys), []).append(gap)
    found = []
    for (what, keys), members in grouped.items():
        needs: dict[tuple[str, str], set[str]] = {}
        for gap in members:
            for fact in gap.facts:
                column = _owner_column(fact)
                needs.setdefault((column, dict(gap.owners).get(column, "")), set()).add(fact)
        families = {gap.family for gap in members if gap.family}
        # The vendor of an array without an export can still be known from its ports.
        fitting = [one for one in suppliers() if one.platform in families]
        unnamed = Advisor(fitting, Inventory({}, {}))
        commands = dict.fromkeys(
            (owner, offer.command)
            for (column, owner), facts in sorted(needs.items())
            for offer in (unnamed if column == "storage_array" and not owner and families else advisor).offers(
                (column, owner), frozenset(facts)
            )[:1]
        )
        facts = tuple(dict.fromkeys(fact for gap in members for fact in gap.facts))
        found.append(Missing(what, tuple(dict.fromkeys(gap.of for gap in members)), facts, tuple(commands), keys))
    return found


def _owner_column(fact: str) -> str:
    """Return the column that identifies the device of a fact: host, switch or storage_array."""
    from checker.facts.kinds import kinds

    columns = {column.name for column in kinds()[fact.partition(".")[0]].columns}
    return next((name for name in ("host", "switch", "storage_array") if name in columns), "")
