"""``sanlint fleet``: audit many bundles on Dask workers, and ask what the results say."""

from __future__ import annotations

import typer

from checker.cli.fleet import ask, forget, run

app = typer.Typer(
    no_args_is_help=True,
    help="Audit the bundles of many sites, and ask what the results say.",
)
app.command("run")(run.run)
app.command("query")(ask.query)
app.command("top")(ask.top)
app.command("site")(ask.site)
app.command("trend")(ask.trend)
app.command("diff")(ask.diff)
app.command("versions")(ask.versions)
app.command("report")(ask.report)
app.command("forget")(forget.forget)
