"""Limits, growth and failures of estimates as sentences, shared by the terminal, the page and ``sanlint fail``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from checker.estimate.network.results.result import QUEUE_DEPTH
from checker.report.estimate.words import INDENT, STATUS_WORDS, count_text, head, percent, time_text
from checker.report.failure.page import kind_word, pairs
from checker.report.text.words import clean, plural, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checker.estimate.answer.answer import Answer
    from checker.estimate.answer.failed import Failed
    from checker.estimate.answer.growth import Grown, Growth
    from checker.estimate.answer.reach import Goal, Reached
    from checker.estimate.quantity import Range
    from checker.report.text.sheet import Sheet

_NAMED = 3
_NOTICED_MS = 0.005
Limit = TypeVar("Limit", "Reached", "Grown")


def outlook(sheet: Sheet, answer: Answer, limit: int) -> None:
    """Add the sections of limits, growth and the failure that were asked for."""
    if answer.goal is not None:
        lines = reached_lines(answer.goal, named(answer, answer.reached))
        _section(sheet, "UNTIL", limit_name(answer.goal), lines)
    if answer.growth is not None:
        _section(sheet, "GROWTH", growth_basis(answer.growth), growth_lines(named(answer, answer.grown), answer.goal))
    if answer.failed is not None:
        sheet.blank()
        head(sheet, "WITHOUT", [(failed_title(answer.failed), "head")])
        for text in failed_lines(answer.failed, limit=min(limit, _NAMED)):
            sheet.paragraph([(text, "")], indent=INDENT)
        for change in answer.failed.changes[: limit or None]:
            if change.before is not None and (change.after is None or change.after > change.before + _NOTICED_MS):
                before = f"{volume_text(change.before, precise=change.before_precise)} ms"
                after = volume_text(change.after, precise=change.after_precise)
                after = "no response time" if change.after is None else f"{after} ms"
                volume = answer.failed.names.get(change.volume, change.volume)
                text = f"{clean(change.host)} {clean(volume)}: {before} → {after}"
                sheet.paragraph([(text, "dim")], indent=INDENT)


def named(answer: Answer, found: Iterable[Limit]) -> tuple[Limit, ...]:
    """Replace the identity of a volume in the names of what reaches a limit by the volume's name."""
    return tuple(replace(one, resource=_resource_name(answer, one.resource)) for one in found)


def _resource_name(answer: Answer, text: str) -> str:
    volume = text.rpartition(" ")[2]
    name = next((pair.name for pair in answer.pairs if pair.volume == volume and pair.name), None)
    return f"{text.removesuffix(volume)}{name}" if name else text


def saturation_text(answer: Answer) -> str:
    """Return what is full first at saturation, and what that means; empty if nothing limits the load."""
    result = answer.result
    if answer.binding is None or result is None or result.binding is None:
        return ""
    binding, depth = (clean(_resource_name(answer, one)) for one in (answer.binding, result.binding))
    rest = " of all known resources" if result.status == "unknown_parameter" else ""
    if binding.startswith(QUEUE_DEPTH):
        return f"the {binding} is used up first, before any resource is full"
    if depth != binding:
        return f"the queue at {binding} uses up the {depth} just before {binding} is full"
    return f"{binding} is full first{rest}"


def _section(sheet: Sheet, label: str, title: str, lines: Iterator[tuple[str, str]]) -> None:
    sheet.blank()
    head(sheet, label, [(title, "dim")])
    for name, text in lines:
        sheet.paragraph([(text, "")], [("  ", ""), (f"{name:<{INDENT - 3}}", ""), (" ", "")], INDENT)


def limit_name(goal: Goal) -> str:
    """Return the limit as the subject of a sentence."""
    if goal.measure == "utilisation":
        return f"{goal.text} of a sized resource"
    if goal.measure == "limit":
        return "the sizing limit of a resource"
    names = {"mean": "a mean response time", "p95": "a 95th percentile", "p99": "a 99th percentile"}
    return f"{names[goal.measure]} of {goal.value:g} ms"


def reached_lines(goal: Goal, found: Sequence[Reached]) -> Iterator[tuple[str, str]]:
    """Yield a label and a sentence for each quantity."""
    for one in found:
        what = _reason(one.resource, goal)
        if one.quantity == "load":
            yield "load", _load(one, what)
        elif one.quantity == "x_bricks":
            yield "X-Bricks", _bricks(one, what)
        elif one.quantity == "ports":
            needed = plural(round(one.at or 0), "front-end port")
            yield "ports", f"{needed} of {clean(one.of)} with an even load; {one.now:.0f} carry I/O"
        else:
            yield "round trip", _round_trip(one, what)


def _reason(resource: str, goal: Goal | None) -> str:
    """Return what reaches a limit in brackets; for a response time, the busiest resource."""
    if not resource:
        return ""
    if resource.startswith(QUEUE_DEPTH):
        return f" (the {clean(resource)} is used up first)"
    timed = goal is not None and goal.measure in ("mean", "p95", "p99")
    return f" ({'busiest: ' if timed else ''}{clean(resource)})"


def _load(one: Reached, what: str) -> str:
    if one.at is None or one.factor is None:
        return _unknown(one.bound) or "not reached at any load: no resource of known capacity limits it"
    if not one.factor:
        return f"reached without any load{what}"
    text = f"{count_text(one.at)} IOPS, {one.factor:.2f} times the load of {count_text(one.now or 0.0)}"
    return f"{text}{what}" if one.bound is None else f"at least {text}{_beyond('above that', one.bound)}"


def _beyond(where: str, bound: str) -> str:
    """Return where and why a value is only a bound, to follow it."""
    return f"; {where} only a bound of the response time is known: {clean(bound)}"


def _unknown(bound: str | None) -> str:
    """Return why not even a bound is known; empty if nothing prevents one."""
    return "" if bound is None else f"unknown: at any load only a bound of the response time is known: {clean(bound)}"


def _bricks(one: Reached, what: str) -> str:
    now = f"; {clean(one.of)}: {one.now:.0f} now" if one.now is not None else f"; {clean(one.of)}: unknown now"
    if one.at is None and one.bound is not None:
        return f"unknown{_beyond('with any number up to 64', one.bound)}{now}"
    if one.at is None:
        return f"no number up to 64 is enough for this load{what}{now}"
    enough = f"{plural(round(one.at), 'X-Brick')} per array {'is' if one.at == 1 else 'are'} enough for this load"
    return f"{enough}{'' if one.bound is None else _beyond('with fewer', one.bound)}{now}"


def _round_trip(one: Reached, what: str) -> str:
    now = f"; {one.now:g} ms now" if one.now is not None else "; unknown now"
    if one.at is None and one.bound is not None:
        return f"unknown{_beyond('with any round trip', one.bound)}{now}"
    if one.at is None:
        return f"not reached up to 1,000 ms{now}"
    if not one.at:
        return f"reached without any round trip{what}{now}"
    if one.bound is not None:
        return f"at least {one.at:.3g} ms under this load{_beyond('above that', one.bound)}{now}"
    return f"{one.at:.3g} ms under this load{what}{now}"


def growth_lines(found: Sequence[Grown], goal: Goal | None) -> Iterator[tuple[str, str]]:
    """Yield a label and a sentence for each limit; ``goal`` is the limit that was asked for."""
    for one in found:
        what = _reason(one.resource, goal if goal is not None and one.limit == goal.text else None)
        more = "" if one.bound is None else " or more"
        rest = what if one.bound is None else _beyond("above that", one.bound)
        if one.factor is None or one.iops is None:
            yield one.limit, _unknown(one.bound) or "not reached: no resource of known capacity limits the load"
        elif one.months is None:
            yield one.limit, f"not within a century, at {count_text(one.iops)} IOPS{more}{rest}"
        elif not one.months and one.bound is not None:
            yield one.limit, f"unknown{_beyond(f'above {count_text(one.iops)} IOPS', one.bound)}"
        elif not one.months:
            yield one.limit, f"reached already{what}"
        else:
            when = f"in {one.month:%B %Y}" if one.month is not None else _months(one.months)
            earliest = "" if one.bound is None else " at the earliest"
            yield one.limit, f"{when}{earliest}, at {count_text(one.iops)} IOPS{more}{rest}"


def _months(count: float) -> str:
    return "within a month" if count < 1 else f"after {plural(round(count), 'month')}"


def growth_basis(growth: Growth) -> str:
    """Return what the months are counted from."""
    if growth.since is None:
        return f"{growth.text}, compound; the date of the load is unknown: declare it with --growth-from"
    return f"{growth.text}, compound, from {growth.since:%d %B %Y}".replace(" 0", " ")


def failed_title(failed: Failed) -> str:
    """Return the failed components."""
    return " and ".join(f"{kind_word(kind)} {clean(label)}" for kind, _, label in failed.components)


def volume_text(ms: float | None, *, precise: bool) -> str:
    """Return a mean response time in ms, or the bound that it exceeds."""
    if ms is None:
        return "none"
    return time_text(ms) if precise else f"more than {time_text(ms)}"


def _whole(mean: Range, bound: str | None) -> str:
    return f"{time_text(mean.typical)} ms" if bound is None else f"more than {time_text(mean.low)} ms"


def failed_lines(failed: Failed, *, limit: int = _NAMED) -> Iterator[str]:
    """Yield the response times before and after a failure, lost volumes, and what gets busier or slower."""
    before = _whole(failed.before.mean, failed.bound_before) if failed.before is not None else "unknown"
    if failed.after is not None:
        after = _whole(failed.after.mean, failed.bound_after)
        if failed.status != "ok":
            after += f" ({STATUS_WORDS[failed.status]})"
    else:
        after = f"none: {clean(failed.reason or STATUS_WORDS[failed.status])}"
    yield f"mean response time {before} → {after}"
    for bound in dict.fromkeys(filter(None, (failed.bound_before, failed.bound_after))):
        yield f"only a bound is known: {bound}"
    first, second = failed.percentiles_before, failed.percentiles_after
    if first is not None and second is not None:
        yield f"95 % within {time_text(first.p95.typical)} → {time_text(second.p95.typical)} ms"
    if failed.lost:
        verb = "loses" if len(failed.lost) == 1 else "lose"
        lost = [clean(f"{host} {failed.names.get(volume, volume)}") for host, volume in failed.lost]
        names = shortened(lost, limit or len(lost))
        yield f"{pairs(len(failed.lost))} with load {verb} all paths or copies: {names}"
    uses = failed.uses[: limit or None]
    if uses:
        texts = [f"{clean(one.resource)} {percent(one.before)} → {percent(one.after)}" for one in uses]
        more = f" and {len(failed.uses) - len(uses):,} more" if len(failed.uses) > len(uses) else ""
        yield f"busier: {', '.join(texts)}{more}"
    yield from (clean(text) for text in failed.assumptions)
