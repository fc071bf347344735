"""What charts in SVG share: scales of axes, safe text, and a style sheet that follows the reader's light or dark setting."""

from __future__ import annotations

import math
from html import escape


def round_up(value: float) -> float:
    """Round up to 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * power >= value * 0.9999)


def axis_step(most: float, count: int) -> float:
    """Return the distance of at most ``count`` ticks up to ``most``: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(most / count))
    return next(step * power for step in (1, 2, 5, 10) if most / (step * power) <= count)


def svg_text(text: str) -> str:
    """Return text for SVG: escaped, with question marks for what XML forbids."""
    shown = "".join(c if c == "\n" or (c.isprintable() and not 0xD800 <= ord(c) < 0xE000) else "?" for c in text)
    return escape(shown, quote=False)


def cut(text: str, most: int) -> str:
    """Return text of at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


STYLE = """<style>
.latency-curve text{font:13px system-ui,"Segoe UI",Roboto,Arial,sans-serif;fill:#1d2330}
.latency-curve .title{font-size:16px;font-weight:600}.latency-curve .tick{font-size:12px;fill:#4a5568}
.latency-curve .dim{font-size:12px;fill:#6b7587}.latency-curve .ground{fill:#fff}
.latency-curve .grid{stroke:#d5dae3;stroke-width:1;fill:none}
.latency-curve .line{fill:none;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
.latency-curve .line.bound{stroke-dasharray:2 6}
.latency-curve .band{opacity:.13;stroke:none}.latency-curve .line.c0{stroke:#1f5fbf}
.latency-curve .band.c0{fill:#1f5fbf}.latency-curve .line.c1{stroke:#b45309}.latency-curve .band.c1{fill:#b45309}
.latency-curve .line.c2{stroke:#0f766e}.latency-curve .band.c2{fill:#0f766e}.latency-curve .line.c3{stroke:#7c3aed}
.latency-curve .band.c3{fill:#7c3aed}.latency-curve .mark{stroke-width:1.2;fill:none}
.latency-curve .mark.rule{stroke:#8a93a3;stroke-dasharray:4 4}.latency-curve .mark.full{stroke:#b3122b}
.latency-curve .mark.load{stroke:#1d2330;stroke-width:1.8}.latency-curve .word{font-size:12px}
.latency-curve .word.rule{fill:#6b7587}.latency-curve .word.full{fill:#b3122b}
.latency-curve .word.load{font-weight:600}
.latency-curve .bar.c0{fill:#1f5fbf}.latency-curve .bar.c1{fill:#b45309}
@media screen and (prefers-color-scheme:dark){
.latency-curve text{fill:#e6eaf2}.latency-curve .tick,.latency-curve .dim{fill:#a7b1c2}
.latency-curve .ground{fill:#12161d}.latency-curve .grid{stroke:#333c4a}.latency-curve .line.c0{stroke:#7fb2ff}
.latency-curve .band.c0{fill:#7fb2ff}.latency-curve .line.c1{stroke:#fbbf6a}.latency-curve .band.c1{fill:#fbbf6a}
.latency-curve .line.c2{stroke:#5eead4}.latency-curve .band.c2{fill:#5eead4}.latency-curve .line.c3{stroke:#c4b5fd}
.latency-curve .band.c3{fill:#c4b5fd}.latency-curve .mark.load{stroke:#e6eaf2}
.latency-curve .mark.full{stroke:#ff8a99}.latency-curve .word.full{fill:#ff8a99}
.latency-curve .word.rule{fill:#a7b1c2}.latency-curve .bar.c0{fill:#7fb2ff}.latency-curve .bar.c1{fill:#fbbf6a}}
</style>"""
"""The style sheet of each chart, an ``svg`` of class ``latency-curve``."""
