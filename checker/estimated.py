"""Latency of a SAN as its exports tell it, under a workload: reads, builds, solves, and says what is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from checker.audit import AuditOptions, configuration, suppliers
from checker.errors import NothingReadError, UsageError
from checker.whatif import opened

if TYPE_CHECKING:
    from checker.estimate.answer import Answer, Missing
    from checker.estimate.build_arranged import Mode
    from checker.estimate.build_parts import Lack
    from checker.estimate.library import Library
    from checker.estimate.workload_model import Assignment, HostVolume, LoadFile
    from checker.facts.store import Store
    from checker.readers.intake import ExportRecord


@dataclass(frozen=True)
class EstimateRequest:
    """What to estimate.

    Attributes:
        workload: a workload.yaml, a benchmark plan or captures; None for the configuration's, empty or without one for
            ratios only.
        what_if: facts and parameters to replace, by name.
        compare: arrangements to estimate the same load for.
        curve: whether latency over load is wanted.
        hosts, volumes: names or globs of what to show; everything without.
    """

    workload: str | None = None
    what_if: Mapping[str, float] = field(default_factory=dict)
    compare: tuple[Mode, ...] = ()
    curve: bool = False
    hosts: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Estimate:
    """An answer, and what was read for it."""

    answer: Answer
    records: tuple[ExportRecord, ...]


def estimate_of(paths: Sequence[str], request: EstimateRequest, options: AuditOptions | None = None) -> Estimate:
    """Estimate the latency of a SAN.

    Args:
        paths: files, folders and archives.
        request: what to estimate.
        options: as for an audit.

    Raises:
        UsageError: the workload, a name or the configuration is wrong (exit code 2).
        NothingReadError: nothing usable was read, or it holds no volume with a path (exit code 3).
    """
    from checker.engine.config_estimate import library_of, workload_of
    from checker.estimate.workload_source import load_workload

    config = configuration(paths, options or AuditOptions())
    request = replace(request, workload=workload_of(request.workload, config))
    if request.workload is None and (request.curve or request.compare):
        what = "--compare" if request.compare else "--curve"
        raise UsageError(f"{what} needs a load: give --workload FILE")
    # A workload that can't be read is told before anything else is done.
    file = load_workload(request.workload) if request.workload is not None else None
    with opened(paths, options) as (store, records):
        if not any(record.format for record in records):
            raise NothingReadError("nothing usable was read: sanlint formats lists what it reads")
        return Estimate(answer_in(store, request, file, library_of(config)), tuple(records))


def answer_in(store: Store, request: EstimateRequest, file: LoadFile | None, library: Library) -> Answer:
    """Estimate the latency of a SAN that stands in a store, entities and topology.

    Args:
        store: of the SAN.
        request: what to estimate.
        file: its workload.
        library: the parameters.

    Raises:
        UsageError: a name of the request is wrong (exit code 2).
        NothingReadError: there is no volume with a path (exit code 3).
    """
    from checker.estimate.answer_make import Question, make_answer
    from checker.estimate.build_facts import facts_of
    from checker.estimate.build_parts import FACTS
    from checker.estimate.workload_assign import assign
    from checker.estimate.workload_model import Assignment

    told = {name: value for name, value in request.what_if.items() if name in FACTS}
    parameters = {name: value for name, value in request.what_if.items() if name not in FACTS}
    san = facts_of(store)
    pairs = _in_scope(store)
    if not pairs:
        raise NothingReadError(
            "no path from a host to a volume is known: give path lists of hosts, or zoning and masking"
        )
    assignment: Assignment = assign(file, pairs) if file is not None else Assignment({})
    loads = {pair: one for pair, one in assignment.loads.items() if one.workload.loaded}
    question = Question(
        request.workload,
        loads,
        told,
        parameters,
        request.compare,
        request.curve,
        _shown(pairs, request),
        file.assumptions if file is not None else (),
        (*(file.notes if file is not None else ()), *assignment.notes, *_unloaded(len(assignment.loads) - len(loads))),
        0 if file is not None else _measured(store),
    )
    answer, lacks = make_answer(san, library, question)
    return replace(answer, missing=tuple(_missing(store, lacks)))


def _unloaded(count: int) -> tuple[str, ...]:
    """What to say of loads without an amount."""
    if not count:
        return ()
    return (f"{count:,} host × volumes: the workload says what I/O they do, and not how much (iops, outstanding)",)


def _in_scope(store: Store) -> list[HostVolume]:
    """Every host and volume but those that path rules don't speak about: local disks, gatekeepers."""
    from checker.estimate.workload_names import host_volumes

    scope = {tuple(row) for row in store.rows("SELECT host, device FROM failure_volume")}
    return [pair for pair in host_volumes(store) if (pair.host, pair.volume) in scope]


def _shown(pairs: Sequence[HostVolume], request: EstimateRequest) -> list[HostVolume]:
    """The hosts and volumes that are asked for.

    Raises:
        UsageError: a name fits none; names the nearest.
    """
    from checker.engine.suggest import unknown
    from checker.estimate.workload_assign import matcher

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
            wanted = {(pair.host, pair.volume) for pair in fitting}
            kept = [pair for pair in kept if (pair.host, pair.volume) in wanted]
    if not kept:
        raise UsageError("--host, --volume: each is known, but no such volume is on such a host")
    return kept


def _names(pair: HostVolume, kind: str) -> tuple[str, ...]:
    return (pair.host, *pair.host_names) if kind == "host" else (pair.volume, *pair.names)


def _measured(store: Store) -> int:
    """Number of volumes of whose load the exports hold a measurement."""
    if not store.has_rows("workload"):
        return 0
    return int(store.rows("SELECT count(DISTINCT about_key) FROM workload WHERE iops IS NOT NULL AND measured")[0][0])


def _missing(store: Store, lacks: Sequence[Lack]) -> list[Missing]:
    """Put together what several objects lack alike, with the exports that would tell."""
    from checker.engine.session import tables
    from checker.engine.suppliers import Advisor, Inventory, take_inventory
    from checker.estimate.answer import Missing

    if not lacks:
        return []
    advisor = Advisor(suppliers(), take_inventory(store.connection, tables(store.connection)))
    grouped: dict[tuple[str, tuple[str, ...]], list[Lack]] = {}
    for lack in lacks:
        grouped.setdefault((lack.what, lack.keys), []).append(lack)
    found = []
    for (what, keys), members in grouped.items():
        needs: dict[tuple[str, str], set[str]] = {}
        for lack in members:
            for fact in lack.facts:
                column = _owner_column(fact)
                needs.setdefault((column, dict(lack.owners).get(column, "")), set()).add(fact)
        families = {lack.family for lack in members if lack.family}
        # An array that no export names may still be known by the maker of its ports.
        fitting = [one for one in suppliers() if one.platform in families]
        unnamed = Advisor(fitting, Inventory({}, {}))
        commands = dict.fromkeys(
            (owner, offer.command)
            for (column, owner), facts in sorted(needs.items())
            for offer in (unnamed if column == "storage_array" and not owner and families else advisor).offers(
                (column, owner), frozenset(facts)
            )[:1]
        )
        facts = tuple(dict.fromkeys(fact for lack in members for fact in lack.facts))
        found.append(Missing(what, tuple(dict.fromkeys(lack.of for lack in members)), facts, tuple(commands), keys))
    return found


def _owner_column(fact: str) -> str:
    """The column of a fact's kind that names the machine: host, switch or storage_array."""
    from checker.facts.model import kinds

    columns = {column.name for column in kinds()[fact.partition(".")[0]].columns}
    return next((name for name in ("host", "switch", "storage_array") if name in columns), "")
