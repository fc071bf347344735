"""``nagios``: the output of a Nagios plugin: the state of the SAN with performance data, then one line for each host.

Nagios plugin development guidelines (nagios-plugins.org): exit code 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN.
"""

from __future__ import annotations

from checker.report.base import Format, Presentation
from checker.report.monitoring import OK, host_states, san_state
from checker.report.text.words import clean
from checker.rules.evaluate.finding import Report

_NAMES = ("OK", "WARNING", "CRITICAL", "UNKNOWN")


def render(report: Report, presentation: Presentation) -> str:
    """Return the status line with its performance data, and the long output."""
    san, hosts = san_state(report), host_states(report, presentation.graph)
    affected = sum(state.status != OK for state in hosts)
    data = {
        "errors": f"{san.errors};;0;0",
        "warnings": f"{san.warnings};0;;0",
        "infos": f"{san.infos};;;0",
        "checks_without_data": f"{san.unevaluated};;;0",
        "error_checks_without_data": f"{san.possible_errors};;;0",
        "hosts_not_ok": f"{affected};;;0;{len(hosts)}",
    }
    shown = " ".join(f"'{name}'={value}" for name, value in data.items())
    lines = [f"SANLINT {_NAMES[san.status]} - {_text(san.text)} | {shown}"]
    lines += [f"{_NAMES[state.status]}: host {_text(state.host or '')}: {_text(state.text)}" for state in hosts]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """Return text on one line without the character that begins performance data."""
    return clean(text).replace("|", "/")


def _exit_code(report: Report) -> int:
    return san_state(report).status


FORMAT = Format(
    "nagios",
    "the output of a Nagios plugin, with its exit code",
    render,
    for_people=False,
    graph=True,
    exit_code=_exit_code,
)
