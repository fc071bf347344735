"""Words of triage that its pages share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from checker.report.text.words import clean, controller_word, plural, shortened
from checker.triage.ticket.figures import figure_text
from checker.triage.ticket.when.times import times_text

if TYPE_CHECKING:
    from checker.triage.follow import Followed, FollowedSegment
    from checker.triage.model import (
        Component,
        Evidence,
        Explanation,
        Flow,
        Need,
        Segment,
        Triage,
    )
    from checker.triage.ticket.model import Ticket

_MEANINGS: Mapping[str, str] = {
    "S1": "host queue", "S2": "host to target", "S3": "VPLEX", "S4": "VPLEX to array", "S5": "array", "S6": "WAN",
}  # fmt: skip
_LONGEST_TEXT = 200
_FAR = 2.0
_MOST_NAMES = 8
_VERDICTS = {"no_evidence": "no evidence", "as_expected": "as expected", "undecided": "undecided"}
_KINDS = {
    "storage_array": "array",
    "host_port": "port",
    "host_hba": "HBA",
    "isl": "ISL",
    "locality": "",
    "wan_link": "WAN link",
}
REFERENCES: Mapping[str, str] = {
    "quiet": "the same volume or port outside the window",
    "baseline": "the same volume or port in the baseline",
    "siblings": "others on the same array",
}
"""What a latency is compared with, by the source of its reference."""
SOURCES: Mapping[str, str] = {
    "given": "given",
    "ticket": "stated in the ticket",
    "found": "found in the samples",
    "whole": "the whole capture; no part of it stands out",
}
"""Where a window is from."""
Names = Mapping["Component", Sequence[str]]


def verdict_text(found: Triage) -> str:
    """Return the verdict in one sentence."""
    if found.headline:
        return found.headline
    if found.verdict == "ranked":
        causes = sum(one.role == "cause" for one in found.explanations)
        text = f"{plural(causes, 'explanation')} fit" + ("s" if causes == 1 else "")
    else:
        text = _VERDICTS[found.verdict]
    return f"{text}; {found.reason}" if found.reason else text


def understood(ticket: Ticket, names: Names) -> list[tuple[str, str]]:
    """Return what was understood of a ticket, each with what it is."""
    found = [("operation", f"{ticket.operation}s" if ticket.operation else "")]
    by_kind: dict[str, list[str]] = {}
    for component in ticket.slow:
        kind, name = component[0], name_of(component, names)
        by_kind.setdefault(controller_word(name) if kind == "director" else _KINDS.get(kind, kind), []).append(name)
    found += [(kind if len(keys) == 1 else f"{kind}s", shortened(keys, _MOST_NAMES)) for kind, keys in by_kind.items()]
    if ticket.span is not None:
        found.append(("time", f"{times_text(ticket.span)} UTC"))
    found.append(("reported", figure_text(ticket.ms) if ticket.ms is not None else ""))
    found.append(("before", figure_text(ticket.before_ms) if ticket.before_ms is not None else ""))
    found.append(("stated to be fine", shortened([component_text(one, names) for one in ticket.fast], _MOST_NAMES)))
    return [(what, text) for what, text in found if text]


def counts_text(flows: Sequence[Flow]) -> str:
    """Return how many of these volumes are slow, on how many hosts; a volume is slow if its reads or writes are."""
    states: dict[tuple[str, str], set[str]] = {}
    for flow in flows:
        states.setdefault((flow.host, flow.volume), set()).add(flow.state)
    slow = [host for (host, _), found in states.items() if "slow" in found]
    unclear = sum("unclear" in found for found in states.values() if "slow" not in found)
    hosts = {host for host, _ in states}
    text = f"{len(slow)} of {plural(len(states), 'volume')} on {len(set(slow))} of {plural(len(hosts), 'host')}"
    rest = ((len(states) - len(slow) - unclear, "fast"), (unclear, "neither slow nor fast"))
    return "".join([text, *(f"; {count} {word}" for count, word in rest if count)])


def slowest_first(found: Triage) -> list[Flow]:
    """Return the slow flows, those that the complaint is about first, and of these the ones that wait most."""
    slow = (flow for flow in found.flows if flow.state == "slow")
    return sorted(slow, key=lambda flow: (not flow.focus, -flow.excess, flow.key))


def explained_text(one: Explanation) -> str:
    """Return how much of the excess a cause or candidate explains; a consequence explains nothing of its own."""
    if not one.of_ms or one.role == "consequence":
        return ""
    return f", explains {one.explains_ms:.1f} of {one.of_ms:.1f} ms"


def compared(found: Triage) -> list[str]:
    """Return what differs between the ticket and the measurements of the window."""
    ticket, texts = found.ticket, []
    if ticket is None:
        return []
    slow = [flow for flow in found.flows if flow.volume and flow.focus and flow.state != "unused"]
    weight = sum(flow.window.iops for flow in slow)
    if ticket.ms is not None and weight:
        mean = sum(flow.window.iops * flow.window.ms for flow in slow) / weight
        far = not ticket.ms[0] / _FAR <= mean <= ticket.ms[1] * _FAR
        why = "; time, zone or the place of measurement may differ" if far else ""
        texts.append(f"{figure_text(ticket.ms)} reported; these exports show {mean:.2f} ms on average{why}")
    for one in ticket.slow if len(ticket.slow) > 1 and any(flow.state == "slow" for flow in slow) else ():
        of = [flow for flow in _flows_of(found, one) if flow.state != "unused"]
        if of and all(flow.state == "fast" for flow in of):
            most = max(flow.window.ms for flow in of)
            texts.append(
                f"{component_text(one, found.names)} is reported, too, but is as fast as usual here, {most:.2f} ms at most"
            )
    for kind, key in ticket.fast:
        of = _flows_of(found, (kind, key))
        if any(flow.state == "slow" for flow in of):
            worst = max(flow.window.ms for flow in of if flow.state == "slow")
            texts.append(
                f"{component_text((kind, key), found.names)} is stated to be fine, but takes up to {worst:.2f} ms here"
            )
        elif not any(flow.state == "fast" for flow in of):
            texts.append(
                f"{component_text((kind, key), found.names)} is stated to be fine, but not measured as fast; it is not a comparison"
            )
    return texts


def _flows_of(found: Triage, one: Component) -> list[Flow]:
    """Return the flows of the volumes of a host or array, or of a volume."""
    kind, key = one
    names = {
        "host": lambda flow: flow.host, "volume": lambda flow: flow.volume, "storage_array": lambda flow: flow.system,
    }  # fmt: skip
    return [flow for flow in found.flows if flow.volume and kind in names and names[kind](flow) == key]


def quoted(ticket: Ticket) -> str:
    """Return the text of a ticket on one line, shortened."""
    text = " ".join(clean(ticket.text[: 4 * _LONGEST_TEXT]).split())
    return f'"{text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"}"' if text else ""


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
    kind, name = one[0], name_of(one, names)
    word = controller_word(name) if kind == "director" else _KINDS.get(kind, kind.replace("_", " "))
    return f"{word} {name}".strip()


def flow_name(flow: Flow, names: Names) -> str:
    """Return host, volume or port, and operation of a flow."""
    name = name_of(flow.component, names).removeprefix(f"{flow.host} ")
    return " ".join((flow.host, name, *((f"{flow.operation}s",) if flow.operation else ())))


def evidence_text(one: Evidence) -> str:
    """Return the text of evidence with the file and line that it is from."""
    places = [f"{member or file}:{line}" for file, member, line in one.locations[:1]]
    return " ".join([one.text, *(f"({place})" for place in places)])


def role_text(one: Explanation) -> str:
    """Return what an explanation is besides a cause."""
    words = {
        "cause": "",
        "candidate": "fits, not proven",
        "amplifier": "makes it worse",
        "consequence": f"consequence of {one.of}",
    }
    return words[one.role]


def followed_text(one: Followed, names: Names) -> str:
    """Return what became of a slow volume after the change."""
    after = "not in the later capture" if one.after is None else f"{one.after.ms:.2f} ms at {one.after.iops:,.0f} IOPS"
    before = f"{one.flow.window.ms:.2f} ms at {one.flow.window.iops:,.0f} IOPS before"
    return f"{flow_name(one.flow, names)}: {one.outcome}; {before}, {after}"


def followed_segment_text(one: FollowedSegment) -> str:
    """Return what a segment took before and takes after the change."""
    of = " ".join(
        (
            *((f"{one.segment.operation}s",) if one.segment.operation else ()),
            *((f"of {one.segment.of}",) if one.segment.of else ()),
        )
    )
    after = "not shown by the later capture" if one.after_ms is None else f"now {one.after_ms:.2f} ms"
    figures = f"{one.segment.measured_ms:.2f} ms before, {after}, usual {one.segment.budget_ms:.2f}"
    return f"{segment_name(one.segment)}{f', {of}' if of else ''}: {figures}"


def outcomes_text(found: Triage) -> str:
    """Return how many slow volumes have which outcome, and which time of the later capture was compared."""
    counts = Counter(one.outcome for one in found.follow or ())
    what = "all of the later capture" if found.follow_whole else "the slow time of the later capture"
    when = f", {times_text(found.follow_span)} UTC" if found.follow_span is not None else ""
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    return f"{outcomes}; compared with {what}{when}; reads and writes of a volume count separately"


def also_found(found: Triage) -> list[str]:
    """Return the findings on the way of what is slow that do not explain it."""
    return [f"{rule}, does not explain it: {message}" for rule, message, _ in found.also_found]


def old_errors(found: Triage) -> list[str]:
    """Return the totals of errors that are no evidence."""
    return [one.text for one in found.guards if one.name == "old"]


def limits(found: Triage) -> list[str]:
    """Return what limits the conclusions, each with how many volumes are not used for it."""
    failed = [one for one in found.guards if not one.passed and one.name not in ("no_latency", "old")]
    return [
        f"{one.left_out_words or plural(one.left_out, 'volume')} not used: {one.text}" if one.left_out else one.text
        for one in failed
    ]


def needs_texts(needs: Iterable[Need]) -> list[str]:
    """Return the needed exports, each command once: with all that it is for, and all machines of which the same is needed."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in needs:
        reasons.setdefault((one.command, one.owner), []).append(one.why)
    owners: dict[tuple[str, str], list[str]] = {}
    for (command, owner), why in reasons.items():
        owners.setdefault((command, "; ".join(dict.fromkeys(why))), []).append(owner)
    return [
        _need(command, shortened(list(filter(None, names)), _MOST_NAMES), why)
        for (command, why), names in owners.items()
    ]


def _need(command: str, owner: str, why: str) -> str:
    return f"{f'on {owner}, ' if owner else ''}{command}: {why}"
