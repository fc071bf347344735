"""Latency over IOPS, as SVG and for the terminal: typical, low and high, with load, limits and knee marked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from checker.report.estimate.words import count_text, time_text
from checker.report.text.chart import STYLE, axis_step, cut, round_up, svg_text

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer
    from checker.estimate.network.results.result import CurvePoint
    from checker.report.text.sheet import Sheet

WIDTH, HEIGHT = 860, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 64, 84
_ROWS, _LABEL = 15, 9
_SIGNS, _BOUND = "*ox+", "≥"
_CLIP = 6.0
"""The vertical axis ends at this multiple of the response time at the lowest load, so that the knee is visible."""
_COLOURS = ("c0", "c1", "c2", "c3")


@dataclass(frozen=True, slots=True)
class Line:
    """A named curve with times in ms, as far as there is a response time.

    Attributes:
        name: what it is the curve of.
        points: IOPS and response times low, typical, high.
        bounds: IOPS and the time that the response time exceeds, where no more is known; the loads are higher than those of
            ``points``.
    """

    name: str
    points: tuple[tuple[float, float, float, float], ...]
    bounds: tuple[tuple[float, float], ...]

    @property
    def first(self) -> tuple[float, float, float]:
        """Low, typical and high time of the lowest load; three times the bound if nothing else is known."""
        return self.points[0][1:] if self.points else (self.bounds[0][1],) * 3

    @property
    def least(self) -> tuple[tuple[float, float], ...]:
        """Bounds from the low end of the last point on."""
        return tuple((iops, low) for iops, low, _, _ in self.points[-1:] if self.bounds) + self.bounds


@dataclass(frozen=True, slots=True)
class Mark:
    """A vertical line at a load."""

    iops: float
    text: str
    style: str


def lines_of(answer: Answer) -> list[Line]:
    """Return the curves of an answer: the requested SAN, then alternative arrangements."""
    if not answer.curve:
        # The curve of another arrangement would be taken for that of the requested SAN.
        return []
    first = "as exported" if not answer.changes else "with the changes"
    named = [(first, answer.curve), *((case.name, case.curve) for case in answer.cases)]
    found = [_line(name, curve) for name, curve in named]
    # An alternative identical to an earlier line is not drawn.
    return [
        line
        for number, line in enumerate(found)
        if (line.points or line.bounds)
        and (line.points, line.bounds) not in [(other.points, other.bounds) for other in found[:number]]
    ]


def _line(name: str, curve: Sequence[CurvePoint]) -> Line:
    timed = [(point.iops, point.mean_ms, point.bound) for point in curve if point.mean_ms is not None]
    known = next((number for number, one in enumerate(timed) if one[2] is not None), len(timed))
    points = [(iops, mean.low, mean.typical, mean.high) for iops, mean, _ in timed[:known]]
    return Line(name, tuple(points), tuple((iops, mean.low) for iops, mean, _ in timed[known:]))


def marks_of(answer: Answer) -> list[Mark]:
    """Return marks at the load, half of saturation, the knee, and saturation."""
    result = answer.result
    if result is None or result.saturation_iops is None:
        return []
    full = result.saturation_iops.typical
    found = [
        Mark(0.5 * full, "50 % rule", "rule"),
        Mark(full, f"saturation: {count_text(full)}", "full"),
        Mark(result.iops, f"load: {count_text(result.iops)}", "load"),
    ]
    if result.knee_iops is not None:
        found.append(Mark(result.knee_iops.typical, "knee", "rule"))
    return sorted(found, key=lambda mark: mark.iops)


def why_none(answer: Answer) -> str:
    """Return why there is no curve."""
    if answer.missing:
        return f"no curve: {answer.missing[0].what} unknown"
    return "no curve: no resource of known capacity limits this load"


@dataclass(frozen=True, slots=True)
class Scale:
    """Axes: the highest load (IOPS) and time (ms) shown."""

    most: float
    top: float

    def x(self, iops: float) -> float:
        """Return the horizontal position of a load."""
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * iops / self.most

    def y(self, ms: float) -> float:
        """Return the vertical position of a time; times beyond the axis are drawn at its end."""
        return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * min(ms, self.top) / self.top


def scale_of(lines: Sequence[Line], marks: Sequence[Mark]) -> Scale:
    """Return axes for all lines and marks."""
    loads = [point[0] for line in lines for point in (*line.points, *line.bounds)]
    most = max(loads + [m.iops for m in marks if m.style != "load"])
    lowest = max(line.first[1] for line in lines)
    high = max(ms for line in lines for ms in (*(point[2] for point in line.points), *(one[1] for one in line.bounds)))
    ends = max(line.first[2] for line in lines)
    return Scale(most * 1.04, round_up(min(max(high * 1.1, ends * 1.1), max(lowest * _CLIP, ends * 1.25))))


def curve_svg(answer: Answer) -> str:
    """Return the picture, or a picture with the reason if there is no curve."""
    lines = lines_of(answer)
    body = (
        _drawing(answer, lines)
        if lines
        else [f'<text class="dim" x="{_LEFT}" y="120">{svg_text(why_none(answer))}</text>']
    )
    title = f"Latency over IOPS, {answer.workload or 'no workload'}"
    return "\n".join(
        [
            f'<svg class="latency-curve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">',
            f"<title>{svg_text(title)}</title>",
            STYLE,
            f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="title" x="{_LEFT}" y="28">{svg_text(cut(title, 90))}</text>',
            *body,
            "</svg>",
            "",
        ]
    )


def _drawing(answer: Answer, lines: Sequence[Line]) -> list[str]:
    marks = marks_of(answer)
    scale = scale_of(lines, marks)
    return [
        *_axes(scale),
        # Bands of several lines would overlap; the first line is the requested one.
        _band(lines[0], 0, scale),
        *(path for number, line in reversed(list(enumerate(lines))) for path in _curve(line, number, scale)),
        *_marks(marks, scale),
        *_legend(lines),
    ]


def _axes(scale: Scale) -> list[str]:
    found = []
    step = axis_step(scale.top, 6)
    for number in range(int(scale.top / step + 1e-9) + 1):
        y = scale.y(number * step)
        found.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>')
        found.append(f'<text class="tick" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{number * step:g}</text>')
    step = axis_step(scale.most, 8)
    for number in range(int(scale.most / step + 1e-9) + 1):
        x = scale.x(number * step)
        y = HEIGHT - _BOTTOM
        found.append(f'<path class="grid" d="M{x:.1f} {y}v5"/>')
        found.append(f'<text class="tick" x="{x:.1f}" y="{y + 20}" text-anchor="middle">{number * step:,.0f}</text>')
    found.append(f'<text class="tick" x="{_LEFT - 8}" y="{_TOP - 12}" text-anchor="end">ms</text>')
    found.append(f'<text class="tick" x="{WIDTH - _RIGHT}" y="{HEIGHT - _BOTTOM + 36}" text-anchor="end">IOPS</text>')
    return found


def _band(line: Line, number: int, scale: Scale) -> str:
    there = [f"{scale.x(iops):.1f} {scale.y(high):.1f}" for iops, _, _, high in line.points]
    back = [f"{scale.x(iops):.1f} {scale.y(low):.1f}" for iops, low, _, _ in reversed(line.points)]
    return f'<path class="band {_COLOURS[number % len(_COLOURS)]}" d="M{"L".join((*there, *back))}Z"/>'


def _curve(line: Line, number: int, scale: Scale) -> Iterator[str]:
    """Yield the line of typical times, and a dashed one of bounds, which continues the lower edge of the band."""
    typical = [(iops, ms, f"{time_text(ms)} ms") for iops, _, ms, _ in line.points]
    least = [(iops, ms, f"more than {time_text(ms)} ms") for iops, ms in line.least]
    for style, found in (("", typical), (" bound", least)):
        if found:
            points = "L".join(f"{scale.x(iops):.1f} {scale.y(ms):.1f}" for iops, ms, _ in found)
            title = svg_text("\n".join([line.name, *(f"{count_text(iops)} IOPS: {text}" for iops, _, text in found)]))
            colour = _COLOURS[number % len(_COLOURS)]
            yield f'<path class="line {colour}{style}" d="M{points}"><title>{title}</title></path>'


def _marks(marks: Sequence[Mark], scale: Scale) -> list[str]:
    """Return vertical lines; labels of neighbours are at different heights."""
    found = []
    ends = [-math.inf, -math.inf, -math.inf]
    for mark in marks:
        x = scale.x(min(mark.iops, scale.most))
        beyond = mark.iops > scale.most
        text = f"{mark.text} \u2192" if beyond else mark.text
        right = x > WIDTH - _RIGHT - 7 * len(text)
        start = x - 7 * len(text) if right else x
        row = next((row for row, end in enumerate(ends) if start > end), len(ends) - 1)
        ends[row] = start + 7 * len(text)
        y = _TOP - 18 + 14 * row
        found.append(f'<path class="mark {mark.style}" d="M{x:.1f} {y + 4}V{HEIGHT - _BOTTOM}"/>')
        anchor = ' text-anchor="end"' if right else ""
        found.append(
            f'<text class="word {mark.style}" x="{x + (-4 if right else 4):.1f}" y="{y + 4}"{anchor}>{svg_text(text)}</text>'
        )
    return found


def _legend(lines: Sequence[Line]) -> list[str]:
    found = []
    x = float(_LEFT)
    y = HEIGHT - 30
    for number, line in enumerate(lines):
        colour = _COLOURS[number % len(_COLOURS)]
        found.append(
            f'<path class="line {colour}" d="M{x:.0f} {y - 4}h22"/><text class="tick" x="{x + 28:.0f}" y="{y}">{svg_text(line.name)}</text>'
        )
        x += 52 + 7 * len(line.name)
    words = "line: typical; shaded: low to high of the first line"
    if any(line.bounds for line in lines):
        words += "; dashed: the response time is longer"
    found.append(f'<text class="dim" x="{_LEFT}" y="{HEIGHT - 10}">{words}</text>')
    return found


def curve_lines(sheet: Sheet, answer: Answer) -> None:
    """Add the curves to a terminal page: one character per curve, one column per load."""
    lines = lines_of(answer)
    if not lines:
        sheet.paragraph([(why_none(answer), "warning")], [("CURVE", "head")], 13)
        return
    marks = marks_of(answer)
    scale = scale_of(lines, marks)
    width = max(min(sheet.width - _LABEL - 3, 100), 30)
    step = axis_step(scale.top, 5)
    steps = math.ceil(scale.top / step - 1e-9)
    part = max(_ROWS // steps, 2)
    rows, top = steps * part, steps * step
    grid = [[" "] * width for _ in range(rows)]
    for mark in marks:
        for cells in grid:
            cells[_column(mark.iops, scale, width)] = "│" if mark.style != "rule" else "·"
    # The requested SAN is drawn last, over the others.
    for number, line in reversed(list(enumerate(lines))):
        for column in range(width):
            sign = _SIGNS[number % len(_SIGNS)]
            for points, drawn in (([(one[0], one[2]) for one in line.points], sign), (line.least, _BOUND)):
                ms = _at(points, scale.most * (column + 0.5) / width)
                if ms is not None and ms < top:
                    grid[min(int((1 - ms / top) * rows), rows - 1)][column] = drawn
    names = ", ".join(f"{_SIGNS[number % len(_SIGNS)]} {line.name}" for number, line in enumerate(lines))
    if any(line.bounds for line in lines):
        names += f", {_BOUND} only known to be longer"
    sheet.paragraph([(f"mean response time in ms over IOPS: {names}", "dim")], [("CURVE", "head")], 13)
    for number, cells in enumerate(grid):
        tick = f"{top - step * number / part:g}" if number % part == 0 else ""
        sheet.verbatim(f"{tick:>{_LABEL}} {'┤' if tick else '│'}{''.join(cells)}".rstrip())
    sheet.verbatim(f"{0:>{_LABEL}} └{'─' * width}")
    half, end = count_text(scale.most / 2), count_text(scale.most)
    gap = width // 2 - len(half) // 2 - 1
    sheet.verbatim(f"{'':>{_LABEL}}  0{' ' * gap}{half}{' ' * max(width - gap - len(half) - len(end) - 1, 1)}{end}")
    legend = ", ".join(mark.text if ":" in mark.text else f"{mark.text}: {count_text(mark.iops)}" for mark in marks)
    sheet.paragraph([(legend, "dim")], indent=_LABEL + 2)


def _column(iops: float, scale: Scale, width: int) -> int:
    return min(max(int(iops / scale.most * width), 0), width - 1)


def _at(points: Sequence[tuple[float, float]], iops: float) -> float | None:
    """Interpolate the time at a load; None outside the curve."""
    for one, other in pairwise(points):
        if one[0] <= iops <= other[0]:
            part = (iops - one[0]) / (other[0] - one[0]) if other[0] > one[0] else 0.0
            return one[1] + part * (other[1] - one[1])
    return None
