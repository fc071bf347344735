"""``sanlint fail``: the effect of losing components."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import Paths, RulesOption
from checker.errors import NothingReadError, UsageError

_LIMIT = 20


class Every(StrEnum):
    """What to lose in turn."""

    single = "single"
    pair = "pair"


@analysis(remembers=True)
def fail(
    paths: Paths,
    *,
    component: Annotated[
        list[str] | None,
        typer.Option(
            "--component",
            metavar="KIND:NAME",
            help="Component that fails: initiator, host_hba, switch, switch_port, isl, fabric, target_port, director, engine, "
            "cluster, storage_array or site, such as switch:sw1; repeat to fail several together.",
        ),
    ] = None,
    every: Annotated[
        Every | None, typer.Option(help="Rank all components, or all pairs, by the effect of losing them.")
    ] = None,
    workload: Annotated[
        str | None,
        typer.Option(
            "--workload",
            "-W",
            metavar="FILE",
            help="With --component: estimate response times under this load before and after.",
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=0, help="Maximum number of entries in the ranking; 0 for all.")] = _LIMIT,
    select: Annotated[list[str] | None, typer.Option(help="Run only these rules: ids, prefixes or tags.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Skip these rules.")] = None,
    full: Annotated[
        bool,
        typer.Option(
            "--full", help="Also show what drops below its required redundancy, where load moves, and every host."
        ),
    ] = False,
    rules: RulesOption = None,
    run: Run,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit with 0 even if volumes would be lost.")] = False,
) -> None:
    """Show the effect of a failure: who loses all paths, who keeps one, and who keeps fewer than before.

    Nothing is changed. Exits with 1 if --component would cut a host off from a volume, or VPLEX off from its data.
    """
    from checker.cli.support.arguments import selectors, split

    if (every is None) == (not component):
        raise UsageError(
            "nothing to fail: add --component KIND:NAME (repeat to fail several together), or --every single|pair"
        )
    if workload is not None and every is not None:
        raise UsageError("--workload needs --component: response times are estimated for chosen components only")
    asked = {
        "rules": split(rules, commas=False),
        "select": selectors("--select", select),
        "ignore": selectors("--ignore", ignore),
    }
    with run.open(paths, **asked) as san:
        if every is None:
            failure = san.fail(component or [], workload)
        else:
            ranking = san.rank(every.value)
        san.demand_read()
    from checker.report.failure.page import failure_page, ranking_page
    from checker.report.failure.what_if_json import failure_json, ranking_json

    if every is None:
        pages = {
            "table": lambda shown: failure_page(failure, shown, full=full),
            "json": lambda _: failure_json(failure),
        }
        lost, total = len(failure.effect.lost) + len(failure.without_data), failure.effect.total
    else:
        pages = {
            "table": lambda shown: ranking_page(ranking, limit, shown),
            "json": lambda _: ranking_json(ranking, limit),
        }
        lost, total = 0, ranking.total
    run.write(pages)
    if not total:
        raise NothingReadError(
            "no path is known to be live; add path lists of the hosts, or zoning and masking exports"
        )
    raise typer.Exit(1 if lost and not exit_zero else 0)
