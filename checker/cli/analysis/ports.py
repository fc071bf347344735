"""``sanlint ports``: switch ports and what is attached to them, free ports, fan-out of storage ports, versions."""

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
    output: OutputLists = None,
    formats: FormatLists = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    jobs: JobsOption = None,
    color: ColorOption = Color.auto,
    quiet: QuietOption = False,
) -> None:
    """List switch ports and what is attached, free ports, the fan-out of storage ports, and versions.

    What no export states is shown as unknown.
    """
    from dataclasses import replace

    from checker.cli.support.arguments import demand_paths, split
    from checker.cli.support.documents import parse_documents
    from checker.cli.support.lists import FORMATS, lists_of, write_lists
    from checker.cli.support.session import open_session, options_of
    from checker.report.lists.ports import VIEWS, port_lists
    from checker.report.lists.versions import RULES

    demand_paths(paths)
    documents = parse_documents(output, formats, FORMATS)
    options = replace(options_of(config, isolated=isolated, jobs=jobs), select=(RULES,))
    with open_session(paths, options, quiet=quiet) as san:
        san.prepare()
        san.demand_read()
        rows = san.rows(VIEWS)
        names = {rule.id: rule.name for rule in san.rules}
        found = lists_of(san, "Ports of the SAN", "ports", port_lists(rows, san.check(), names))
    write_lists(found.only(split(lists)), documents, color.value, quiet=quiet)
