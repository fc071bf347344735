"""``sanlint explain``: one rule, or one finding by its fingerprint."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli import complete
from checker.cli.shared_options import ConfigOption, IsolatedOption, RulesOption
from checker.errors import UsageError

if TYPE_CHECKING:
    from checker.cli.audit_run import Library, Request
    from checker.engine.config import Config

_FINGERPRINT = re.compile(r"[0-9a-f]{4,64}")


def explain(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="RULE|FINDING", help="An id such as PTH003, or a fingerprint.", autocompletion=complete.rule_ids
        ),
    ],
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH]…", help="For a finding: the exports it comes from.")
    ] = None,
    *,
    rules: RulesOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Don't use the cache.")] = False,
) -> None:
    """Explain a rule: what it checks, why, how to mend it, its parameters as set here, examples and sources.

    With a fingerprint (``--output-format full`` and ``json`` show them) and the exports, explain that finding.
    """
    from checker.cli import audit_run
    from checker.cli.arguments import config_arguments, demand_paths, split

    demand_paths(paths or [])
    arguments = config_arguments(config or [])
    request = audit_run.Request(
        paths=tuple(paths or ()),
        config=arguments.file,
        config_values=arguments.values,
        isolated=isolated,
        rules=split(rules, commas=False),
        cache=not no_cache,
    )
    settings = audit_run.configuration(request)
    library = audit_run.Library(request.rules + settings.rules, cache=request.cache)
    known = {**library.rules(), **library.retired()}
    named = {rule.name: rule.id for rule in known.values()}
    rule_id = next((one for one in (subject, subject.upper(), named.get(subject)) if one in known), None)
    if rule_id is not None:
        _explain_rule(rule_id, library, settings)
    elif _FINGERPRINT.fullmatch(subject):
        _explain_finding(subject, request, library)
    else:
        from checker.engine.suggest import unknown

        raise UsageError(unknown("rule", subject, [*known, *named]))


def _explain_rule(rule_id: str, library: Library, settings: Config) -> None:
    import sys

    from checker.cli.rule_page import rule_page
    from checker.cli.terminal import wants_color, width, write_output
    from checker.report.base import Presentation

    presentation = Presentation(
        width=width(sys.stdout), color=wants_color("auto", sys.stdout), rule=library.rule, text=library.text
    )
    write_output(rule_page(rule_id, library, settings, presentation))


def _explain_finding(fingerprint: str, request: Request, library: Library) -> None:
    import sys
    from dataclasses import replace

    from checker.cli import audit_run
    from checker.cli.terminal import wants_color, width, write_output
    from checker.report.full import write_finding
    from checker.report.sheet import Sheet

    if not request.paths:
        raise UsageError(f"to explain finding {fingerprint}, give its exports too: sanlint explain {fingerprint} PATH…")
    report = audit_run.run(request)
    found = [finding for finding in report.findings if finding.fingerprint.startswith(fingerprint)]
    if not found:
        raise UsageError(f"these exports have no finding {fingerprint}; it may be mended")
    presentation = replace(library.presentation(), width=width(sys.stdout), color=wants_color("auto", sys.stdout))
    sheet = Sheet(presentation)
    for finding in found:
        write_finding(sheet, finding, presentation)
        sheet.blank()
    write_output(sheet.render())
