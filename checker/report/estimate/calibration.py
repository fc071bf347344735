"""A calibration as a terminal page and as JSON: ``schemas/calibration.schema.json``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from checker.report.estimate.numbers import number
from checker.report.estimate.words import INDENT, count_text, head, percent, time_text
from checker.report.failure.what_if_json import dumped
from checker.report.text.words import clean, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.estimate.calibrate.calibrate import Calibration, Residual, Value
    from checker.report.base import Presentation
    from checker.report.text.sheet import Sheet

_SHOWN = 40
_WHERE = "the response times are taken as those of one array: what was measured with it, such as fabric, host links and VPLEX, counts towards its latency"


def calibration_page(found: Calibration, notes: Sequence[str], presentation: Presentation) -> str:
    """Return the page.

    Args:
        found: the calibration.
        notes: captures that were not used.
        presentation: width and colour.
    """
    from checker.report.text.sheet import Sheet

    sheet = Sheet(presentation)
    times = len({one.point.label for one in found.residuals})
    title = f"Calibration of {found.family.name}"
    sheet.paragraph([(title, "head"), (f"  {plural(times, 'point')}", "dim")] if times else [(title, "head")])
    if found.values:
        sheet.blank()
        head(sheet, "FITTED", [("best value and 95 % interval", "dim")])
        for one in found.values:
            sheet.paragraph([(f"{one.name:<16}", ""), (_value(one), "")], indent=INDENT)
    _lines(sheet, "REMARKS", (*found.remarks, *((_WHERE,) if found.values else ())))
    _residuals(sheet, found.residuals)
    _lines(sheet, "NOTES", notes)
    if found.block:
        sheet.blank()
        head(sheet, "CONFIG", [("for sanlint.yaml", "dim")])
        sheet.blank()
        for line in found.block:
            indent = len(line) - len(line.lstrip())
            sheet.paragraph([(line.lstrip(), "command")], indent=indent)
    return sheet.render()


def _value(one: Value) -> str:
    if one.unit == "ms":
        return f"{one.best:.3f} ms ({one.low:.3f}–{one.high:.3f})"
    return f"{count_text(one.best)} ({count_text(one.low)}–{count_text(one.high)})"


def _lines(sheet: Sheet, label: str, lines: Sequence[str]) -> None:
    for place, text in enumerate(lines):
        if not place:
            sheet.blank()
        sheet.paragraph([(clean(text), "")], [(label if not place else "", "head")], INDENT)


def _residuals(sheet: Sheet, residuals: Sequence[Residual]) -> None:
    if not residuals:
        return
    sheet.blank()
    squares = sum((one.fitted / one.measured - 1.0) ** 2 for one in residuals)
    head(sheet, "RESIDUALS", [(f"root mean square {percent(math.sqrt(squares / len(residuals)))}", "dim")])
    header = f"{'IOPS':>8} {'READS':>6} {'':<6} {'MEASURED':>9} {'FITTED':>8} {'':>8}  POINT"
    sheet.paragraph([(header, "dim")], indent=INDENT)
    for one in residuals[:_SHOWN]:
        error = one.fitted / one.measured - 1.0
        row = (
            f"{count_text(one.point.iops):>8} {percent(one.point.read_share):>6} {one.what:<6} "
            f"{time_text(one.measured):>9} {time_text(one.fitted):>8} {'−' if error < 0 else '+'}{abs(100 * error):5.1f} %  "
        )
        sheet.paragraph([(row, ""), (clean(one.point.label), "dim")], indent=INDENT)
    if len(residuals) > _SHOWN:
        sheet.paragraph([(f"and {len(residuals) - _SHOWN:,} more; see --format json", "dim")], indent=INDENT)


def calibration_json(found: Calibration, notes: Sequence[str]) -> str:
    """Return the calibration as one JSON document; times are in ms, rates in IOPS."""
    return dumped(
        {
            "model": found.family.name,
            "x_bricks": found.family.bricks,
            "values": [
                {
                    "name": one.name,
                    "unit": one.unit,
                    "low": number(one.low),
                    "best": number(one.best),
                    "high": number(one.high),
                }
                for one in found.values
            ],
            "residuals": [
                {
                    "point": one.point.label,
                    "what": one.what,
                    "iops": number(one.point.iops),
                    "read_share": number(one.point.read_share),
                    "measured_ms": number(one.measured),
                    "fitted_ms": number(one.fitted),
                }
                for one in found.residuals
            ],
            "remarks": list(found.remarks),
            "notes": list(notes),
            "configuration": list(found.block),
        }
    )
