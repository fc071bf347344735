"""``sanlint inventory``: the merged model of the SAN as a file that sanlint can read back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support.session import Run, analysis
from checker.cli.support.shared_options import Paths, QuietRunOption, format_option, output_option
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.cli.support.documents import Renders

_FORMATS = {"yaml": (".yaml", ".yml"), "json": (".json",), "parquet": (".parquet",)}


@analysis(
    _FORMATS,
    "yaml",
    output=Annotated[list[str] | None, output_option("A .yaml, .json or .parquet file; can be repeated.")],
    formats=Annotated[list[str] | None, format_option("yaml (default), json or parquet; can be repeated.")],
    color=None,
    quiet=QuietRunOption,
)
def inventory(
    paths: Paths,
    *,
    sources: Annotated[
        bool, typer.Option("--sources", help="Add the file and line that each object was read from.")
    ] = False,
    run: Run,
) -> None:
    """Merge all exports into one inventory; checking it gives the same findings.

    An inventory can be checked like any export: keep it in git, add facts that no export contains, and check it.
    """
    from checker.cli.support.documents import write_documents
    from checker.cli.support.terminal import say
    from checker.facts.inventory.parquet import write_parquet
    from checker.facts.inventory.text import as_json, as_yaml
    from checker.report.text.words import plural

    documents = run.documents
    if ("parquet", None) in documents:
        raise UsageError("--format parquet: standard output cannot take it; name a file with -o FILE.parquet")
    with run.open(paths) as san:
        san.demand_read()
        model = san.inventory(sources=sources)
    renders: Renders = {
        "yaml": lambda _: "".join(as_yaml(model.tree(), model.header, sources=sources)),
        "json": lambda _: as_json(model.tree(), model.header),
    }
    write_documents([one for one in documents if one[0] != "parquet"], renders, for_people=())
    for file in [file for name, file in documents if name == "parquet" and file is not None]:
        try:
            write_parquet(model.rows, model.header, Path(file))
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror or error}") from None
    unread = sum(record.format is None and not record.ignored for record in model.records)
    if not run.quiet:
        files = ", ".join(file for _, file in documents if file)
        objects = sum(len(rows) for kind, rows in model.rows.items() if kind != "export")
        summary = f"{plural(objects, 'object')} from {plural(len(model.records) - unread, 'export')}"
        say(summary + (f"; {unread:,} not recognised" if unread else "") + (f", written to {files}" if files else ""))
