"""``sanlint rules``: list all rules, run their examples, begin a new one."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli import complete
from checker.cli.shared_options import RulesOption

if TYPE_CHECKING:
    from checker.engine.rule import Rule

app = typer.Typer(help="The rules: list them, run their examples, write your own.", no_args_is_help=True)


class ListFormat(StrEnum):
    """How the list is written."""

    table = "table"
    json = "json"


@app.command("list")
def list_rules(
    *,
    rules: RulesOption = None,
    output_format: Annotated[
        ListFormat, typer.Option("--output-format", "-o", help="How to write the list.")
    ] = ListFormat.table,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Don't use the cache.")] = False,
) -> None:
    """List every rule with id, severity, name and summary."""
    import json

    from checker.cli.arguments import split
    from checker.cli.audit_run import Library
    from checker.cli.terminal import write_output

    listed = list(Library(split(rules, commas=False), cache=not no_cache).rules().values())
    if output_format is ListFormat.json:
        write_output(json.dumps([_document(rule) for rule in listed], indent=2, ensure_ascii=False) + "\n")
    else:
        write_output(_table(listed))


@app.command("profiles")
def list_profiles() -> None:
    """List the profiles: named selections of rules for ``sanlint check --profile``."""
    import sys

    from checker.cli.terminal import wants_color, width, write_output
    from checker.engine.book import built_in_book
    from checker.engine.profile import profiles
    from checker.engine.select import select
    from checker.report.base import Presentation
    from checker.report.sheet import Sheet

    book = built_in_book()
    rules = [book.rules[rule_id] for rule_id in sorted(book.rules)]
    sheet = Sheet(Presentation(width=width(sys.stdout), color=wants_color("auto", sys.stdout)))
    for one in profiles().values():
        chosen = select(rules, one.select, one.ignore, one.extend_select, experimental=one.experimental)
        count = f"{len(chosen)} rules"
        sheet.paragraph([(one.summary, ""), (f" {count}.", "dim")], [(f"  {one.name}", "command")], indent=14)
    write_output(sheet.render())


@app.command("test")
def test_rules(
    only: Annotated[
        list[str] | None, typer.Argument(metavar="[RULE]…", help="Ids or prefixes; all by default.")
    ] = None,
    *,
    rules: Annotated[
        str | None, typer.Option(metavar="DIR", help="Prove the rules of this folder instead of the built-in ones.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only the examples: hide no facts, try no mutants.")] = False,
    alone: Annotated[
        bool, typer.Option("--alone", help="Run each example with its own rule only, not with all rules on.")
    ] = False,
    brief: Annotated[
        bool, typer.Option("--brief", help="Only the first example of each kind: fires, silent, not evaluated.")
    ] = False,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Processes to use.")] = None,
    record: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write each rule's outcome here at once; leave out rules it has already."),
    ] = None,
) -> None:
    """Prove rules: run their examples, hide each fact they rest on, and see that no change goes unnoticed."""
    from pathlib import Path

    from checker import resources
    from checker.cli.terminal import write_output
    from checker.errors import UsageError
    from checker.report.words import clean, plural
    from checker.selftest.run import check_rules

    folder = Path(rules) if rules is not None else resources.rules_folder()
    outcomes = check_rules(
        folder,
        resources.bases_folder(),
        only or [],
        jobs=jobs,
        deep=not quick,
        alone=alone,
        brief=brief,
        record=Path(record) if record is not None else None,
    )
    for one in only or []:
        if not any(outcome.rule.startswith(one) for outcome in outcomes):
            raise UsageError(f"{folder}: no rule's id begins with {one}")
    if rules is not None and not outcomes:
        raise UsageError(f"{folder}: holds no rules")
    lines = []
    for outcome in outcomes:
        lines += [f"{outcome.rule}: {clean(problem)}" for problem in outcome.problems]
        lines += [f"{outcome.rule}: no example notices: {clean(survivor)}" for survivor in outcome.survivors]
    bad = sum(bool(outcome.problems or outcome.survivors) for outcome in outcomes)
    done = [plural(len(outcomes), "rule"), plural(sum(one.examples for one in outcomes), "example")]
    if not quick:
        done += [
            plural(sum(one.hidden for one in outcomes), "fact hidden", "facts hidden"),
            plural(sum(one.mutants for one in outcomes), "mutant"),
        ]
    verdict = f"{plural(bad, 'rule')} with problems" if bad else "all as they should be" if outcomes else "no rules"
    write_output("\n".join([*lines, f"{', '.join(done)}: {verdict}."]) + "\n")
    if bad:
        raise typer.Exit(1)


@app.command("new")
def new(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="Such as XAB001: X, two letters, three digits.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="What is wrong: fewer-than-four-paths.")],
    *,
    rules: Annotated[str, typer.Option(metavar="DIR", help="The folder of rules to put it in.")] = "rules",
    view: Annotated[
        str, typer.Option("--for", metavar="VIEW", help="The view it looks at.", autocompletion=complete.views)
    ] = "host_volume_cluster",
) -> None:
    """Begin a rule: writes a file that loads as it is, and says in it what to fill in."""
    from pathlib import Path

    from checker.cli.rule_new import new_rule
    from checker.cli.terminal import tell

    path = new_rule(rule_id, name, Path(rules), view)
    tell(f"{path}: written; fill in what is marked with <…>, then run: sanlint rules test --rules {rules}")


@app.command("schema")
def schema(
    view: Annotated[
        str | None,
        typer.Argument(metavar="[VIEW]", help="Only this view, with its columns.", autocompletion=complete.views),
    ] = None,
    *,
    output_format: Annotated[
        ListFormat, typer.Option("--output-format", "-o", help="How to write it.")
    ] = ListFormat.table,
) -> None:
    """Show the words that rules are written in: views, their columns, functions."""
    import sys

    from checker.cli.rule_words import words_document, words_page
    from checker.cli.terminal import wants_color, width, write_output
    from checker.report.base import Presentation

    if output_format is ListFormat.json:
        write_output(words_document(view))
    else:
        shown = Presentation(width=width(sys.stdout), color=wants_color("auto", sys.stdout))
        write_output(words_page(view, shown))


def _document(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": rule.severity,
        "category": rule.category,
        "summary": rule.summary,
        "tags": list(rule.tags),
        "experimental": rule.experimental,
    }


def _table(listed: list[Rule]) -> str:
    import sys

    from checker.cli.terminal import wants_color, width
    from checker.report.base import Presentation
    from checker.report.sheet import Sheet
    from checker.report.words import clean, plural

    sheet = Sheet(Presentation(width=width(sys.stdout), color=wants_color("auto", sys.stdout)))
    category = None
    for rule in sorted(listed, key=lambda one: (one.category, one.id)):
        if rule.category != category:
            category = rule.category
            sheet.blank()
            sheet.paragraph([(clean(category), "head")])
        label = [(f"  {clean(rule.id):<8}", "head"), (f"{rule.severity:<8} ", rule.severity)]
        unsure = [("  experimental", "warning")] if rule.experimental else []
        sheet.paragraph([(clean(rule.name), ""), *unsure], label, indent=19)
        sheet.paragraph([(clean(rule.summary), "dim")], indent=19)
    sheet.blank()
    experimental = sum(rule.experimental for rule in listed)
    more = f", {experimental} of them experimental (run with --extend-select)" if experimental else ""
    sheet.paragraph([(f"{plural(len(listed), 'rule')}{more}.", "head")])
    sheet.paragraph([("Next: ", "dim"), ("sanlint explain RULE", "command")])
    return sheet.render()
