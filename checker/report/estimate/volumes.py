"""Hosts and volumes of an estimate, worst first; identical volumes of a host share a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.estimate.network.results.result import MISSING_DATA
from checker.report.estimate.words import STATUS_STYLES, STATUS_WORDS, count_text, reads_text, time_text
from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer, Pair
    from checker.estimate.network.results.result import Percentiles, VolumeResult
    from checker.report.text.sheet import Sheet, Span

_INDENT = 13
_WORST = ("saturated", "wan_limited", "queue_depth_limited", "unknown_parameter", "ok")
_HEADS = f"{'IOPS':>8} {'MEAN':>7} {'LOW–HIGH':>12} {'READ':>7} {'WRITE':>7} {'95 %':>7}  "


def volumes(sheet: Sheet, answer: Answer, limit: int) -> None:
    """Add the section of hosts and volumes."""
    groups: dict[tuple[object, ...], list[tuple[Pair, VolumeResult]]] = {}
    for pair in answer.pairs:
        if pair.workload is None or pair.flow not in answer.volumes:
            continue
        result = answer.volumes[pair.flow]
        mean = None if result.response is None else round(result.response.mean.typical, 6)
        key = (pair.host, result.status, result.reason, mean, pair.arrangement, pair.workload.name, result.iops)
        groups.setdefault(key, []).append((pair, result))
    if not groups:
        return
    ordered = sorted(groups.values(), key=_rank)
    shown = ordered[:limit] if limit else ordered
    sheet.blank()
    sheet.paragraph([(_HEADS, "dim"), ("VOLUME", "dim")], [("VOLUMES", "head")], _INDENT)
    for members in shown:
        _line(sheet, members, answer.percentiles_of.get(members[0][0].flow))
    if len(ordered) > len(shown):
        rest = sum(len(members) for members in ordered[len(shown) :])
        sheet.paragraph([(f"and {plural(rest, 'more host-volume pair')}; --limit 0 shows all", "dim")], indent=_INDENT)


def _rank(members: list[tuple[Pair, VolumeResult]]) -> tuple[object, ...]:
    pair, result = members[0]
    mean = 0.0 if result.response is None else result.response.mean.typical
    return _WORST.index(result.status), -mean, pair.host, pair.volume


def _line(sheet: Sheet, members: list[tuple[Pair, VolumeResult]], percentiles: Percentiles | None) -> None:
    pair, result = members[0]
    iops = count_text(result.iops) if result.iops is not None else "?"
    names = [clean(one.name or one.volume) for one, _ in members]
    subject = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1:,} more"
    name: Span = (f"{clean(pair.host)} {subject}", "")
    kind: Span = (f"  {pair.arrangement}", "dim")
    if result.response is None or not result.precise:
        state = STATUS_WORDS[result.status]
        if result.response is not None:
            state = f"more than {time_text(result.response.mean.low)} ms: see RESPONSE"
        if result.reads is not None:
            state = f"{state}; {reads_text(result.reads, precise=result.precise)}"
        style = STATUS_STYLES[result.status] if result.response is None else "error"
        sheet.paragraph([(f"{iops:>8} ", ""), (f"{state:<44}  ", style), name, kind], indent=_INDENT)
        if result.reason:
            sheet.paragraph([(clean(result.reason.removeprefix(MISSING_DATA)), "dim")], indent=_INDENT + 9)
        return
    mean = result.response.mean
    read, write = (
        time_text(v.typical) if v is not None else "–" for v in (result.response.read, result.response.write)
    )
    ends = f"{time_text(mean.low)}–{time_text(mean.high)}"
    most = time_text(percentiles.p95.typical) if percentiles is not None else "–"
    body = f"{iops:>8} {time_text(mean.typical):>7} {ends:>12} {read:>7} {write:>7} {most:>7}  "
    sheet.paragraph([(body, ""), name, kind], indent=_INDENT)
    if result.status != "ok":
        sheet.paragraph(
            [(f"{STATUS_WORDS[result.status]}: {clean(result.reason or '')}", STATUS_STYLES[result.status])],
            indent=_INDENT + 9,
        )
