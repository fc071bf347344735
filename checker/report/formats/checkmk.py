"""``checkmk``: one local check for each host and one for the SAN: ``STATUS "SERVICE" METRICS TEXT``.

Checkmk documentation, "Local checks": the agent runs the program and reads these lines from its output.
"""

from __future__ import annotations

from checker.report.base import Format, Presentation
from checker.report.monitoring import State, host_states, san_state
from checker.report.text.words import clean
from checker.rules.evaluate.finding import Report


def render(report: Report, presentation: Presentation) -> str:
    """Return a line for the SAN, then one for each host."""
    return "".join(map(_line, (san_state(report), *host_states(report, presentation.graph))))


def _line(state: State) -> str:
    # A service name has no escapes, and a backslash begins one in the text.
    service = "SAN" if state.host is None else f"SAN host {clean(state.host)}".replace('"', "'").replace("\\", "/")
    metrics = (
        f"errors={state.errors}|warnings={state.warnings}|infos={state.infos}|checks_without_data={state.unevaluated}"
        f"|error_checks_without_data={state.possible_errors}"
    )
    return f'{state.status} "{service}" {metrics} {clean(state.text)}\n'


FORMAT = Format("checkmk", "one Checkmk local check for each host and the SAN", render, for_people=False, graph=True)
