"""A captured load as a terminal page: totals, skew, groups, and the profiles that represent all volumes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.estimate.workload.analysis import Analysis, Group, Profile, Totals
    from checker.report.base import Presentation
    from checker.report.text.sheet import Sheet

_LABEL = 11
_SHOWN_NOTES = 10
_UNKNOWN = "-"
_COLUMNS = (
    ("VOLUMES", 9),
    ("IOPS", 11),
    ("SHARE", 8),
    ("READS", 8),
    ("SIZE", 9),
    ("RR", 6),
    ("SR", 6),
    ("RW", 6),
    ("SW", 6),
)


def workload_page(
    analysis: Analysis,
    kind: str,
    assumptions: Sequence[str],
    notes: Sequence[str],
    written: str | None,
    presentation: Presentation,
) -> str:
    """Return the page.

    Args:
        analysis: the load.
        kind: the measured objects: volume, host, group, array or run.
        assumptions: assumptions of the analysis.
        notes: skipped rows, each with its place.
        written: path of the workload.yaml that was written, if any.
        presentation: width and colour.
    """
    from checker.report.text.sheet import Sheet

    sheet = Sheet(presentation)
    total = analysis.totals
    if kind == "run":
        sheet.paragraph([(f"Results of {_count(total.volumes, kind)}", "head")])
        _runs(sheet, analysis.groups)
        _remarks(sheet, assumptions, notes)
        return sheet.render()
    sheet.paragraph([(f"Load of {_count(total.volumes, kind)}", "head")])
    sheet.blank()
    _field(sheet, "TOTAL", _total(total))
    _field(sheet, "MIX", _mix(total))
    if total.read_ms is not None or total.write_ms is not None:
        _field(sheet, "OBSERVED", f"reads {_ms(total.read_ms)}, writes {_ms(total.write_ms)} mean response time")
    _skew(sheet, analysis, kind)
    _groups(sheet, analysis.groups)
    _profiles(sheet, analysis, kind)
    for rows, text in (
        (analysis.idle, "without I/O"),
        (analysis.without_mix, "with unknown mix, in no profile"),
    ):
        if rows:
            sheet.blank()
            names = ", ".join(clean(row.name) for row in rows[:5]) + (" …" if len(rows) > 5 else "")
            sheet.paragraph([(f"{_count(len(rows), kind)} {text}: {names}", "dim")])
    _remarks(sheet, assumptions, notes)
    if written is not None:
        sheet.blank()
        sheet.paragraph([("Next: ", "dim"), (f"sanlint estimate PATH… --workload {clean(written)}", "command")])
    return sheet.render()


def _field(sheet: Sheet, label: str, text: str) -> None:
    sheet.paragraph([(text, "")], [(label, "head")], _LABEL)


def _count(number: int, kind: str) -> str:
    return plural(number, kind)


def _total(total: Totals) -> str:
    parts = [f"{_iops(total.iops)} IOPS"]
    parts += [f"{total.mbps:,.1f} MB/s"] if total.mbps is not None else []
    parts += [f"mean size {_kib(total.size_kib)}"] if total.size_kib is not None else []
    parts += [f"{_iops(total.capacity_gib)} GiB"] if total.capacity_gib is not None else []
    return ", ".join(parts)


def _mix(total: Totals) -> str:
    if total.read_share is None:
        return "unknown"
    parts = [f"reads {_percent(total.read_share)}"]
    if total.hit_share is not None:
        parts.append(f"read hits {_percent(total.hit_share)}")
    if total.mix is not None:
        names = ("random reads", "sequential reads", "random writes", "sequential writes")
        parts.append(", ".join(f"{name} {_percent(share)}" for name, share in zip(names, total.mix, strict=True)))
    else:
        parts.append("random and sequential I/O not distinguished")
    return "; ".join(parts)


def _skew(sheet: Sheet, analysis: Analysis, kind: str) -> None:
    found = analysis.skew
    if found is None:
        return
    text = (
        f"the busiest fifth ({_count(found.fifth_volumes, kind)}) carries {_percent(found.fifth)} of the I/O, "
        f"the busiest tenth ({found.tenth_volumes:,}) {_percent(found.tenth)}"
    )
    if found.busiest_to_median is not None:
        text += f"; busiest to median {found.busiest_to_median:.3g}"
    _field(sheet, "SKEW", f"{text}; Gini {found.gini:.2f}")


def _head(sheet: Sheet, first: str, width: int) -> None:
    sheet.blank()
    text = first.ljust(width) + "".join(f"{name:>{size}}" for name, size in _COLUMNS)
    sheet.paragraph([(text, "dim")])


def _row(sheet: Sheet, name: str, width: int, cells: Sequence[str], style: str = "") -> None:
    text = "".join(f"{cell:>{size}}" for cell, (_, size) in zip(cells, _COLUMNS, strict=True))
    sheet.paragraph([(text, style)], [(clean(name).ljust(width), "head")], width)


def _groups(sheet: Sheet, groups: Sequence[Group]) -> None:
    if not groups:
        return
    whole = sum(group.totals.iops for group in groups)
    width = min(24, max(len(group.name) for group in groups) + 2)
    width = max(width, 8)
    _head(sheet, "GROUP", width)
    for group in groups:
        means, totals = group.means, group.totals
        share = _percent(totals.iops / whole) if whole else _UNKNOWN
        cells = (f"{totals.volumes:,}", _iops(totals.iops), share)
        plain = (_share(means.read_share, 2), _kib(means.size_kib), *_shares(means.mix))
        real = (_share(totals.read_share, 2), _kib(totals.size_kib), *_shares(totals.mix))
        _row(sheet, group.name, width, (*cells, *plain))
        _row(sheet, "", width, ("", "", "of I/O", *real), "dim")
    sheet.paragraph(
        [("First line: means over the volumes, as array tables print them; second line: means over all I/O.", "dim")]
    )


def _runs(sheet: Sheet, runs: Sequence[Group]) -> None:
    """Add one line per run with its results."""
    sheet.blank()
    heads = (("IOPS", 11), ("MB/S", 10), ("READS", 8), ("SIZE", 10), ("READ TIME", 12), ("WRITE TIME", 12))
    sheet.paragraph([("".join(f"{name:>{width}}" for name, width in heads) + "  RUN", "dim")])
    for run in runs:
        found = run.totals
        cells = (
            _iops(found.iops),
            _UNKNOWN if found.mbps is None else f"{found.mbps:,.1f}",
            _share(found.read_share, 1),
            _kib(found.size_kib),
            _ms(found.read_ms),
            _ms(found.write_ms),
        )
        text = "".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, heads, strict=True))
        sheet.paragraph([(clean(run.name), "head")], [(f"{text}  ", "")], len(text) + 2)


def _profiles(sheet: Sheet, analysis: Analysis, kind: str) -> None:
    if not analysis.profiles:
        return
    whole = sum(profile.totals.iops for profile in analysis.profiles)
    _head(sheet, "PROFILE", 12)
    for profile in analysis.profiles:
        cells = (f"{len(profile.members):,}", _iops(profile.iops_each), _percent(profile.totals.iops / whole))
        _row(sheet, profile.name, 12, (*cells, *_content(profile)))
        names = ", ".join(clean(row.name) for row in profile.members[:6])
        more = f" and {len(profile.members) - 6:,} more" if len(profile.members) > 6 else ""
        sheet.paragraph([(names + more, "dim")], indent=14)
    if len(analysis.profiles) == 1:
        sheet.paragraph([("One profile represents all volumes.", "dim")])
        return
    text = (
        f"{len(analysis.profiles)} profiles represent {_count(sum(len(p.members) for p in analysis.profiles), kind)} and explain "
        f"{_percent(analysis.explained)} of their differences in traffic, size and mix. IOPS: per member. SHARE: of all I/O."
    )
    sheet.paragraph([(text, "dim")])


def _content(profile: Profile) -> tuple[str, ...]:
    share = {(one.read, one.random): one.share for one in profile.types}
    mix = tuple(share.get(order, 0.0) for order in ((True, True), (True, False), (False, True), (False, False)))
    size = sum(one.share * one.size_kib for one in profile.types)
    return (_share(mix[0] + mix[1], 1), _kib(size), *(_percent(one) for one in mix))


def _remarks(sheet: Sheet, assumptions: Sequence[str], notes: Sequence[str]) -> None:
    if assumptions or notes:
        sheet.blank()
    for one in assumptions:
        sheet.paragraph([(clean(one), "dim")], [("Assumed:", "dim")], _LABEL)
    for one in notes[:_SHOWN_NOTES]:
        sheet.paragraph([(clean(one), "dim")], [("Skipped:", "dim")], _LABEL)
    if len(notes) > _SHOWN_NOTES:
        sheet.paragraph([(f"and {len(notes) - _SHOWN_NOTES:,} more; see the JSON output", "dim")], indent=_LABEL)


def _iops(value: float) -> str:
    return f"{value:,.1f}" if value < 10_000 else f"{value:,.0f}"


def _kib(value: float | None) -> str:
    return _UNKNOWN if value is None else f"{value:,.1f} K" if value < 1000 else f"{value / 1024:,.1f} M"


def _ms(value: float | None) -> str:
    return _UNKNOWN if value is None else f"{value:,.2f} ms"


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _share(value: float | None, digits: int) -> str:
    return _UNKNOWN if value is None else f"{100 * value:.{digits}f} %"


def _shares(mix: tuple[float, float, float, float] | None) -> tuple[str, ...]:
    return (_UNKNOWN,) * 4 if mix is None else tuple(_percent(one) for one in mix)
