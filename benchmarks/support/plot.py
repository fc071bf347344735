"""A plot of processor time against the number of paths, both logarithmic, as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 360, 60, 40, 20
COLOURS = ("#0b6", "#888")


def plot(series: Mapping[str, Mapping[int, float]]) -> str:
    """Return a picture of seconds by size, one line for each series."""
    sizes = sorted({size for values in series.values() for size in values})
    times = [value for values in series.values() for value in values.values()]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    first, last = math.log10(sizes[0]), math.log10(sizes[-1])

    def x(size: float) -> float:
        return LEFT + (math.log10(size) - first) / (last - first) * (WIDTH - LEFT - 120)

    def y(seconds: float) -> float:
        return HEIGHT - BOTTOM - (math.log10(seconds) - low) / (high - low) * (HEIGHT - BOTTOM - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for power in range(low, high + 1):
        parts.append(f'<path d="M{LEFT} {y(10**power):.1f}H{WIDTH - 120}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(10**power) + 4:.1f}" text-anchor="end">{10.0**power:g} s</text>')
    parts += [f'<text x="{x(size):.1f}" y="{HEIGHT - 18}" text-anchor="middle">{size:,}</text>' for size in sizes]
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 3}">paths of raw text</text>')
    for colour, (name, values) in zip(COLOURS, series.items(), strict=False):
        points = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in sorted(values.items()))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        end = max(values)
        parts.append(f'<text x="{x(end) + 8:.1f}" y="{y(values[end]) + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
