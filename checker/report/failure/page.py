"""The impact of failures as terminal pages: most severe first, short enough to read at three in the morning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from checker.report.base import Presentation
from checker.report.text.objects import subject
from checker.report.text.sheet import Sheet
from checker.report.text.words import clean, controller_word, plural, shortened
from checker.rules.book.rule import SEVERITIES

if TYPE_CHECKING:
    from checker.report.failure.what_if import Failure, Fall, Ranking
    from checker.topology.failure.effect import Loss

_INDENT = 11
_NAMED = 4
_LOADS = 6
_KIND_WORDS = {
    "host_hba": "HBA",
    "switch_port": "switch port",
    "isl": "ISL",
    "target_port": "target port",
    "director": "controller",
    "storage_array": "array",
}
_PAIR = 2


def kind_word(kind: str) -> str:
    """Return the display name of a kind of component."""
    return _KIND_WORDS.get(kind, kind)


def component_text(kind: str, label: str) -> str:
    """Return a component as text: its name, preceded by its kind unless the name contains it."""
    word = controller_word(label) if kind == "director" else kind_word(kind)
    return label if word.lower() in label.lower() else f"{word} {label}"


def failure_page(failure: Failure, presentation: Presentation, *, full: bool = False) -> str:
    """Return the impact of one failure as a terminal page: which volumes keep no path, one path or fewer paths.

    ``full`` names every host and adds what drops below its required redundancy, moved load and unknown components.
    """
    sheet = Sheet(presentation)
    named = [component_text(kind, label) for (kind, _), label in failure.components]
    verb = "fails" if len(named) == 1 else "fail together"
    sheet.paragraph([(f"If {' and '.join(clean(name) for name in named)} {verb}", "head")])
    if failure.at_site:
        sheet.paragraph(
            [
                (
                    f"{plural(len(failure.at_site), 'host')} at the site {'fails' if len(failure.at_site) == 1 else 'fail'} too "
                    f"and {'is' if len(failure.at_site) == 1 else 'are'} not counted: {shortened(failure.at_site, _NAMED)}",
                    "dim",
                )
            ]
        )
    _lost(sheet, failure, full=full)
    if failure.estimate is not None:
        from checker.report.estimate.outlook import failed_lines

        sheet.blank()
        for number, text in enumerate(failed_lines(failure.estimate, limit=0 if full else _NAMED)):
            sheet.paragraph([(text, "")], [("LOAD" if not number else "", "head")], _INDENT)
    if full:
        _below(sheet, failure)
        _load(sheet, failure)
        _unknown(sheet, failure.unknown_counts)
    else:
        _more(sheet, failure)
    for error in failure.errors:
        sheet.paragraph([(clean(error), "error")])
    return sheet.render()


def _more(sheet: Sheet, failure: Failure) -> None:
    """Write what ``--full`` adds, so that a short page is not mistaken for everything that is known."""
    objects = sum(len(fall.objects) for fall in failure.falls)
    added = [f"{plural(objects, 'object')} below the required redundancy"] if objects else []
    added += ["where the load moves"] if failure.effect.load else []
    added += ["paths with unknown components"] if failure.unknown_counts else []
    if added:
        sheet.blank()
        sheet.paragraph([("--full adds: ", "dim"), (", ".join(added), "dim")])


def _lost(sheet: Sheet, failure: Failure, *, full: bool) -> None:
    done = failure.effect
    sheet.blank()
    if done.lost:
        verb = "loses" if len(done.lost) == 1 else "lose"
        text = f"{len(done.lost):,} of {pairs(done.total)} {verb} all paths, on {plural(_hosts(done.lost), 'host')}"
        sheet.paragraph([(text, "error")], [("LOST", "error")], _INDENT)
        _losses(sheet, done.lost, full=full)
    elif not done.total:
        sheet.paragraph([("unknown: no path is known to be live", "warning")], [("LOST", "warning")], _INDENT)
    elif done.maybe or done.undetermined:
        sheet.paragraph([("no volume certainly loses all paths", "")], [("LOST", "head")], _INDENT)
    else:
        text, style = f"nothing: all {pairs(done.total)} keep a path", "good"
        if failure.without_data or failure.data_unknown:
            text += (
                ", but not all their data" if failure.without_data else "; the back-end paths of VPLEX are not known"
            )
            style = "head"
        sheet.paragraph([(text, style)], [("LOST", style)], _INDENT)
    if failure.without_data:
        names = [f"{clean(name)} ({clean(array)})" for array, name in failure.without_data]
        text = f"{plural(len(names), 'virtual volume')} without any copy behind VPLEX: "
        shown = ", ".join(names) if full else shortened(names, _NAMED)
        sheet.paragraph([(text + shown, "error")], [("NO DATA", "error")], _INDENT)
    if done.maybe:
        text = f"{pairs(len(done.maybe))} left with paths of unknown state only"
        sheet.paragraph([(text, "warning")], [("MAYBE", "warning")], _INDENT)
        _losses(sheet, done.maybe, full=full)
    if done.undetermined:
        text = (
            f"{pairs(len(done.undetermined))} left only with paths that may need a failed component: theirs is unknown"
        )
        sheet.paragraph([(text, "warning")], [("UNKNOWN", "warning")], _INDENT)
        _losses(sheet, done.undetermined, full=full)
    if done.last:
        sheet.blank()
        text = f"{pairs(len(done.last))} with one path left, on {plural(_hosts(done.last), 'host')}"
        sheet.paragraph([(text, "warning")], [("ONE LEFT", "warning")], _INDENT)
        _losses(sheet, done.last, full=full)
    kept = [(before, after, count) for before, after, count in done.fewer if after > 1]
    if kept:
        sheet.blank()
        text = f"{pairs(sum(count for _, _, count in kept))} with fewer paths than before, but at least two"
        sheet.paragraph([(text, "")], [("FEWER", "head")], _INDENT)
        for before, after, count in kept:
            sheet.paragraph([(f"{before:>3} → {after} paths   {pairs(count)}", "")], indent=_INDENT)


def pairs(count: int) -> str:
    """Return ``1 host-volume pair``, ``12 host-volume pairs``."""
    return plural(count, "host-volume pair")


def _hosts(losses: Iterable[Loss]) -> int:
    return len({loss.host for loss in losses})


def _losses(sheet: Sheet, losses: Sequence[Loss], *, full: bool) -> None:
    by_host: dict[str, list[str]] = {}
    for loss in losses:
        by_host.setdefault(loss.host, []).append(f"{loss.volume} ({loss.name})" if loss.name else loss.volume)
    for number, (host, volumes) in enumerate(by_host.items()):
        if number == 2 * _NAMED and not full:
            more = f"and {plural(len(by_host) - number, 'more host')}; --full names them"
            sheet.paragraph([(more, "dim")], indent=_INDENT)
            return
        shown = clean(shortened(volumes, len(volumes) if full else _NAMED))
        sheet.paragraph([(f"{clean(host)}: ", "head"), (shown, "")], indent=_INDENT)


def _below(sheet: Sheet, failure: Failure) -> None:
    sheet.blank()
    by_rule: dict[tuple[str, str], list[Fall]] = {}
    for fall in failure.falls:
        by_rule.setdefault((fall.finding.rule, fall.finding.name), []).append(fall)
    if not by_rule:
        text = "nothing: no object drops below its required redundancy"
        sheet.paragraph([(text, "good" if failure.effect.total else "")], [("BELOW", "head")], _INDENT)
        return
    count = sum(len(fall.objects) for fall in failure.falls)
    verb = "drops" if count == 1 else "drop"
    text = f"{plural(count, 'object')} {verb} below the required redundancy ({plural(len(by_rule), 'rule')})"
    sheet.paragraph([(text, "")], [("BELOW", "head")], _INDENT)
    for (rule, name), falls in sorted(by_rule.items(), key=lambda item: _severity_rank(item[1])):
        severity = falls[0].finding.severity
        objects = sum(len(fall.objects) for fall in falls)
        subjects = sorted({subject(fall.finding)[1] or "the SAN" for fall in falls})
        sheet.paragraph(
            [
                (f"{rule} ", "head"),
                (f"{clean(name)}  ", ""),
                (f"{plural(objects, 'object')}: {clean(shortened(subjects, _NAMED))}", "dim"),
            ],
            [(f"  {severity:<9}", severity)],
            _INDENT,
        )
        sheet.paragraph([(clean(falls[0].finding.message), "")], indent=_INDENT + 2)


def _severity_rank(falls: Sequence[Fall]) -> tuple[int, int, str]:
    finding = falls[0].finding
    return SEVERITIES.index(finding.severity), -sum(len(fall.objects) for fall in falls), finding.rule


def _load(sheet: Sheet, failure: Failure) -> None:
    done = failure.effect
    if not done.load:
        return
    sheet.blank()
    basis = (
        "in measured I/Os per second"
        if done.unit == "iops"
        else "each host-volume pair counts as one, because the load is not known for all ports"
    )
    sheet.paragraph([(f"moves, spread evenly over active paths ({basis})", "")], [("LOAD", "head")], _INDENT)
    by_kind: dict[str, list[tuple[str, float, float]]] = {}
    for load in done.load:
        by_kind.setdefault(load.component[0], []).append((failure.labels[load.component], load.before, load.after))
    # Initiators and switches follow from the others and are many; only the JSON output lists them.
    for kind in ("fabric", "director", "target_port"):
        loads = by_kind.get(kind, [])
        grown = [load for load in loads if load[2] > load[1]]
        shown = grown[:_LOADS]
        for number, (name, before, after) in enumerate(shown):
            factor = f"× {after / before:.2g}" if before else "new"
            label = [(f"  {kind_word(kind)}" if number == 0 else "", "dim")]
            change = f"{_amount(before):>9} → {_amount(after):>9}  {factor:<7} "
            sheet.paragraph(
                [(change, "warning" if not before or after >= 2 * before else ""), (clean(name), "")],
                label,
                _INDENT + 4,
            )
        if len(grown) > len(shown):
            sheet.paragraph([(f"and {len(grown) - len(shown):,} more with a higher load", "dim")], indent=_INDENT + 4)


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _unknown(sheet: Sheet, unknown_counts: Sequence[tuple[str, int, int]]) -> None:
    if not unknown_counts:
        return
    sheet.blank()
    total = unknown_counts[0][2]
    counted = plural(total, "path")
    whole = "both paths" if total == 2 else f"all {counted}" if total > 1 else counted
    alike: dict[int, list[str]] = {}
    for kind, unplaced, _ in unknown_counts:
        alike.setdefault(unplaced, []).append(f"the {kind_word(kind)}")
    kinds_text = ", and ".join(
        f"{_listed(kinds)} of {whole if unplaced == total else f'{unplaced:,} of {counted}'}"
        for unplaced, kinds in alike.items()
    )
    text = f"{kinds_text}; these paths are not counted in failures of that kind"
    sheet.paragraph([(text, "dim")], [("UNKNOWN", "dim")], _INDENT)


def ranking_page(ranking: Ranking, limit: int, presentation: Presentation) -> str:
    """Return components or pairs ranked by the impact of their loss, as a terminal page; ``limit`` 0 shows all."""
    sheet = Sheet(presentation)
    single = ranking.every == "single"
    what = "component" if single else "pair of components"
    sheet.paragraph(
        [
            (f"Impact of losing each {what}", "head"),
            (f"  {pairs(ranking.total)} on {plural(ranking.hosts, 'host')} with a live path", "dim"),
        ]
    )
    sheet.blank()
    costly = [cost for cost in ranking.shown if cost.lost or cost.maybe or cost.touched or cost.no_data]
    shown = costly[:limit] if limit else costly
    with_data = any(cost.no_data for cost in costly)
    if shown:
        heads: tuple[str, ...] = ("LOST", "HOSTS", "ONE LEFT", "FEWER") if single else ("LOST", "IN ALL", "HOSTS")
        heads += ("NO DATA",) if with_data else ()
        sheet.paragraph(
            [("".join(f"{head:>9}" for head in heads) + "   ", "dim"), ("COMPONENT" if single else "PAIR", "dim")]
        )
    for cost in shown:
        fewer = cost.touched - cost.lost - cost.maybe - cost.last
        numbers: tuple[int, ...] = (
            (cost.lost, cost.hosts, cost.last, fewer) if single else (cost.together, cost.lost, cost.hosts)
        )
        numbers += (cost.no_data,) if with_data else ()
        style = "error" if cost.lost or cost.no_data else "warning" if cost.last or cost.maybe else ""
        first, *rest = (f"{number:>9,}" for number in numbers)
        names = " + ".join(component_text(component[0], ranking.labels[component]) for component in cost.components)
        maybe = f"  (possibly {cost.maybe:,} more)" if cost.maybe else ""
        indent = 9 * len(numbers) + 3
        sheet.paragraph([(clean(names) + maybe, "")], [(first, style), ("".join(rest) + "   ", "")], indent)
    _rest(sheet, ranking, len(costly) - len(shown), with_data=with_data)
    _unknown(sheet, ranking.unknown_counts)
    if shown:
        sheet.blank()
        arguments = " ".join(f"--component '{kind}:{key}'" for kind, key in shown[0].components)
        sheet.paragraph([("Next: ", "dim"), (f"sanlint fail PATH… {clean(arguments)}", "command")])
    return sheet.render()


def _rest(sheet: Sheet, ranking: Ranking, hidden: int, *, with_data: bool) -> None:
    sheet.blank()
    legend = (
        "LOST: host-volume pairs without a path. ONE LEFT: with one path left. FEWER: with at least two, but fewer than before."
        if ranking.every == "single"
        else "LOST: host-volume pairs that lose all paths only if both fail. IN ALL: including those that lose all paths if one fails."
    )
    if with_data:
        alone = "" if ranking.every == "single" else " only if both fail"
        legend += f" NO DATA: VPLEX volumes that lose their last copy behind VPLEX{alone}."
    if hidden:
        sheet.paragraph([(f"and {hidden:,} more; --limit 0 shows all", "dim")])
    if ranking.harmless:
        sheet.paragraph([(f"{plural(len(ranking.harmless), 'more component')} with no impact on these paths", "dim")])
    if ranking.every == "pair" and not ranking.costs:
        sheet.paragraph(
            [("No pair has more impact than its two components separately.", "good" if ranking.total else "")]
        )
    sheet.paragraph([(legend, "dim")])
    if ranking.data_unknown:
        unknown = "The back-end paths of VPLEX are not known, so losses of data behind it are not ranked."
        sheet.paragraph([(unknown, "warning")])
    if not ranking.total:
        sheet.paragraph([("The impact is unknown: no path is known to be live.", "warning")])
