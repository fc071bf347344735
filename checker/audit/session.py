"""A session: exports read once, and the questions that can be asked of them. The public API is ``checker.audit``.

No state outlives a session, and nothing depends on the working directory beyond the paths that are given, so any number
of sessions can run side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from checker.audit.opened import Opened

if TYPE_CHECKING:
    from checker.audit.latency import Estimate, EstimateRequest
    from checker.audit.model import Model
    from checker.audit.options import Options
    from checker.estimate.workload.model import LoadFile
    from checker.report.failure.what_if import Every, Failure, Ranking
    from checker.rules.change.machines import Machines
    from checker.rules.evaluate.finding import Report
    from checker.topology.picture.graph import Graph
    from checker.topology.routes.report import RouteReport
    from checker.triage.follow import Capture
    from checker.triage.model import Triage
    from checker.triage.ticket.model import Request


def audit(paths: Sequence[str], options: Options | None = None) -> Report:
    """Check exports against the rules and return the report; the order of ``paths`` does not matter.

    Raises:
        UsageError: the configuration, a rule or the selection is invalid (exit code 2).
        SanlintError: an internal error (exit code 4).
    """
    with Session.open(paths, options) as san:
        return san.check()


class Session(Opened):
    """Exports under one configuration: read once, when the first question needs them, then checked or estimated.

    Use it as a context manager. Closing it removes its private folder and frees its store, also after an error.
    Questions can be asked in any order. :meth:`check`, :meth:`fail` and :meth:`rank` use up the store, because they lock
    or change it; the next question builds a new one without reading the exports again.
    """

    def check(self, *, use_baseline: bool = True) -> Report:
        """Evaluate the rules and return the report.

        Raises:
            UsageError: a rule, the selection, the baseline or the workload is invalid (exit code 2).
            SanlintError: an internal error (exit code 4).
        """
        from checker.audit.answers import report_of

        return report_of(self, use_baseline=use_baseline)

    def graph(self) -> Graph:
        """Return the topology as a graph, for pictures."""
        from checker.audit.answers import graph_of

        return graph_of(self)

    def machines(self) -> Machines:
        """Return the machines that commands run on."""
        from checker.audit.answers import machines_of

        return machines_of(self)

    def rows(self, names: Sequence[str]) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return the rows of these views, each a mapping of its columns, in the order of their keys."""
        from checker.views.build import build_views, rows_of

        store = self.store
        build_views(store, names)
        return {name: rows_of(store, name) for name in names}

    def estimate(self, request: EstimateRequest | None = None, load: LoadFile | None = None) -> Estimate:
        """Estimate response times and utilisation.

        Args:
            request: what to estimate; by default under the workload of the configuration.
            load: a load that was read already; replaces the file of the request.

        Raises:
            UsageError: the workload or a name in the request is invalid (exit code 2).
            NothingReadError: nothing usable was read, or no path from a host to a volume is known (exit code 3).
        """
        from checker.audit.latency import EstimateRequest, estimate_of

        return estimate_of(self, request or EstimateRequest(), load)

    def fail(self, components: Sequence[str], workload: str | None = None) -> Failure:
        """Return the effect of components failing together, each given as ``KIND:NAME``.

        Args:
            components: what fails.
            workload: load to estimate response times under, before and after.

        Raises:
            UsageError: a component does not exist, or a rule, the selection or the workload is invalid (exit code 2).
        """
        from checker.audit.failure import failure_of

        return failure_of(self, components, workload)

    def rank(self, every: Every) -> Ranking:
        """Rank every single component, or every pair, by the effect of losing it."""
        from checker.audit.failure import ranking_of

        return ranking_of(self, every)

    def route(self, host: str, volume: str) -> RouteReport:
        """Return every path from a host to a volume, hop by hop.

        Raises:
            UsageError: the host or volume is unknown (exit code 2).
        """
        from checker.topology.routes.report import route_report

        return route_report(self.store, host, volume)

    def triage(
        self, request: Request | None = None, baseline: Capture | None = None, after: Capture | None = None
    ) -> Triage:
        """Return what is slow, where, and which explanations fit; the options must ask for ``samples`` and the profile ``triage``.

        Args:
            request: what to look at.
            baseline: :meth:`means` of exports from a good time.
            after: :meth:`means` of exports from after a change.

        Raises:
            UsageError: a name or time of the request is unknown (exit code 2).
        """
        from checker.audit.amplifiers import add_findings
        from checker.audit.not_read import not_read
        from checker.rules.config.estimate import library_of
        from checker.triage.run import triage_of
        from checker.triage.ticket.model import Request

        found = triage_of(self.store, request or Request(), baseline, after, self.step, library_of(self.config))
        add_findings(self, found)
        found.guards += not_read(self.records)
        return found

    def means(self, request: Request) -> Capture:
        """Return the mean latencies of the whole capture, to compare another one with."""
        from checker.triage.follow import capture_of

        return capture_of(self.store, request)

    def inventory(self, *, sources: bool = False) -> Model:
        """Return the merged model: every object and fact of all exports.

        Args:
            sources: add to each row the file and line where it was first seen.
        """
        from checker.audit.model import model_of

        return model_of(self.resolved(), self.records, sources=sources)
