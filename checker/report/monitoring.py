"""The state of each host and of the SAN as monitoring systems know it: OK, WARN, CRIT or UNKNOWN, with counts.

An error is CRIT and a warning is WARN; notes of severity info change nothing. Without either, a state is UNKNOWN if
data is missing for a check that could be CRIT, else OK, and the text says for how many checks data is missing (ADR 16).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checker.report.digest import INVENTORY, digest, is_partly_read
from checker.report.text.words import counted_errors, plural
from checker.rules.evaluate.finding import Finding, Report

if TYPE_CHECKING:
    from checker.topology.picture.graph import Graph

OK, WARN, CRIT, UNKNOWN = range(4)
"""The numbers of the states in Nagios plugins and Checkmk local checks."""
_Gap = tuple[int, bool]
"""The objects that a rule was not evaluated on, and whether its findings can be errors."""


@dataclass(frozen=True)
class State:
    """The state of one host, or of the SAN as a whole (``host`` None).

    ``unevaluated`` counts the checks that lack data, ``possible_errors`` those of them whose findings can be errors;
    ``reason`` says what else was not read or evaluated. Suppressed findings count only in ``suppressed``.
    """

    host: str | None
    status: int
    errors: int
    warnings: int
    infos: int
    unevaluated: int
    possible_errors: int
    suppressed: int = 0
    reason: str = ""

    @property
    def text(self) -> str:
        """One sentence: the counts, what lacks data, and why the state is unknown."""
        counts = ((self.errors, "error"), (self.warnings, "warning"))
        found = [plural(count, word) for count, word in counts if count] or ["no errors or warnings"]
        found += [f"{self.infos:,} info"] if self.infos else []
        found += [f"{self.suppressed:,} more suppressed"] if self.suppressed else []
        missing = f"data is missing for {plural(self.unevaluated, 'check')}" if self.unevaluated else ""
        missing += f", {self.possible_errors:,} of which can report errors" if self.possible_errors else ""
        return "; ".join(filter(None, (", ".join(found), missing, self.reason)))


def san_state(report: Report) -> State:
    """Return the state of the SAN: of all findings, and of everything that was read and evaluated."""
    found = digest(report)
    reasons = []
    if not found.checks:
        reasons.append("nothing was checked")
    if report.errors:
        reasons.append(counted_errors(report.errors))
    if found.unrecognised:
        reasons.append(f"{plural(len(found.unrecognised), 'file')} not recognised")
    if found.partly_read:
        reasons.append(f"{plural(len(found.partly_read), 'file')} only partly read")
    gaps = [(rule.not_evaluated, rule.can_be_error) for rule in report.rules]
    return _state(None, report.findings, gaps, reasons)


def host_states(report: Report, graph: Graph | None) -> list[State]:
    """Return the state of every known host, by name: those of the topology, and those that findings are about."""
    findings: dict[str, list[Finding]] = {}
    for finding in report.findings:
        for host in sorted(_hosts(finding)):
            findings.setdefault(host, []).append(finding)
    nodes = graph.nodes if graph is not None else {}
    names = {node.label for node in nodes.values() if node.kind == "host"} | findings.keys()
    # An inventory contains a host if it names one of its ports: a name alone, also one from an alias, says nothing.
    ports = {nodes[one.parent].label for one in nodes.values() if one.kind == "initiator" and one.parent in nodes}
    gaps: dict[str, list[_Gap]] = {}
    for rule in report.rules:
        for host, objects in rule.hosts_without_data.items():
            gaps.setdefault(host, []).append((objects, rule.can_be_error))
    owners = {file.owner for file in report.files if file.format is not None}
    declared = ports if any(file.format == INVENTORY for file in report.files) else set()
    cut = {file.owner for file in report.files if is_partly_read(file)}
    states = []
    for host in sorted(names | gaps.keys()):
        reasons = [counted_errors(report.errors)] if report.errors else []
        reasons += [] if host in owners or host in declared else ["no export of the host was read"]
        reasons += ["an export of the host was only partly read"] if host in cut else []
        states.append(_state(host, findings.get(host, ()), gaps.get(host, ()), reasons))
    return states


def _hosts(finding: Finding) -> set[str]:
    return {str(one["host"]) for one in (finding.object, *finding.objects) if one.get("host")}


def _state(host: str | None, findings: Iterable[Finding], gaps: Sequence[_Gap], reasons: Sequence[str]) -> State:
    every = list(findings)
    severities = [finding.severity for finding in every if finding.state != "suppressed"]
    errors, warnings, infos = (severities.count(severity) for severity in ("error", "warning", "info"))
    unevaluated = sum(objects for objects, _ in gaps)
    possible = sum(objects for objects, can_be_error in gaps if can_be_error)
    status = CRIT if errors else WARN if warnings else UNKNOWN if possible or reasons else OK
    hidden = len(every) - len(severities)
    return State(host, status, errors, warnings, infos, unevaluated, possible, hidden, ", ".join(reasons))
