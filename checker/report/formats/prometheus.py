"""``prometheus``: metrics of each host and the SAN for the textfile collector of node_exporter.

Prometheus documentation, "Exposition formats", text format 0.0.4: label values escape backslash, quote and line feed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from checker.report.base import Format, Presentation
from checker.report.digest import digest
from checker.report.monitoring import State, host_states, san_state
from checker.report.text.words import clean
from checker.rules.evaluate.finding import Report

Labels = tuple[tuple[str, str], ...]
Sample = tuple[Labels, float]


def render(report: Report, presentation: Presentation) -> str:
    """Return the metrics, each with its help and type."""
    san, hosts = san_state(report), host_states(report, presentation.graph)
    named = [(state, (("host", state.host or ""),)) for state in hosts]
    counts = [
        ((*labels, ("severity", severity)), float(count))
        for state, labels in named
        for severity, count in (("error", state.errors), ("warning", state.warnings), ("info", state.infos))
    ]
    total = (("error", san.errors), ("warning", san.warnings), ("info", san.infos))
    outcomes = digest(report).outcomes
    when = datetime.fromisoformat(report.as_of).timestamp()
    states = "0 OK, 1 warning, 2 critical, 3 unknown because data is missing"
    return "".join(
        (
            _metric("sanlint_san_status", f"State of the SAN: {states}.", [((), san.status)]),
            _metric(
                "sanlint_san_findings",
                "Findings of the SAN by severity, without suppressed ones.",
                [((("severity", severity),), count) for severity, count in total],
            ),
            _metric("sanlint_san_suppressed_findings", "Suppressed findings.", [((), san.suppressed)]),
            _gaps("sanlint_san", "the SAN", [((), san)]),
            _metric(
                "sanlint_san_rules",
                "Rules by outcome.",
                [((("outcome", name),), len(rules)) for name, rules in outcomes.items()],
            ),
            _metric("sanlint_host_status", f"State of a host: {states}.", [(at, one.status) for one, at in named]),
            _metric("sanlint_host_findings", "Findings about a host, by severity.", counts),
            _gaps("sanlint_host", "a host", [(labels, state) for state, labels in named]),
            _metric("sanlint_as_of_timestamp_seconds", "Time that ages are measured against.", [((), when)]),
        )
    )


def _gaps(prefix: str, of: str, states: Sequence[tuple[Labels, State]]) -> str:
    every = [(labels, state.unevaluated) for labels, state in states]
    errors = [(labels, state.possible_errors) for labels, state in states]
    return _metric(f"{prefix}_checks_without_data", f"Checks of {of} that lack data.", every) + _metric(
        f"{prefix}_error_checks_without_data", f"Checks of {of} that lack data and can report errors.", errors
    )


def _metric(name: str, text: str, samples: Iterable[Sample]) -> str:
    lines = [f"# HELP {name} {text}", f"# TYPE {name} gauge"]
    for labels, value in samples:
        shown = ",".join(f'{label}="{_escaped(of)}"' for label, of in labels)
        lines.append(f"{name}{{{shown}}} {value:.17g}" if shown else f"{name} {value:.17g}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return clean(text).replace("\\", "\\\\").replace('"', '\\"')


FORMAT = Format(
    "prometheus",
    "metrics for the textfile collector of Prometheus",
    render,
    for_people=False,
    graph=True,
    suffixes=(".prom",),
)
