"""What can be told without a workload: paths in use, what a failure takes away, and how early ports fill up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.estimate_words import percent
from checker.report.words import clean, plural

if TYPE_CHECKING:
    from checker.estimate.answer import Answer, Pair
    from checker.report.sheet import Sheet

_INDENT = 13
_POLICIES = {
    "fixed": "one fixed path",
    "mru": "most recently used path",
    "round_robin": "round robin",
    "adaptive": "adaptive",
    "unknown": "policy not known",
}


def ratios(sheet: Sheet, answer: Answer, limit: int) -> None:
    """Add one line for each host and each kind of volume on it, those with least headroom first."""
    groups: dict[tuple[object, ...], list[Pair]] = {}
    for pair in answer.pairs:
        key = (pair.host, pair.system, pair.arrangement, pair.carrying, pair.live, pair.policy, pair.failure_share)
        groups.setdefault(key, []).append(pair)
    ordered = sorted(
        groups.values(),
        key=lambda pairs: (pairs[0].saturation_ratio, -pairs[0].failure_share, pairs[0].host, pairs[0].volume),
    )
    shown = ordered[:limit] if limit else ordered
    sheet.blank()
    heads = f"{'IN USE':>8} {'SATURATES':>10} {'FAILURE':>8}  "
    sheet.paragraph([(heads, "dim"), ("HOST AND VOLUMES", "dim")], [("RATIOS", "head")], _INDENT)
    for pairs in shown:
        _line(sheet, pairs)
    if len(ordered) > len(shown):
        rest = sum(len(pairs) for pairs in ordered[len(shown) :])
        sheet.paragraph(
            [(f"and {plural(rest, 'host × volume')} more with more headroom; --limit 0 shows all", "dim")],
            indent=_INDENT,
        )
    sheet.paragraph(
        [
            (
                "IN USE: paths that carry I/O, of the live ones. SATURATES: the load at which ports fill up, against all live "
                "paths in use. FAILURE: part of the paths in use that the worst single loss takes; the rest carries it too.",
                "dim",
            )
        ]
    )
    sheet.blank()
    sheet.paragraph([("Next: ", "dim"), ("sanlint estimate PATH… --workload workload.yaml", "command")])
    if answer.measured:
        told = (
            f"The exports hold measured loads of {plural(answer.measured, 'volume')}: --workload takes the same path."
        )
        sheet.paragraph([(told, "dim")])


def _line(sheet: Sheet, pairs: list[Pair]) -> None:
    pair = pairs[0]
    names = [clean(one.name or one.volume) for one in pairs]
    told = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1:,} more"
    if not pair.live:
        sheet.paragraph(
            [
                (f"{'?':>8} {'?':>10} {'?':>8}  ", "warning"),
                (f"{clean(pair.host)} {told}", ""),
                ("  no path is known to be live", "warning"),
            ],
            indent=_INDENT,
        )
        return
    ratio = pair.saturation_ratio
    style = "warning" if ratio < 1 else ""
    lost = "error" if pair.failure_share >= 1 else "warning" if pair.failure_share > 0.5 else ""
    sheet.paragraph(
        [
            (f"{f'{pair.carrying} of {pair.live}':>8} ", style),
            (f"{percent(ratio):>10} ", style),
            (f"{'−' + percent(pair.failure_share):>8}  ", lost),
            (f"{clean(pair.host)} {told}", ""),
            (f"  {pair.arrangement}, {_POLICIES[pair.policy]}", "dim"),
            (f", each write + {pair.added_rtt_ms:g} ms round trip" if pair.added_rtt_ms else "", ""),
        ],
        indent=_INDENT,
    )
