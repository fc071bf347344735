"""``sanlint ports``: switch ports and what is attached to them, free ports, fan-out of storage ports, versions."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.cli.support.lists import FORMATS, FormatLists, OutputLists
from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import Paths


@analysis(FORMATS, output=OutputLists, formats=FormatLists)
def ports(
    paths: Paths,
    *,
    lists: Annotated[
        list[str] | None,
        typer.Option(
            "--list",
            metavar="NAME",
            help="Only this list: ports, storage, switches, versions or version-rules; can be repeated.",
        ),
    ] = None,
    run: Run,
) -> None:
    """List switch ports and what is attached, free ports, the fan-out of storage ports, and versions.

    What no export states is shown as unknown.
    """
    from checker.cli.support.arguments import split
    from checker.cli.support.lists import lists_of, write_lists
    from checker.report.lists.ports import VIEWS, port_lists
    from checker.report.lists.versions import RULES

    with run.open(paths, select=(RULES,)) as san:
        san.prepare()
        san.demand_read()
        rows = san.rows(VIEWS)
        names = {rule.id: rule.name for rule in san.rules}
        found = lists_of(san, "Ports of the SAN", "ports", port_lists(rows, san.check(), names))
    write_lists(found.only(split(lists)), run)
