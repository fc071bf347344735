"""``sanlint cabling``: from each host port to the storage ports at the other end, links between switches, unknown ends."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.cli.support.lists import FORMATS, FormatLists, OutputLists
from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import Paths


@analysis(FORMATS, output=OutputLists, formats=FormatLists)
def cabling(
    paths: Paths,
    *,
    lists: Annotated[
        list[str] | None,
        typer.Option(
            "--list", metavar="NAME", help="Only this list: connections, links or unknown-ends; can be repeated."
        ),
    ] = None,
    run: Run,
) -> None:
    """List where each host port is connected, through which zones, and the storage ports at the other end.

    Also lists the links between switches, and the ports whose other end is unknown.
    """
    from checker.cli.support.arguments import split
    from checker.cli.support.lists import lists_of, write_lists
    from checker.report.lists.cabling import VIEWS, cabling_lists

    with run.open(paths) as san:
        san.demand_read()
        found = lists_of(san, "Cabling of the SAN", "cabling", cabling_lists(san.rows(VIEWS)))
    write_lists(found.only(split(lists)), run)
