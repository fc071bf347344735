"""``sanlint fleet forget``: remove what the results have of a site or of old months."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.cli.fleet.ask import ResultsArgument, demand, month, opened


def forget(
    results: ResultsArgument,
    *,
    site: Annotated[str | None, typer.Option(metavar="NAME", help="Only this site.")] = None,
    before: Annotated[
        str | None, typer.Option(metavar="MONTH", help="Only months before this one, such as 2026-01.")
    ] = None,
) -> None:
    """Remove the rows and HTML reports of one site, of older months, or of one site in older months."""
    from checker.errors import UsageError
    from checker.fleet.store.joining import forget as remove
    from checker.report.text.words import plural

    if site is None and before is None:
        raise UsageError("say what to forget: --site NAME, --before MONTH, or both")
    if site is not None:
        demand(results, "site", site)
    removed = remove(opened(results), site=site, before=None if before is None else month(before))
    typer.echo(f"Removed the results of {plural(removed, 'bundle')}.")
