"""Pictures of triage: latency of slow and fast volumes over time, and the segments of the path as bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from checker.report.text.chart import STYLE, axis_step, cut, round_up, svg_text
from checker.report.triage.words import segment_name
from checker.triage.model import moment

if TYPE_CHECKING:
    from checker.triage.measured.history import History
    from checker.triage.model import Segment, Triage, Window

_WIDTH, _HEIGHT = 860, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 56, 72
_STEPS_S = (10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800)
_MOST_TICKS = 7
_DAY = 86400
_ROW, _NAME, _FIGURES = 34, 330, 140
"""Height of a bar with its space, and room for its name and figures."""
_MOST_NAME = 46


def latency_svg(history: History, window: Window) -> str:
    """Return the mean latency of what is slow and what is fast over time, with the window shaded."""
    return _svg("Latency over time", _HEIGHT, [*_time_axes(history, window), *_lines(history), *_legend(history)])


def _svg(title: str, height: float, body: Sequence[str]) -> str:
    return "\n".join(
        [
            f'<svg class="latency-curve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" width="{_WIDTH}" '
            f'height="{height:.0f}" role="img">',
            f"<title>{svg_text(title)}</title>",
            STYLE,
            f'<rect class="ground" width="{_WIDTH}" height="{height:.0f}"/>',
            f'<text class="title" x="20" y="28">{svg_text(cut(title, 100))}</text>',
            *body,
            "</svg>",
        ]
    )


def _ends(history: History) -> tuple[float, float]:
    half = history.step / 2
    return history.moments[0].at - half, history.moments[-1].at + half


def _top(history: History) -> float:
    return round_up(max([ms for one in history.moments for ms in (one.slow_ms, one.fast_ms) if ms] or [1.0]) * 1.05)


def _x(history: History, at: float) -> float:
    first, last = _ends(history)
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * min(max((at - first) / (last - first), 0.0), 1.0)


def _y(top: float, ms: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * min(ms, top) / top


def _time_axes(history: History, window: Window) -> list[str]:
    top, base = _top(history), _HEIGHT - _BOTTOM
    begin, end = _x(history, window.span.since), _x(history, window.span.until)
    found = [
        f'<rect class="band c1" x="{begin:.1f}" y="{_TOP}" width="{max(end - begin, 1):.1f}" height="{base - _TOP}"/>',
        f'<text class="word rule" x="{begin + 4:.1f}" y="{_TOP - 6}">window</text>' if begin < _WIDTH - 90 else "",
    ]
    step = axis_step(top, 5)
    for number in range(int(top / step + 1e-9) + 1):
        y = _y(top, number * step)
        found.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>')
        found.append(f'<text class="tick" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{number * step:g}</text>')
    found.append(f'<text class="tick" x="{_LEFT - 8}" y="{_TOP - 12}" text-anchor="end">ms</text>')
    first, last = _ends(history)
    apart = next((one for one in _STEPS_S if (last - first) / one <= _MOST_TICKS), _STEPS_S[-1])
    form = "%H:%M" if last - first < _DAY and apart >= 60 else "%H:%M:%S" if apart < 60 else "%d %b %H:%M"
    at = -(-first // apart) * apart
    while at <= last:
        x = _x(history, at)
        found.append(f'<path class="grid" d="M{x:.1f} {base}v5"/>')
        found.append(f'<text class="tick" x="{x:.1f}" y="{base + 20}" text-anchor="middle">{moment(at):{form}}</text>')
        at += apart
    found.append(
        f'<text class="tick" x="{_WIDTH - _RIGHT}" y="{base + 36}" text-anchor="end">{moment(first):%Y-%m-%d}, UTC</text>'
    )
    return found


def _lines(history: History) -> list[str]:
    top = _top(history)
    found = []
    for colour, values in (
        ("c0", [one.fast_ms for one in history.moments]),
        ("c1", [one.slow_ms for one in history.moments]),
    ):
        path, drawn = "", False
        for one, ms in zip(history.moments, values, strict=True):
            # A time without samples is a gap, not a line.
            path += f"{'L' if drawn else 'M'}{_x(history, one.at):.1f} {_y(top, ms):.1f}" if ms is not None else ""
            drawn = ms is not None
        found.append(f'<path class="line {colour}" d="{path}"/>' if path else "")
    return found


def _legend(history: History) -> list[str]:
    y = _HEIGHT - 18
    entries = [("c1", "slow", history.slow)] + ([("c0", "fast", history.fast)] if history.fast else [])
    found, x = [], _LEFT
    for colour, state, count in entries:
        many = "ports of hosts" if history.ports else "reads or writes of volumes"
        one = "port of a host" if history.ports else "volume's reads or writes"
        text = f"{count} {state} {one if count == 1 else many}"
        found.append(
            f'<path class="line {colour}" d="M{x} {y - 4}h22"/><text class="tick" x="{x + 28}" y="{y}">{text}</text>'
        )
        x += 52 + 7 * len(text)
    found.append(f'<text class="dim" x="{x + 8}" y="{y}">mean of each {history.step:g} s, weighted by I/O</text>')
    return found


def ladder_svg(found: Triage) -> str:
    """Return the segments as bars: measured, with what is usual."""
    groups = list(dict.fromkeys((one.operation, one.of) for one in found.segments))
    top = max((one.measured_ms for one in found.segments), default=1.0) or 1.0
    body, y = [], 56.0
    for operation, volumes in groups:
        members = [one for one in found.segments if (one.operation, one.of) == (operation, volumes)]
        total = sum(one.measured_ms for one in members)
        heading = f"{operation}s" if operation else "all I/O"
        heading += f" of {volumes}" if volumes else ""
        body.append(f'<text class="word load" x="20" y="{y:.0f}">{svg_text(f"{heading}: {total:.2f} ms")}</text>')
        for one in members:
            body += _bar(one, y + 10, top)
            y += _ROW
        y += _ROW
    key = "bar: measured; dashed line: usual"
    body.append(f'<text class="dim" x="20" y="{y:.0f}">{key}</text>')
    return _svg("Where the time goes", y + 20, body)


def _named(one: Segment) -> str:
    """Return the name of a segment; of many joined ones only their numbers fit."""
    name = segment_name(one)
    return name if len(name) <= _MOST_NAME else f"{'+'.join(one.names)} (not split)"


def _bar(one: Segment, y: float, top: float) -> list[str]:
    left, room = _NAME + _FIGURES, _WIDTH - _NAME - _FIGURES - _RIGHT
    width = max(room * one.measured_ms / top, 1.0)
    usual = left + min(room * one.budget_ms / top, room)
    colour = "c1" if one.excess_ms > max(one.error_ms, 0.05) else "c0"
    found = [
        f'<text class="tick" x="36" y="{y + 14:.0f}">{svg_text(_named(one))}</text>',
        f'<rect class="bar {colour}" x="{left}" y="{y + 2:.0f}" width="{width:.1f}" height="16" rx="2"/>',
        f'<path class="mark load" stroke-dasharray="3 2" d="M{usual:.1f} {y - 1:.0f}v22"/>',
        f'<text class="tick" x="{_NAME}" y="{y + 14:.0f}">{one.measured_ms:.2f} ms, usual {one.budget_ms:.2f}</text>',
    ]
    return found
