"""``sanlint diff``: changes between two states of a SAN."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import QuietProgressOption
from checker.errors import NothingReadError


@analysis(quiet=QuietProgressOption)
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="Old state: file, folder, archive or inventory.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="New state: file, folder, archive or inventory.")],
    *,
    fail_on_new: Annotated[bool, typer.Option("--fail-on-new", help="Exit with 1 if there are new findings.")] = False,
    full: Annotated[bool, typer.Option("--full", help="List every finding and object.")] = False,
    run: Run,
) -> None:
    """Compare two states: new, fixed and unchanged findings; added, removed and changed objects.

    A finding counts as fixed only if its rule was evaluated on the new state too; otherwise it is no longer checked.
    """
    from checker.cli.support.arguments import demand_paths
    from checker.report.difference import render_json, render_table
    from checker.rules.evaluate.difference import compare

    demand_paths([old, new])
    states = []
    for path in (old, new):
        with run.open([path]) as san:
            san.prepare()
            try:
                san.demand_read(declared=False)
            except NothingReadError as error:
                raise NothingReadError(f"{path}: {error}") from None
            rows = san.inventory().rows
            states.append((san.check(), rows))
    (before, old_rows), (after, new_rows) = states
    difference = compare(before, after, old_rows, new_rows)
    pages = {
        "table": lambda shown: render_table(difference, shown, full=full),
        "json": lambda _: render_json(difference, old, new),
    }
    run.write(pages)
    if fail_on_new and difference.new:
        raise typer.Exit(1)
