"""``sanlint calibrate``: figures of an array from captures of its load and response times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.shared_options import Color, ColorOption, FormatOption, OutputOption, Paths
from checker.errors import NothingReadError, UsageError

if TYPE_CHECKING:
    from checker.estimate.calibrate.calibrate import Family

_MOST_BRICKS = 64


def calibrate(
    paths: Paths,
    *,
    array: Annotated[
        str,
        typer.Option(
            metavar="MODEL",
            help="Model of the array: all_flash, or xtremio:N with N X-Bricks.",
        ),
    ] = "all_flash",
    output: OutputOption = None,
    formats: FormatOption = None,
    color: ColorOption = Color.auto,
) -> None:
    """Fit an array's latency at low load, peak and servers to captured loads and response times.

    PATH… are captures of all load on one array at several times: per-volume tables, iostat, esxtop -b, array and VPLEX
    statistics. Prints residuals, what the data cannot distinguish, and a block for sanlint.yaml. Exits with 3 if nothing can be
    fitted.
    """
    from checker.cli.support.arguments import demand_paths
    from checker.cli.support.documents import TABLE_OR_JSON, parse_documents, write_documents
    from checker.estimate.calibrate.calibrate import calibrate as fitted
    from checker.estimate.calibrate.points import points_of
    from checker.estimate.workload.sources.captures import read_captures
    from checker.report.estimate.calibration import calibration_json, calibration_page

    demand_paths(paths)
    family = _family(array)
    documents = parse_documents(output, formats, TABLE_OR_JSON)
    captured = read_captures(paths, repeated=True)
    if captured.wrong:
        raise UsageError("\n".join(captured.wrong[:10]))
    points, notes = points_of(captured.measured)
    found = fitted(points, family)
    pages = {
        "table": lambda shown: calibration_page(found, notes, shown),
        "json": lambda _: calibration_json(found, notes),
    }
    write_documents(documents, pages, color.value)
    if not found.values:
        raise NothingReadError(found.remarks[0])


def _family(text: str) -> Family:
    """Return the array model.

    Raises:
        UsageError: neither all_flash nor an XtremIO with its number of X-Bricks.
    """
    from checker.estimate.calibrate.calibrate import Family

    name, _, count = text.strip().lower().partition(":")
    if name == "all_flash" and not count:
        return Family(name)
    if name == "xtremio" and count.isdecimal() and 1 <= int(count) <= _MOST_BRICKS:
        return Family(name, int(count))
    raise UsageError(f"--array {text}: must be all_flash, or xtremio:N with the number of X-Bricks, such as xtremio:2")
