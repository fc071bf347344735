"""``sanlint cabling``: from each host port to the storage ports at the other end, links between switches, unknown ends."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.cli.support.lists import FormatLists, OutputLists
from checker.cli.support.shared_options import (
    Color,
    ColorOption,
    ConfigOption,
    IsolatedOption,
    JobsOption,
    Paths,
    QuietOption,
)


def cabling(
    paths: Paths,
    *,
    lists: Annotated[
        list[str] | None,
        typer.Option(
            "--list", metavar="NAME", help="Only this list: connections, links or unknown-ends; can be repeated."
        ),
    ] = None,
    output: OutputLists = None,
    formats: FormatLists = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    color: ColorOption = Color.auto,
    quiet: QuietOption = False,
) -> None:
    """List where each host port is connected, through which zones, and the storage ports at the other end.

    Also lists the links between switches, and the ports whose other end is unknown.
    """
    from checker.cli.support.arguments import demand_paths, split
    from checker.cli.support.documents import parse_documents
    from checker.cli.support.lists import FORMATS, lists_of, write_lists
    from checker.cli.support.session import open_session, options_of
    from checker.report.lists.cabling import VIEWS, cabling_lists

    demand_paths(paths)
    documents = parse_documents(output, formats, FORMATS)
    with open_session(paths, options_of(config, isolated=isolated, jobs=jobs), quiet=quiet) as san:
        san.demand_read()
        found = lists_of(san, "Cabling of the SAN", "cabling", cabling_lists(san.rows(VIEWS)))
    write_lists(found.only(split(lists)), documents, color.value, quiet=quiet)
