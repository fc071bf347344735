"""Open findings over time, as SVG: one line for each severity, with the reports at their times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from checker.report.text.words import plural
from checker.rules.book.rule import SEVERITIES

WIDTH, HEIGHT = 860, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 160, 20, 40
_TICKS = 6
_GAP = 16
# With more reports, their dots would cover the lines.
_DOTS = 60


def trend_svg(trend: Sequence[tuple[datetime, Counter[str]]]) -> str | None:
    """Return the picture of the number of findings of each severity at each time.

    None if there are no two different times, so that there is nothing to draw.
    """
    trend = sorted(trend, key=lambda one: one[0])
    first, last = trend[0][0], trend[-1][0]
    if first == last:
        return None
    most = max(max(counts[severity] for severity in SEVERITIES) for _, counts in trend)
    step = _step(most)
    top = step * max(-(-most // step), 1)
    seconds = (last - first).total_seconds()
    across, up = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def x(at: datetime) -> float:
        return _LEFT + across * (at - first).total_seconds() / seconds

    def y(count: float) -> float:
        return _TOP + up * (1 - count / top)

    body = []
    for count in range(0, top + 1, step):
        body.append(f'<path class="grid" d="M{_LEFT} {y(count):.1f}H{WIDTH - _RIGHT}"/>')
        body.append(f'<text class="tick" x="{_LEFT - 8}" y="{y(count) + 4:.1f}" text-anchor="end">{count:,}</text>')
    body += [
        f'<text class="tick" x="{_LEFT + across * part / 3:.1f}" y="{HEIGHT - 14}" text-anchor="{anchor}">'
        f"{first + (last - first) * part / 3:%Y-%m-%d}</text>"
        for part, anchor in enumerate(("start", "middle", "middle", "end"))
    ]
    for severity in reversed(SEVERITIES):
        body += _line(severity, [(x(at), y(counts[severity])) for at, counts in trend])
    body += _labels({severity: (trend[-1][1][severity], y(trend[-1][1][severity])) for severity in SEVERITIES})
    return "\n".join(
        (
            f'<svg class="finding-trend" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img">',
            f"<title>Open findings of {len(trend):,} reports from {first:%Y-%m-%d} to {last:%Y-%m-%d}</title>",
            _STYLE,
            *body,
            "</svg>",
        )
    )


def _line(severity: str, places: Sequence[tuple[float, float]]) -> list[str]:
    points = "L".join(f"{across:.1f} {down:.1f}" for across, down in places)
    dots = [f'<circle class="dot {severity}" cx="{across:.1f}" cy="{down:.1f}" r="3.5"/>' for across, down in places]
    return [f'<path class="line {severity}" d="M{points}"/>', *(dots if len(places) <= _DOTS else ())]


def _labels(last: dict[str, tuple[int, float]]) -> list[str]:
    """Return the names of the lines at their ends; names that would touch are moved apart."""
    found: list[tuple[float, str, int]] = []
    free = float(HEIGHT - _BOTTOM - 2 * _GAP)
    for severity, (count, down) in sorted(last.items(), key=lambda one: one[1][1]):
        # Below the names above, and above the room that the names below need.
        at = max(down + 4, found[-1][0] + _GAP if found else 0.0)
        found.append((min(at, free + 4), severity, count))
        free += _GAP
    return [
        f'<text class="name {severity}" x="{WIDTH - _RIGHT + 10}" y="{at:.1f}">'
        f"{f'{count:,} info' if severity == 'info' else plural(count, severity)}</text>"
        for at, severity, count in found
    ]


def _step(most: int) -> int:
    """Return the distance of the grid lines: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if most <= factor * power * _TICKS:
                return factor * power
        power *= 10


_STYLE = """<style>
.finding-trend text{font:12px system-ui,"Segoe UI",Roboto,Arial,sans-serif;fill:#4a5568}
.finding-trend .name{font-size:13px;font-weight:600}.finding-trend .grid{stroke:#d5dae3;fill:none}
.finding-trend .line{fill:none;stroke-width:2.4;stroke-linejoin:round}
.finding-trend .line.error{stroke:#b3122b}.finding-trend .error{fill:#b3122b}
.finding-trend .line.warning{stroke:#b45309;stroke-dasharray:9 4}.finding-trend .warning{fill:#b45309}
.finding-trend .line.info{stroke:#1f5fbf;stroke-dasharray:2 4}.finding-trend .info{fill:#1f5fbf}
.finding-trend path.line{fill:none}
@media screen and (prefers-color-scheme:dark){
.finding-trend text{fill:#a7b1c2}.finding-trend .grid{stroke:#333c4a}
.finding-trend .line.error{stroke:#ff8a99}.finding-trend .error{fill:#ff8a99}
.finding-trend .line.warning{stroke:#fbbf6a}.finding-trend .warning{fill:#fbbf6a}
.finding-trend .line.info{stroke:#7fb2ff}.finding-trend .info{fill:#7fb2ff}}
</style>"""
