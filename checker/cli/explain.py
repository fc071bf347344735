"""``sanlint explain``: a rule, or a finding by its fingerprint."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support import complete
from checker.cli.support.shared_options import (
    ConfigOption,
    FindingPaths,
    IsolatedOption,
    NoCacheOption,
    QuietOption,
    RulesOption,
)
from checker.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checker.audit.session import Session
    from checker.cli.support.library import Library
    from checker.rules.evaluate.finding import Finding

_FINGERPRINT = re.compile(r"[0-9a-f]{4,64}")


def explain(
    subject: Annotated[
        str,
        typer.Argument(
            metavar="RULE|FINDING", help="Rule id such as PTH003, or fingerprint.", autocompletion=complete.rule_ids
        ),
    ],
    paths: FindingPaths = None,
    *,
    full: Annotated[
        bool, typer.Option("--full", help="For a rule: also when it fires, its commands and its examples.")
    ] = False,
    rules: RulesOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    no_cache: NoCacheOption = False,
    quiet: QuietOption = False,
) -> None:
    """Explain a rule: what it checks, why, how to fix it, its parameters as set here and its sources.

    With a fingerprint (the brackets after each finding) and the exports, explain that finding.
    """
    from dataclasses import replace

    from checker.cli.support.arguments import demand_paths, split
    from checker.cli.support.library import Library
    from checker.cli.support.session import open_session, options_of

    demand_paths(paths or [])
    options = options_of(config, isolated=isolated, no_cache=no_cache)
    options = replace(options, rules=split(rules, commas=False))
    with open_session(paths or [], options, quiet=quiet) as san:
        library = Library.of(san)
        known = {**library.rules(), **library.retired()}
        named = {rule.name: rule.id for rule in known.values()}
        rule_id = next((one for one in (subject, subject.upper(), named.get(subject)) if one in known), None)
        if rule_id is not None:
            return _explain_rule(rule_id, library, san, full=full)
        if _FINGERPRINT.fullmatch(subject):
            findings, by_print = _findings(subject, san)
        else:
            from checker.rules.language.suggest import unknown

            raise UsageError(unknown("rule", subject, [*known, *named]))
    return _explain_findings(findings, by_print, library)


def _explain_rule(rule_id: str, library: Library, san: Session, *, full: bool) -> None:
    import sys

    from checker.cli.rules.page import rule_page
    from checker.cli.support.terminal import use_color, width, write_output
    from checker.report.base import Presentation

    presentation = Presentation(
        width=width(sys.stdout), color=use_color("auto", sys.stdout), rule=library.rule, text=library.text
    )
    write_output(rule_page(rule_id, library, san.config, presentation, full=full))


def _findings(fingerprint: str, san: Session) -> tuple[list[Finding], dict[str, Finding]]:
    """Return the findings whose fingerprint begins with this one, and all findings by fingerprint."""
    if not san.paths:
        raise UsageError(f"to explain finding {fingerprint}, add its exports: sanlint explain {fingerprint} PATH…")
    findings = san.check().findings
    found = [finding for finding in findings if finding.fingerprint.startswith(fingerprint)]
    if not found:
        raise UsageError(f"finding {fingerprint} not found in these exports; it may have been fixed")
    return found, {finding.fingerprint: finding for finding in findings}


def _explain_findings(findings: Sequence[Finding], known: Mapping[str, Finding], library: Library) -> None:
    import sys
    from dataclasses import replace

    from checker.cli.support.terminal import use_color, width, write_output
    from checker.report.formats.full import write_finding
    from checker.report.text.sheet import Sheet

    presentation = replace(library.presentation(), width=width(sys.stdout), color=use_color("auto", sys.stdout))
    sheet = Sheet(presentation)
    for finding in findings:
        write_finding(sheet, finding, presentation, known)
        sheet.blank()
    write_output(sheet.render())
