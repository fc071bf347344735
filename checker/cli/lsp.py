"""``sanlint lsp``: the language server that editors start."""

from __future__ import annotations

from typing import Annotated

import typer

from checker.cli.support import shared_options as shared


def lsp(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]…",
            help="Files and folders that are checked together, relative to the folder that the editor opens. "
            "By default each file is checked by itself.",
        ),
    ] = None,
    *,
    profile: shared.ProfileRules = None,
    select: shared.SelectRules = None,
    ignore: shared.IgnoreRules = None,
    extend_select: shared.ExtendSelectRules = None,
    rules: shared.RulesRules = None,
    config: shared.ConfigRules = None,
    isolated: shared.IsolatedRules = False,
    no_cache: shared.NoCacheOption = False,
) -> None:
    """Check inventories, configurations and rule files in an editor while they are written.

    Editors start this command and speak the Language Server Protocol with it over standard input and output.
    """
    from dataclasses import replace

    from checker.cli.support.arguments import selectors, split
    from checker.cli.support.session import options_of
    from checker.lsp.server import serve

    options = replace(
        options_of(config, isolated=isolated),
        rules=split(rules, commas=False),
        profile=profile,
        select=selectors("--select", select),
        ignore=selectors("--ignore", ignore),
        extend_select=selectors("--extend-select", extend_select),
        cache=not no_cache,
        # Worker processes would share the standard input that belongs to the editor.
        jobs=1,
    )
    serve(paths or [], options)
