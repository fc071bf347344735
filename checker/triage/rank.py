"""Scores, order and verdict of explanations (triage.md, section 7)."""

from __future__ import annotations

from collections.abc import Iterable

from checker.triage.model import Explanation, Triage
from checker.triage.parameters import threshold

_AGAINST = 0.3
_ONLY_SUPPORTED = 0.5
_MORE_SUPPORT = 0.1
_MOST_SUPPORTED = 0.7
_SOURCES = 2
_LOAD_EXPLAINS = 0.5
_MOST_WAYS = 0.5
"""Share of the waiting whose way has to be known before the rest is no reason against a part of the way."""
_WAYS = ("switch_port", "isl")
_FAULTS = ("TRI002", "TRI003", "TRI006", "TRI008", "TRI010", "TRI012", "TRI013")


def rank(found: Iterable[Explanation], triage: Triage, excess_ms: float, known_ways: float = 1.0) -> None:
    """Put the explanations into the result: scored, in order, with the verdict.

    Args:
        found: explanations with their evidence.
        triage: the result; gets explanations, excluded ones, verdict and headline.
        excess_ms: mean excess of the slow flows.
        known_ways: share of the waiting whose way through the SAN is known.
    """
    for one in found:
        if one.excluded_by is not None:
            triage.excluded.append(one)
            continue
        one.score = _score(one)
        if one.id in _FAULTS and triage.predictions and not any(span.suspicious for span in triage.predictions):
            # The measured load is expected to take as long as it does, so no fault is needed to explain it.
            one.score *= _LOAD_EXPLAINS
        one.of_ms, one.explains_ms = excess_ms, min(1.0, one.share) * one.recall * excess_ms
        enough = _sources(one) >= _SOURCES and one.score >= threshold("cause_score")
        one.role = (
            "cause"
            if one.score >= threshold("shown_score")
            and one.placed
            and (one.evidence_class == "decisive" or enough)
            and _fits(one)
            else "candidate"
        )
        if one.score >= threshold("shown_score"):
            triage.explanations.append(one)
    _link_consequences(triage.explanations)
    _demote_parts(triage.explanations, known_ways)
    triage.explanations.sort(key=lambda one: (one.role != "cause", not one.outage, -one.score, one.id, one.where))
    causes = [one for one in triage.explanations if one.role == "cause"]
    triage.verdict = "ranked" if causes else "undecided"
    if not causes:
        triage.reason = "no measurement proves a cause"
        return
    first = causes[0]
    # Both ends of a damaged link are one cause.
    second = next((one.score for one in causes[1:] if (one.id, one.where) != (first.id, first.where)), 0.0)
    clear = first.score >= threshold("headline_score") and first.score >= threshold("headline_ratio") * second
    if clear and first.evidence_class == "decisive" and not _is_part(first, triage):
        triage.headline = f"most likely: {first.name}"
    else:
        triage.reason = _why_no_headline(first, triage)


def _why_no_headline(first: Explanation, triage: Triage) -> str:
    if first.evidence_class != "decisive":
        return "not certain: no single measurement proves one"
    if _is_part(first, triage):
        return "several places are slow at the same time, each for its own reason"
    if first.score >= threshold("headline_score"):
        return "not certain: none is clearly better than the others"
    if any(guard.name == "no_siblings" and not guard.passed for guard in triage.guards):
        return "not certain: no volume or port is fast, so other components cannot be ruled out"
    return "not certain: none explains enough of what is slow"


def _is_part(first: Explanation, triage: Triage) -> bool:
    """Return whether a cause concerns one of several places only."""
    return bool(triage.places) and first.recall < threshold("cause_recall")


_EXPLAINS = {
    "TRI003": ("TRI004", "TRI005"), "TRI005": ("TRI004",), "TRI010": ("TRI009",), "TRI011": ("TRI004", "TRI005"),
    "TRI012": ("TRI009",), "TRI014": ("TRI004", "TRI005"),
}  # fmt: skip
"""What a cause upstream explains: a full ISL behind a device that takes no frames, a full port that a policy or neighbour
fills, an array that is slow because its cache is off."""


def _link_consequences(found: list[Explanation]) -> None:
    """Turn what a cause upstream explains into its consequence; a cause that is one itself leaves them to the one above it."""
    causes = sorted((one for one in found if one.role == "cause"), key=lambda one: (-one.score, one.id, one.where))
    above = [
        [cause for cause in causes if one.id in _EXPLAINS.get(cause.id, ()) and _same_place(cause, one)]
        for one in found
    ]
    explained = {id(one) for one, explaining in zip(found, above, strict=True) if explaining}
    for one, explaining in zip(found, above, strict=True):
        if explaining:
            first = next((cause for cause in explaining if id(cause) not in explained), explaining[0])
            one.role, one.of, one.explains_ms = "consequence", first.id, 0.0


def _same_place(cause: Explanation, other: Explanation) -> bool:
    if cause.id == "TRI003":
        return bool(other.where) and other.where[0][0] == "isl"
    if (
        cause.id == "TRI014"
        and other.id == "TRI004"
        and set(other.who) & {one for one in cause.who if one[0] == "host"}
    ):
        # The port of the host whose load it is.
        return True
    # One host with one path is no reason for what others wait for at a full ISL.
    as_much = cause.recall >= threshold("cause_recall") * other.recall
    return cause.where == other.where or (cause.id in ("TRI011", "TRI012") and as_much)


def _demote_parts(found: list[Explanation], known_ways: float) -> None:
    """Turn causes into candidates if all of them together explain too little of the waiting: the cause is elsewhere.

    Of hosts without paths nothing says whether they use a port, so they are no reason against one that explains the others.
    """
    causes = [one for one in found if one.role == "cause"]
    places = {one.where: max(other.recall for other in causes if other.where == one.where) for one in causes}
    least = threshold("cause_recall")
    if causes and known_ways >= _MOST_WAYS and all(part[0] in _WAYS for one in causes for part in one.where):
        least *= known_ways
    if sum(places.values()) < least:
        for one in found:
            if one.role in ("cause", "consequence"):
                one.role, one.of = "candidate", None


def _fits(one: Explanation) -> bool:
    """Return whether most of the I/O over its component is slow; if fast flows use it as much, it is not the cause."""
    return bool(one.recall) and one.fit >= threshold("cause_precision") * one.recall


def _sources(one: Explanation) -> int:
    """Return the number of facts that support an explanation independently of each other."""
    return sum(evidence.independent for evidence in one.found_for)


def _score(one: Explanation) -> float:
    strength = 1.0
    if one.evidence_class != "decisive":
        strength = min(_MOST_SUPPORTED, _ONLY_SUPPORTED + _MORE_SUPPORT * (_sources(one) - 1))
    return one.share * one.fit * strength * _AGAINST ** len(one.against)
