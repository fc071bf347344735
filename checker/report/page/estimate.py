"""An estimate as a part of the page, and as a page: verdict, breakdown, resources, unknown data, limits, failures, the curve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from checker.estimate.network.results.result import MISSING_DATA
from checker.report.base import Section, Table
from checker.report.estimate.busy import ARRANGEMENTS, busiest
from checker.report.estimate.curve import curve_svg, why_none
from checker.report.estimate.outlook import (
    failed_lines,
    failed_title,
    growth_basis,
    growth_lines,
    limit_name,
    named,
    reached_lines,
    saturation_text,
    volume_text,
)
from checker.report.estimate.page import reasons
from checker.report.estimate.percentile_text import percentile_text, simulation_lines
from checker.report.estimate.time import breakdown
from checker.report.estimate.words import (
    COMPONENT_WORDS,
    KIND_WORDS,
    NO_LOAD,
    STATUS_WORDS,
    bound_of,
    count_text,
    decimals,
    knee_text,
    mean_text,
    percent,
    range_text,
    reads_text,
    resource_name,
    risk_text,
    time_text,
)
from checker.report.failure.page import component_text
from checker.report.page.escape import shown
from checker.report.page.policy import document
from checker.report.page.sections import content
from checker.report.text.words import clean, plural, shortened

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer
    from checker.estimate.network.results.result import Result, VolumeResult

_VOLUMES = 50
_RESOURCES = 15
_NAMED = 6
_STYLE = ".part>p{max-width:110ch}"


def estimate_section(answer: Answer) -> Section:
    """Return an estimate under a workload as a part of the page."""
    result = answer.result
    if result is None:
        return no_estimate("no workload was given")
    loaded = [pair for pair in answer.pairs if pair.workload is not None]
    paragraphs = [
        f"Under {answer.workload}: {plural(len(loaded), 'host-volume pair', 'host-volume pairs')} with load"
        + (f", {answer.idle:,} without." if answer.idle else "."),
        *_verdict(answer, result),
        *_times(result),
        *_percentiles(answer),
        *_capacity(answer, result),
        *(f"Unknown: {one.what} of {shortened(one.of, _NAMED)}." for one in answer.missing),
    ]
    if not answer.curve:
        paragraphs.append(f"{why_none(answer)[:1].upper()}{why_none(answer)[1:]}.")
    tables = [*_headroom(answer), *_breakdown(answer, result), *_resources(result), *_volumes(answer)]
    assumed = tuple((text,) for text in (*answer.assumptions, *answer.notes))
    tables += [Table("Assumptions of the estimate", ("Assumption",), assumed)] if assumed else []
    pictures = (("Latency over IOPS", curve_svg(answer)),) if answer.curve else ()
    return Section("Response time", tuple(paragraphs), tuple(tables), pictures)


def estimate_html(answer: Answer) -> str:
    """Return an estimate as a page of its own."""
    sections = [_ratios(answer) if answer.result is None else estimate_section(answer)]
    sections += _outlook(answer) if answer.result is not None else ()
    if answer.result is not None and (answer.cases or answer.failures):
        sections.append(_alternatives(answer))
    changes = "; ".join(f"{key} = {value:g} ({unit})" for key, value, unit in answer.changes)
    before = f'<p class="notice">What if {shown(changes)}</p>' if changes else ""
    if answer.before is not None and answer.before.response is not None:
        before += f"<p>Before the changes: {shown(mean_text(answer.before.response.mean, answer.before.bound))}.</p>"
    parts = {f"part-{number}": one for number, one in enumerate(sections, 1)}
    body = "".join(
        f'<section class="part" id="{anchor}" aria-labelledby="{anchor}-title"><h2 id="{anchor}-title">{shown(one.title)}</h2>'
        f"{content(one)}</section>"
        for anchor, one in parts.items()
    )
    title = "Paths and headroom" if answer.result is None else "Latency estimate"
    links = {anchor: one.title for anchor, one in parts.items()}
    return document(title, ("Sections of this estimate", links), before + body, _STYLE)


def _ratios(answer: Answer) -> Section:
    rows = [
        (
            one.host,
            one.name or one.volume,
            f"{one.carrying} of {one.live}",
            percent(one.saturation_ratio),
            percent(one.failure_share),
        )
        for one in answer.pairs
    ]
    header = ("Host", "Volume", "Paths in use", "Load at which ports saturate", "Lost in the worst single failure")
    note = "No load is given, so there are only ratios and no response times."
    return Section("Paths", (note,), (Table("Paths and headroom", header, tuple(rows), collapsed=True),))


def _outlook(answer: Answer) -> Iterator[Section]:
    """Yield the parts for growth, a failure and a simulation."""
    if answer.growth is not None:
        rows = tuple(growth_lines(named(answer, answer.grown), answer.goal))
        yield Section(
            "Growth",
            (f"Growth of {growth_basis(answer.growth)}.",),
            (Table("When growth reaches limits", ("Limit", "When"), rows),),
        )
    if answer.failed is not None:
        paragraphs = tuple(f"{text[:1].upper()}{text[1:]}." for text in failed_lines(answer.failed, limit=0))
        changed = tuple(
            (
                one.host,
                answer.failed.names.get(answer.failed.names.get(one.volume, one.volume), one.volume),
                volume_text(one.before, precise=one.before_precise),
                volume_text(one.after, precise=one.after_precise),
                STATUS_WORDS[one.status],
            )
            for one in answer.failed.changes[:_VOLUMES]
        )
        header = ("Host", "Volume", "Before, ms", "After, ms", "Status")
        tables = (
            (Table("Mean response times before and after the failure", header, changed, collapsed=True),)
            if changed
            else ()
        )
        yield Section(f"Without {failed_title(answer.failed)}", paragraphs, tables)
    if answer.simulated is not None:
        lines = tuple(f"{text[:1].upper()}{text[1:]}." for text in simulation_lines(answer, answer.simulated))
        yield Section("Simulation", lines)


def _alternatives(answer: Answer) -> Section:
    """Return other arrangements of the load, and the most severe single failures."""
    cases = tuple(
        (
            ARRANGEMENTS.get(one.name, one.name),
            mean_text(one.response.mean, one.bound) if one.response is not None else STATUS_WORDS[one.status],
            count_text(one.saturation_iops.typical) if one.saturation_iops is not None else "unknown",
        )
        for one in answer.cases
    )
    failures = tuple(
        (
            component_text(one.kind, one.label),
            f"{one.station} {percent(one.before)} → {percent(one.utilisation)}" if one.station else "",
            time_text(one.response) if one.response is not None else "",
            f"{one.lost:,}",
        )
        for one in answer.failures[:_NAMED]
    )
    header = ("Without", "Busiest resource", "Mean ms", "Host-volume pairs without a path")
    tables = (
        [Table("The same load in other arrangements", ("Arrangement", "Mean", "Saturates at IOPS"), cases)]
        if cases
        else []
    )
    tables += [Table("Most severe single failures", header, failures)] if failures else []
    return Section("Alternatives and single failures", (), tuple(tables))


def no_estimate(reason: str) -> Section:
    """Return the part of the page for an estimate that was requested but is not possible."""
    return Section("Response time", (f"No estimate: {reason}",))


def _verdict(answer: Answer, result: Result) -> Iterator[str]:
    states: dict[str, int] = {}
    for volume in result.volumes.values():
        states[STATUS_WORDS[volume.status]] = states.get(STATUS_WORDS[volume.status], 0) + 1
    counts_text = ", ".join(f"{count:,} {word}" for word, count in states.items() if word != STATUS_WORDS["ok"])
    yield f"Verdict: {risk_text(answer)}{f'; {counts_text}' if counts_text else ''}."
    # The name of a resource keeps its spelling.
    names = tuple(clean(one.station) for one in result.resources.values())
    for text, _style in reasons(answer, result):
        yield f"{text if text.startswith(names) else text[:1].upper() + text[1:]}."


def _times(result: Result) -> Iterator[str]:
    if result.response is None:
        without = [one.reason for one in result.volumes.values() if one.reason and one.response is None]
        why = list(dict.fromkeys(reason.replace(MISSING_DATA, "unknown ") for reason in without))
        if result.reads is not None:
            precise = bound_of(result.volumes.values()) is None
            yield f"Response time of {reads_text(result.reads, precise=precise)}, typical (low to high)."
        yield f"No mean response time: {shortened(why, 2) or NO_LOAD}."
        return
    if (bound := bound_of(result.volumes.values())) is not None:
        yield f"Response time: more than {time_text(result.response.mean.low)} ms: {bound}."
        return
    parts = [("mean", result.response.mean), ("reads", result.response.read), ("writes", result.response.write)]
    times = "; ".join(f"{name} {range_text(value)} ms" for name, value in parts if value is not None)
    yield f"Response time, typical (low to high): {times}."


def _percentiles(answer: Answer) -> Iterator[str]:
    result = answer.result
    if answer.percentiles is None or result is None or bound_of(result.volumes.values()) is not None:
        return
    yield f"Response time in ms, typical (low to high): {percentile_text(answer.percentiles)}."


def _capacity(answer: Answer, result: Result) -> Iterator[str]:
    saturation = result.saturation_iops
    if saturation is None:
        yield f"Load: {count_text(result.iops)} IOPS; no resource of known capacity limits it."
        return
    share = percent(result.iops / saturation.typical) if saturation.typical else "all"
    knee = (
        f", knee at {knee_text(result)}"
        if result.knee_iops is not None and result.status != "unknown_parameter"
        else ""
    )
    yield (
        f"Load: {count_text(result.iops)} IOPS, {share} of the {count_text(saturation.typical)} IOPS "
        f"({count_text(saturation.low)} to {count_text(saturation.high)}) at which this mix saturates{knee}: {saturation_text(answer)}."
    )


def _headroom(answer: Answer) -> Iterator[Table]:
    if answer.goal is not None and answer.reached:
        rows = tuple(reached_lines(answer.goal, named(answer, answer.reached)))
        yield Table(f"Where {limit_name(answer.goal)} is reached", ("Quantity", "Value"), rows)


def _breakdown(answer: Answer, result: Result) -> Iterator[Table]:
    if result.response is None or bound_of(result.volumes.values()) is not None:
        return
    mean = result.response.mean.typical
    places = decimals(mean)
    parts, small = breakdown(answer, mean)
    rows = [
        (COMPONENT_WORDS[name], time_text(value, places), percent(value / mean))
        for name, value in parts.items()
        if value
    ]
    rows += [(COMPONENT_WORDS[name], f"less than {time_text(10**-places, places)}", "") for name in small]
    if rows:
        total = ("mean", time_text(sum(parts.values()), places), "")
        yield Table("Breakdown of the mean response time", ("Part", "ms", "Share"), (*rows, total))


def _resources(result: Result) -> Iterator[Table]:
    known, unknown = busiest(result)
    rows = [
        (
            resource_name(one),
            KIND_WORDS[one.kind],
            percent(one.utilisation.typical),
            percent(one.limit) if one.limit else "",
            one.risk,
        )
        for one in known[:_RESOURCES]
        if one.utilisation is not None
    ]
    rows += [(resource_name(one), KIND_WORDS[one.kind], "unknown", "", one.risk) for one in unknown[:_RESOURCES]]
    more = len(known) + len(unknown) - len(rows)
    if rows:
        caption = "Utilisation of resources" + (f" ({more:,} less busy ones not listed)" if more else "")
        yield Table(caption, ("Resource", "Kind", "Busy", "Limit", "Risk"), tuple(rows))


def _mean_text(one: VolumeResult) -> str:
    if one.response is None:
        return ""
    return range_text(one.response.mean) if one.precise else f"more than {time_text(one.response.mean.low)}"


def _volumes(answer: Answer) -> Iterator[Table]:
    names = {pair.flow: pair.name or pair.volume for pair in answer.pairs}
    found = sorted(
        answer.volumes.values(),
        key=lambda one: (one.status == "ok", -(one.response.mean.typical if one.response else 0)),
    )
    rows = [
        (
            one.host,
            names.get(one.flow, one.volume),
            count_text(one.iops) if one.iops is not None else "",
            _mean_text(one),
            range_text(answer.percentiles_of[one.flow].p95) if one.flow in answer.percentiles_of else "",
            STATUS_WORDS[one.status]
            + (f"; {reads_text(one.reads, precise=one.precise)}" if one.reads is not None else ""),
        )
        for one in found[:_VOLUMES]
    ]
    more = len(found) - len(rows)
    if rows:
        caption = "Volumes" + (f" ({more:,} more in sanlint estimate --limit 0)" if more else "")
        yield Table(caption, ("Host", "Volume", "IOPS", "Mean ms", "95 % within ms", "Status"), tuple(rows))
