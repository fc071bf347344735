"""``sanlint fleet query`` and the ready-made questions: what the results of a fleet say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.lists import FORMATS, FormatLists, OutputLists, write_lists
from checker.cli.support.session import Run, analysis
from checker.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.fleet.store.results import Results
    from checker.report.lists.base import Listing

ResultsArgument = Annotated[str, typer.Argument(metavar="RESULTS", help="Folder of results of sanlint fleet run.")]
_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}\Z")


@analysis(FORMATS, output=OutputLists, formats=FormatLists, audits=False)
def query(
    results: ResultsArgument,
    statement: Annotated[
        str, typer.Argument(metavar="SELECT", help="One statement over findings, rules, coverage, parts and bundles.")
    ],
    *,
    run: Run,
) -> None:
    """Run a SELECT statement of DuckDB over the results, which it can only read."""
    from checker.fleet.questions import select

    _write([select(opened(results), statement)], "Query", run)


@analysis(FORMATS, output=OutputLists, formats=FormatLists, audits=False)
def top(
    results: ResultsArgument,
    *,
    run: Run,
) -> None:
    """List the rules by the number of sites affected, and those that were never evaluated and for lack of which export."""
    from checker.fleet.questions import TOP, UNEVALUATED, ask

    _write(ask(opened(results), (TOP, UNEVALUATED)), "Rules of the fleet", run)


@analysis(FORMATS, output=OutputLists, formats=FormatLists, audits=False)
def site(
    results: ResultsArgument,
    name: Annotated[str, typer.Argument(metavar="SITE", help="Name of a site.")],
    *,
    run: Run,
) -> None:
    """Show the bundles of a site, and the findings of the newest one."""
    from checker.fleet.questions import SITE, ask

    demand(results, "site", name)
    _write(ask(opened(results), SITE, site=name), f"Site {name}", run)


@analysis(FORMATS, output=OutputLists, formats=FormatLists, audits=False)
def trend(
    results: ResultsArgument,
    rule: Annotated[str, typer.Argument(metavar="RULE", help="Id of a rule, such as PTH003.")],
    *,
    run: Run,
) -> None:
    """Show how many sites a rule affects, by month."""
    from checker.fleet.questions import TREND, ask

    demand(results, "rule", rule)
    _write(ask(opened(results), (TREND,), rule=rule), f"Trend of {rule}", run)


@analysis(FORMATS, output=OutputLists, formats=FormatLists, audits=False)
def diff(
    results: ResultsArgument,
    old: Annotated[str, typer.Argument(metavar="MONTH", help="Earlier month, such as 2026-02.")],
    new: Annotated[str, typer.Argument(metavar="MONTH", help="Later month, such as 2026-03.")],
    *,
    run: Run,
) -> None:
    """Show which findings are new and which are gone between two months."""
    from checker.fleet.questions import DIFF, ask

    for one in (old, new):
        demand(results, "month", month(one))
    _write(ask(opened(results), (DIFF,), old=old, new=new), f"{old} to {new}", run)


@analysis(FORMATS, output=OutputLists, formats=FormatLists, audits=False)
def versions(
    results: ResultsArgument,
    *,
    run: Run,
) -> None:
    """Show which versions are in use at how many sites, and what the rules about versions say."""
    from checker.fleet.questions import VERSIONS, ask

    _write(ask(opened(results), VERSIONS), "Versions of the fleet", run)


def report(
    results: ResultsArgument,
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The page to write, such as fleet.html.")
    ],
) -> None:
    """Write one HTML page: sites by severity, trends, the rules that matter most, and poor coverage."""
    from pathlib import Path

    from checker.cli.support.terminal import write_file
    from checker.fleet.page import page

    write_file(output, page(opened(results), Path(output)))


def opened(results: str) -> Results:
    """Return the results in a folder.

    Raises:
        UsageError: there are none, or they are of another version.
    """
    from pathlib import Path

    from checker.fleet.store.results import Results

    return Results.open(Path(results))


def month(text: str) -> str:
    """Return a month as given.

    Raises:
        UsageError: it is not one.
    """
    if not _MONTH.match(text):
        raise UsageError(f"'{text}' is not a month such as 2026-03")
    return text


def demand(results: str, column: str, value: str) -> None:
    """Refuse a site, month or rule that the results do not have, naming the nearest.

    Raises:
        UsageError: there is none.
    """
    from checker.rules.language.suggest import unknown

    table = "rules" if column == "rule" else "bundles"
    statement = f"SELECT DISTINCT {column} FROM {table} ORDER BY 1"
    rows = opened(results).read(lambda connection: connection.execute(statement).fetchall(), locked=True)
    known = [name for (name,) in rows]
    if value not in known:
        raise UsageError(f"{results}: {unknown(column, value, known)}")


def _write(lists: Sequence[Listing], title: str, run: Run) -> None:
    from checker.report.lists.base import Document

    write_lists(Document(title, "fleet", tuple(lists), 0), run)
