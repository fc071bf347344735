"""Answers about a session's exports that later runs use again: the report, the picture, and the machines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from checker.audit.remembered import settings_of_check

if TYPE_CHECKING:
    from checker.audit.opened import Opened
    from checker.rules.change.machines import Machines
    from checker.rules.evaluate.finding import Report
    from checker.topology.picture.graph import Graph


def report_of(san: Opened, *, use_baseline: bool) -> Report:
    """Evaluate the rules, or return the report of an earlier run; for arguments and errors see :meth:`Session.check`."""
    from checker.audit.check import evaluate_rules
    from checker.audit.selection import with_profile

    san.prepare(use_baseline=use_baseline)

    def evaluated() -> Report:
        load = san.load
        config = with_profile(san.config, san.rules, san.options)
        if san.remembers and not san.store.optimizer:
            # What other commands on the same exports ask; it costs a fiftieth of the report.
            graph_of(san)
            machines_of(san)
        with san.take_store() as store:
            return evaluate_rules(san, store, config, load, use_baseline=use_baseline)

    question = ("report", settings_of_check(san, use_baseline=use_baseline)) if san.remembers else "report"
    report = san.answer(question, _report_classes, evaluated, usable=lambda found: not found.errors)
    return replace(
        report,
        as_of=san.as_of.isoformat(),
        as_of_given=(san.options.as_of or san.config.as_of) is not None,
        passes=report.passes if san.options.passes else (),
    )


def unpriced_report_of(san: Opened) -> Report:
    """Evaluate the rules without a load and without the changes of a profile, or return the report of an earlier run.

    It is what the SAN is compared with after a failure, the same whatever fails.
    """
    from checker.audit.check import evaluate_rules

    def evaluated() -> Report:
        with san.take_store() as store:
            return evaluate_rules(san, store, san.config)

    question = ("unpriced report", settings_of_check(san, use_baseline=True)) if san.remembers else "unpriced report"
    return san.answer(question, _report_classes, evaluated, usable=lambda found: not found.errors)


def graph_of(san: Opened) -> Graph:
    """Return the topology as a graph."""
    from checker.topology.picture import read

    return san.answer("graph", _graph_classes, lambda: read.graph_of(san.store))


def machines_of(san: Opened) -> Machines:
    """Return the machines that commands run on."""
    from checker.rules.change import machines

    return san.answer("machines", lambda: (machines.Machines,), lambda: machines.machines_of(san.store))


def estimate_classes() -> tuple[type, ...]:
    """Return the classes of an estimate without a load."""
    from checker.audit.latency import Estimate
    from checker.estimate.answer.answer import Answer, Missing, Pair
    from checker.estimate.quantity import Range

    return Estimate, Answer, Missing, Pair, Range, *record_classes()


def record_classes() -> tuple[type, ...]:
    """Return the classes of the records of what was read."""
    from checker.intake.record import ExportRecord
    from checker.readers.toolkit.base import Ignore

    return ExportRecord, Ignore


def _report_classes() -> tuple[type, ...]:
    from checker.estimate.cost.cost import Cost, CostNumber
    from checker.estimate.quantity import Range
    from checker.rules.evaluate import finding
    from checker.rules.suppress import model

    return (
        finding.Report, finding.Finding, finding.Place, finding.FixStep, finding.FileCoverage, finding.RuleCoverage,
        finding.MissingFact, finding.MissingExport, finding.Passed, finding.Checked, Cost, CostNumber, Range,
        model.Suppression, model.SuppressionUse, model.BaselineUse, model.KnownFinding,
    )  # fmt: skip


def _graph_classes() -> tuple[type, ...]:
    from checker.topology.picture.graph import Edge, Graph, Node

    return Graph, Node, Edge
