"""Ratios that need no workload: paths in use, the share a failure takes away, and when ports saturate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.report.estimate.words import percent
from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer, Pair
    from checker.report.text.sheet import Sheet

_INDENT = 13
_POLICIES = {
    "fixed": "one fixed path",
    "mru": "most recently used path",
    "round_robin": "round robin",
    "adaptive": "adaptive",
    "unknown": "policy unknown",
}


def ratios(sheet: Sheet, answer: Answer, limit: int) -> None:
    """Add one line per host and group of identical volumes, least headroom first."""
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
            [(f"and {plural(rest, 'host-volume pair')} with more headroom; --limit 0 shows all", "dim")],
            indent=_INDENT,
        )
    sheet.paragraph(
        [
            (
                "IN USE: paths that carry I/O, of all live paths. SATURATES: the load at which ports saturate, relative to "
                "using all live paths. FAILURE: share of the paths in use lost in the worst single failure; the others "
                "take over their load.",
                "dim",
            )
        ]
    )
    sheet.blank()
    sheet.paragraph([("Next: ", "dim"), ("sanlint estimate PATH… --workload workload.yaml", "command")])
    if answer.measured:
        rows = f"The exports contain measured loads of {plural(answer.measured, 'volume')}: use the same path for --workload."
        sheet.paragraph([(rows, "dim")])


def _line(sheet: Sheet, pairs: list[Pair]) -> None:
    pair = pairs[0]
    names = [clean(one.name or one.volume) for one in pairs]
    subject = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1:,} more"
    if not pair.live:
        sheet.paragraph(
            [
                (f"{'?':>8} {'?':>10} {'?':>8}  ", "warning"),
                (f"{clean(pair.host)} {subject}", ""),
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
            (f"{clean(pair.host)} {subject}", ""),
            (f"  {pair.arrangement}, {_POLICIES[pair.policy]}", "dim"),
            (f", each write + {pair.added_rtt_ms:g} ms round trip" if pair.added_rtt_ms else "", ""),
        ],
        indent=_INDENT,
    )
