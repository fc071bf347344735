"""What failures cost, for people: the worst first, in few words, readable at three in the morning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from checker.engine.rule import SEVERITIES
from checker.report.base import Presentation
from checker.report.sheet import Sheet
from checker.report.words import clean, plural, shortened, subject

if TYPE_CHECKING:
    from checker.report.what_if import Failure, Fall, Ranking
    from checker.topology.failure_effect import Loss

_INDENT = 11
_NAMED = 4
_LOADS = 6
_KIND_WORDS = {
    "host_hba": "HBA",
    "switch_port": "switch port",
    "isl": "ISL",
    "target_port": "target port",
    "storage_array": "array",
}
_PAIR = 2


def kind_word(kind: str) -> str:
    """Return a kind of component as people call it."""
    return _KIND_WORDS.get(kind, kind)


def failure_page(failure: Failure, presentation: Presentation) -> str:
    """Return what one failure does, as a page for a terminal."""
    sheet = Sheet(presentation)
    named = [f"{kind_word(kind)} {label}" for (kind, _), label in failure.components]
    verb = "fails" if len(named) == 1 else "fail together"
    sheet.paragraph([(f"If {' and '.join(clean(name) for name in named)} {verb}", "head")])
    if failure.at_site:
        sheet.paragraph(
            [
                (
                    f"{plural(len(failure.at_site), 'host')} of the site are gone too and not counted: {shortened(failure.at_site, _NAMED)}",
                    "dim",
                )
            ]
        )
    _lost(sheet, failure)
    _below(sheet, failure)
    _load(sheet, failure)
    _unknown(sheet, failure.untold)
    for error in failure.errors:
        sheet.paragraph([(clean(error), "error")])
    return sheet.render()


def _lost(sheet: Sheet, failure: Failure) -> None:
    done = failure.effect
    sheet.blank()
    if done.lost:
        text = f"{pairs(len(done.lost))} of {done.total:,} lose all paths, on {plural(_hosts(done.lost), 'host')}"
        sheet.paragraph([(text, "error")], [("LOST", "error")], _INDENT)
        _losses(sheet, done.lost)
    elif not done.total:
        sheet.paragraph(
            [("nothing can be told: no path is known to be live", "warning")], [("LOST", "warning")], _INDENT
        )
    elif done.maybe:
        sheet.paragraph([("no volume is lost for certain", "")], [("LOST", "head")], _INDENT)
    else:
        sheet.paragraph([(f"nothing: each of {pairs(done.total)} keeps a path", "good")], [("LOST", "good")], _INDENT)
    if done.maybe:
        text = f"{pairs(len(done.maybe))} have only paths of unknown state left"
        sheet.paragraph([(text, "warning")], [("MAYBE", "warning")], _INDENT)
        _losses(sheet, done.maybe)
    kept = [(before, after, count) for before, after, count in done.fewer if after]
    if kept:
        sheet.blank()
        total = sum(count for _, _, count in kept)
        sheet.paragraph([(f"{pairs(total)} with fewer paths than before", "")], [("FEWER", "head")], _INDENT)
        for before, after, count in kept:
            style = "warning" if after == 1 else ""
            told = f"{before:>3} → {after} {'path ' if after == 1 else 'paths'}   {pairs(count)}"
            sheet.paragraph([(told, style)], indent=_INDENT)


def pairs(count: int) -> str:
    """Return a number of hosts × volumes in words."""
    return f"{count:,} host × volume{'' if count == 1 else 's'}"


def _hosts(losses: Iterable[Loss]) -> int:
    return len({loss.host for loss in losses})


def _losses(sheet: Sheet, losses: Sequence[Loss]) -> None:
    by_host: dict[str, list[str]] = {}
    for loss in losses:
        by_host.setdefault(loss.host, []).append(f"{loss.volume} ({loss.name})" if loss.name else loss.volume)
    for number, (host, volumes) in enumerate(by_host.items()):
        if number == 2 * _NAMED:
            sheet.paragraph(
                [(f"and {len(by_host) - number:,} more hosts; --output-format json names all", "dim")], indent=_INDENT
            )
            return
        more = f" and {len(volumes) - _NAMED:,} more" if len(volumes) > _NAMED else ""
        sheet.paragraph([(f"{clean(host)}: ", "head"), (clean(", ".join(volumes[:_NAMED])) + more, "")], indent=_INDENT)


def _below(sheet: Sheet, failure: Failure) -> None:
    sheet.blank()
    by_rule: dict[tuple[str, str], list[Fall]] = {}
    for fall in failure.falls:
        by_rule.setdefault((fall.finding.rule, fall.finding.name), []).append(fall)
    if not by_rule:
        text = "nothing new: what rules demand is kept as far as it was before"
        sheet.paragraph([(text, "good" if failure.effect.total else "")], [("BELOW", "head")], _INDENT)
        return
    count = sum(len(fall.objects) for fall in failure.falls)
    demand = f"{plural(len(by_rule), 'rule')} demand{'s' if len(by_rule) == 1 else ''}"
    sheet.paragraph(
        [(f"{plural(count, 'object')} below what {demand}, and not so before", "")], [("BELOW", "head")], _INDENT
    )
    for (rule, name), falls in sorted(by_rule.items(), key=lambda item: _gravity(item[1])):
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


def _gravity(falls: Sequence[Fall]) -> tuple[int, int, str]:
    finding = falls[0].finding
    return SEVERITIES.index(finding.severity), -sum(len(fall.objects) for fall in falls), finding.rule


def _load(sheet: Sheet, failure: Failure) -> None:
    done = failure.effect
    if not done.load:
        return
    sheet.blank()
    basis = (
        "measured I/Os per second"
        if done.unit == "iops"
        else "host × volumes (no load is known for all ports: each counts as one)"
    )
    sheet.paragraph([(f"moves, in {basis}, spread evenly over active paths", "")], [("LOAD", "head")], _INDENT)
    by_kind: dict[str, list[tuple[str, float, float]]] = {}
    for load in done.load:
        by_kind.setdefault(load.component[0], []).append((failure.labels[load.component], load.before, load.after))
    # Initiators and switches follow from the rest, and are many: JSON has them.
    for kind in ("fabric", "director", "target_port"):
        loads = by_kind.get(kind, [])
        grown = [load for load in loads if load[2] > load[1]]
        shown = grown[:_LOADS]
        for number, (name, before, after) in enumerate(shown):
            factor = f"× {after / before:.2g}" if before else "new"
            label = [(f"  {kind_word(kind)}" if number == 0 else "", "dim")]
            told = f"{_amount(before):>9} → {_amount(after):>9}  {factor:<7} "
            sheet.paragraph(
                [(told, "warning" if not before or after >= 2 * before else ""), (clean(name), "")], label, _INDENT + 4
            )
        if len(grown) > len(shown):
            sheet.paragraph([(f"and {len(grown) - len(shown):,} more that carry more", "dim")], indent=_INDENT + 4)


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _unknown(sheet: Sheet, untold: Sequence[tuple[str, int, int]]) -> None:
    if not untold:
        return
    sheet.blank()
    told = ", ".join(f"{kind_word(kind)} ({lacking:,})" for kind, lacking, _ in untold)
    text = f"of {untold[0][2]:,} paths some lack a known {told}; the loss of such a part is counted without them"
    sheet.paragraph([(text, "dim")], [("NOT KNOWN", "dim")], _INDENT)


def ranking_page(ranking: Ranking, limit: int, presentation: Presentation) -> str:
    """Return components or pairs by what their loss costs, as a page for a terminal; ``limit`` 0 shows all."""
    sheet = Sheet(presentation)
    single = ranking.every == "single"
    what = "component" if single else "pair of components"
    sheet.paragraph(
        [
            (f"What the loss of every {what} costs", "head"),
            (f"  of {pairs(ranking.total)} on {plural(ranking.hosts, 'host')} with a live path", "dim"),
        ]
    )
    sheet.blank()
    dear = [cost for cost in ranking.costs if cost.lost or cost.maybe or cost.touched]
    shown = dear[:limit] if limit else dear
    if shown:
        heads = ("LOST", "HOSTS", "ONE LEFT", "FEWER") if single else ("LOST", "IN ALL", "HOSTS")
        sheet.paragraph(
            [("".join(f"{head:>9}" for head in heads) + "   ", "dim"), ("COMPONENT" if single else "PAIR", "dim")]
        )
    for cost in shown:
        numbers = (cost.lost, cost.hosts, cost.last, cost.touched) if single else (cost.together, cost.lost, cost.hosts)
        style = "error" if cost.lost else "warning" if cost.last or cost.maybe else ""
        first, *rest = (f"{number:>9,}" for number in numbers)
        names = " + ".join(f"{kind_word(component[0])} {ranking.labels[component]}" for component in cost.components)
        maybe = f"  (perhaps {cost.maybe:,} more)" if cost.maybe else ""
        indent = 9 * len(numbers) + 3
        sheet.paragraph([(clean(names) + maybe, "")], [(first, style), ("".join(rest) + "   ", "")], indent)
    _rest(sheet, ranking, len(dear) - len(shown))
    _unknown(sheet, ranking.untold)
    if shown:
        sheet.blank()
        told = " ".join(f"--component '{kind}:{key}'" for kind, key in shown[0].components)
        sheet.paragraph([("Next: ", "dim"), (f"sanlint fail PATH… {clean(told)}", "command")])
    return sheet.render()


def _rest(sheet: Sheet, ranking: Ranking, hidden: int) -> None:
    sheet.blank()
    legend = (
        "LOST: host × volumes without a path. ONE LEFT: with one path left. FEWER: with fewer paths than before."
        if ranking.every == "single"
        else "LOST: host × volumes that keep a path if only one of the two fails. IN ALL: with those that one alone takes."
    )
    if hidden:
        sheet.paragraph([(f"and {hidden:,} more; --limit 0 shows all", "dim")])
    if ranking.harmless:
        sheet.paragraph([(f"{plural(len(ranking.harmless), 'component')} more that no counted path needs", "dim")])
    if ranking.every == "pair" and not ranking.costs:
        sheet.paragraph([("No pair takes away more than its two do one by one.", "good" if ranking.total else "")])
    sheet.paragraph([(legend, "dim")])
    if not ranking.total:
        sheet.paragraph([("Nothing can be told: no path is known to be live.", "warning")])
