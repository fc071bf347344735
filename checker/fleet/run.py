"""A run: which bundles have to be audited, and what becomes of each."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from checker.errors import SanlintError, UsageError
from checker.fleet.audit.task import audit_bundle, failed
from checker.fleet.engine import Engine
from checker.fleet.pseudonyms import FleetMap
from checker.fleet.request import Bundle, Outcome, Settings, Tables
from checker.fleet.store.results import Known, Results

if TYPE_CHECKING:
    from distributed import Future

Step = Callable[[str, float], None]
_WINDOW = 4
"""Bundles that are submitted for each core: enough to keep it busy, few enough to be lost with a scheduler."""
_ATTEMPTS = 3
_AGAIN_S = 60.0
"""Time after which the results are read again: another run may have audited the same bundles meanwhile."""
_ROUNDS = 5
"""How often a bundle is sent with more pseudonyms: once to learn its names, once to audit it, and seldom again."""


@dataclass
class Summary:
    """What a run did: bundles by state, and those that could not be audited, with the reason."""

    states: Counter[str] = field(default_factory=Counter)
    with_errors: int = 0
    seconds: float = 0.0
    problems: list[tuple[str, str]] = field(default_factory=list)

    @property
    def bundles(self) -> int:
        """Number of bundles."""
        return self.states.total()


def run(
    bundles: Sequence[Bundle],
    settings: Settings,
    results: Results,
    engine: Engine,
    step: Step = lambda _name, _share: None,
    names: FleetMap | None = None,
) -> Summary:
    """Audit the bundles that are new or changed, and write their rows.

    Args:
        bundles: all bundles.
        settings: how to audit them.
        results: the folder of results.
        engine: workers; they are started only if something has to be audited.
        step: called with the name of the step and the share that is done.
        names: the pseudonyms, if the settings ask for them; those of sources, sites and tags are in ``bundles`` already.

    Raises:
        UsageError: the workers cannot be reached, or the results cannot be written.
    """
    summary = Summary()
    known = _ByPlace(results, settings)
    due = [bundle for bundle in bundles if not known.same(bundle)]
    summary.states["unchanged"] = len(bundles) - len(due)
    if not due:
        return summary
    with engine.running(), results.writing(names.save if names else None) as writer:
        for outcome in _outcomes(due, settings, known, engine, step, names):
            if outcome.state != "unchanged":
                writer.add(outcome)
            _count(summary, outcome)
            if names is not None:
                names.learn(outcome.names.get("names", {}))
            step(f"{summary.bundles:,} of {len(bundles):,} bundles", summary.bundles / len(bundles))
    return summary


def _count(summary: Summary, outcome: Outcome) -> None:
    summary.states[outcome.state] += 1
    summary.with_errors += outcome.errors > 0
    summary.seconds += outcome.seconds
    if outcome.state in ("error", "nothing read"):
        summary.problems.append((outcome.bundle.source, outcome.reason))


class _ByPlace:
    """The results that there are, by source and site."""

    def __init__(self, results: Results, settings: Settings) -> None:
        self._results = results
        self._settings = settings
        self._read()

    def _read(self) -> None:
        self._read_at = time.monotonic()
        self._known: dict[tuple[str, str], list[Known]] = {}
        for one in self._results.known():
            self._known.setdefault((one.source, one.site), []).append(one)

    def same_by_now(self, bundle: Bundle) -> bool:
        """Return what :meth:`same` does, with what other runs have written meanwhile."""
        if time.monotonic() - self._read_at > _AGAIN_S:
            self._read()
        return self.same(bundle)

    def of(self, bundle: Bundle) -> list[Known]:
        """Return the results of a bundle."""
        return self._known.get((bundle.source, bundle.site), [])

    def same(self, bundle: Bundle) -> bool:
        """Return whether its storage says that a bundle is the one that was audited with these settings."""
        return bool(bundle.change_mark) and any(
            one.change_mark == bundle.change_mark and self._valid(one) for one in self.of(bundle)
        )

    def contents(self, bundle: Bundle) -> frozenset[str]:
        """Return the contents of a bundle that were audited with these settings."""
        return frozenset(one.sha256 for one in self.of(bundle) if self._valid(one))

    def _valid(self, one: Known) -> bool:
        return one.state != "error" and one.settings == self._settings.digest


@dataclass(frozen=True)
class _Due:
    """A bundle to audit.

    Attributes:
        bundle: the bundle.
        attempt: how often it has been submitted, with this one.
        round: how often it has been submitted with other pseudonyms, with this one.
        pseudonyms: those that it needs, as far as that is known.
    """

    bundle: Bundle
    attempt: int = 1
    round: int = 1
    pseudonyms: Tables = field(default_factory=dict)


def _outcomes(
    bundles: Sequence[Bundle], settings: Settings, known: _ByPlace, engine: Engine, step: Step, names: FleetMap | None
) -> Iterable[Outcome]:
    """Yield the outcome of each bundle, in the order in which they end; those that a scheduler loses are submitted again."""
    waiting = deque(_Due(bundle) for bundle in bundles)
    while waiting:
        pending: dict[Future[Outcome], _Due] = {}
        completed = engine.completed()
        lost: list[_Due] = []
        cores = engine.cores
        if not cores:
            # They may come later: a cluster starts its workers when it has room for them.
            step(f"waiting for workers of {engine.address}", 0.0)
        room = _WINDOW * max(1, cores)
        while waiting or pending:
            while waiting and len(pending) < room and not lost:
                due = waiting.popleft()
                if known.same_by_now(due.bundle):
                    yield Outcome(due.bundle, "unchanged")
                    continue
                future = engine.submit(audit_bundle, due.bundle, settings, known.contents(due.bundle), due.pseudonyms)
                pending[future] = due
                completed.add(future)
            if not pending:
                break
            future = next(completed)
            due = pending.pop(future)
            outcome = _result(future, due, settings)
            future.release()
            if outcome is None:
                lost.append(replace(due, attempt=due.attempt + 1))
            elif outcome.state == "unassigned" and names is not None:
                found = _assigned(due, outcome, settings, names)
                if isinstance(found, Outcome):
                    yield found
                else:
                    # At once: what it takes to fetch the bundle again may still be cached.
                    waiting.appendleft(found)
            else:
                yield outcome
        waiting.extend(lost)


def _assigned(due: _Due, outcome: Outcome, settings: Settings, names: FleetMap) -> _Due | Outcome:
    """Return a bundle with the pseudonyms that were missing, or the outcome if there is no end of them."""
    if due.round >= _ROUNDS:
        return failed(
            due.bundle, settings, f"it cannot be anonymised: names are missing after {_ROUNDS} rounds", outcome.digest
        )
    try:
        pseudonyms = names.assigned(outcome.names, due.pseudonyms)
    except UsageError as error:
        return failed(due.bundle, settings, f"it cannot be anonymised: {error}", outcome.digest)
    return replace(due, round=due.round + 1, pseudonyms=pseudonyms)


def _result(future: Future[Outcome], due: _Due, settings: Settings) -> Outcome | None:
    """Return the outcome of a task; None if the scheduler lost it, so that it has to be submitted again."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker

    bundle = due.bundle

    try:
        found: Outcome = future.result()
    except KilledWorker:
        return failed(bundle, settings, "the workers that audited it died")
    except (CancelledError, OSError, TimeoutError) as error:
        if due.attempt >= _ATTEMPTS:
            return failed(bundle, settings, f"the scheduler lost it {_ATTEMPTS} times ({type(error).__name__})")
        return None
    except SanlintError as error:
        return failed(bundle, settings, str(error))
    except Exception as error:  # noqa: BLE001 - what a task of this bundle raises must not end the run
        return failed(bundle, settings, f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")
    return found
