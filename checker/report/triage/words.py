"""Words of triage that its pages share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from checker.report.text.words import plural
from checker.triage.model import moment

if TYPE_CHECKING:
    from checker.triage.model import Component, Evidence, Flow, Need, Segment, Span, Triage

_MEANINGS: Mapping[str, str] = {
    "S1": "host queue", "S2": "host to target", "S3": "VPLEX", "S4": "VPLEX to array", "S5": "array", "S6": "WAN",
}  # fmt: skip
_VERDICTS = {"no_evidence": "no evidence", "as_expected": "as expected: nothing is slow", "undecided": "undecided"}
_KINDS = {"storage_array": "array", "host_port": "port", "host_hba": "HBA", "isl": "ISL"}
Names = Mapping["Component", Sequence[str]]


def verdict_text(found: Triage) -> str:
    """Return the verdict in one sentence."""
    if found.verdict == "ranked":
        causes = sum(one.role == "cause" for one in found.explanations)
        return found.headline or f"{plural(causes, 'explanation')} fit" + ("s" if causes == 1 else "")
    text = _VERDICTS[found.verdict]
    return f"{text}; {found.reason}" if found.reason else text


def times_text(span: Span) -> str:
    """Return begin and end of a time in UTC."""
    since, until = moment(span.since), moment(span.until)
    end = until.strftime("%H:%M:%S") if since.date() == until.date() else until.strftime("%Y-%m-%d %H:%M:%S")
    return f"{since:%Y-%m-%d %H:%M:%S} to {end}"


def segment_name(one: Segment) -> str:
    """Return the name of a segment, or of joined ones."""
    if len(one.names) == 1:
        return f"{one.names[0]} {_MEANINGS[one.names[0]]}"
    return f"{'+'.join(one.names)} {', '.join(_MEANINGS[name] for name in one.names)} (not split)"


def name_of(one: Component, names: Names) -> str:
    """Return the name of a component that users know best."""
    return next(iter(names.get(one, ())), one[1])


def component_text(one: Component, names: Names) -> str:
    """Return a component with its kind."""
    return f"{_KINDS.get(one[0], one[0].replace('_', ' '))} {name_of(one, names)}"


def flow_name(flow: Flow, names: Names) -> str:
    """Return host, volume or port, and operation of a flow."""
    name = name_of(flow.component, names).removeprefix(f"{flow.host} ")
    return " ".join((flow.host, name, *((f"{flow.operation}s",) if flow.operation else ())))


def evidence_text(one: Evidence) -> str:
    """Return the text of evidence with the file and line that it is from."""
    places = [f"{member or file}:{line}" for file, member, line in one.locations[:1]]
    return " ".join([one.text, *(f"({place})" for place in places)])


def need_text(one: Need) -> str:
    """Return a needed export with what it is for."""
    owner = f"on {one.owner}, " if one.owner else ""
    return f"{owner}{one.command}: {one.why}"
