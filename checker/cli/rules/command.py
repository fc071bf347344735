"""``sanlint rules``: list rules, run their examples, create new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from checker.cli.support import complete
from checker.cli.support.shared_options import FormatOption, OutputOption, RulesOption

if TYPE_CHECKING:
    from checker.report.base import Presentation
    from checker.rules.book.rule import Rule

app = typer.Typer(help="List rules, run their examples, write your own.", no_args_is_help=True)


@app.command("list")
def list_rules(
    *,
    rules: RulesOption = None,
    output: OutputOption = None,
    formats: FormatOption = None,
    reference: Annotated[
        str | None,
        typer.Option(
            metavar="REFERENCE",
            help="Only rules based on this document or section, such as emc-h8119 or disa-san-stig#v-6605.",
            autocompletion=complete.references,
        ),
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Don't use the cache.")] = False,
) -> None:
    """List every rule with id, severity, name and summary."""
    from checker.cli.support.arguments import split
    from checker.cli.support.documents import TABLE_OR_JSON, parse_documents, write_documents
    from checker.cli.support.library import Library
    from checker.facts.json_text import dumps

    documents = parse_documents(output, formats, TABLE_OR_JSON)
    listed = list(Library.of_folders(split(rules, commas=False), cache=not no_cache).rules().values())
    if reference is not None:
        listed = _based_on(reference, listed)
    pages = {
        "table": lambda shown: _table(listed, shown),
        "json": lambda _: dumps([_document(rule) for rule in listed], indent=2) + "\n",
    }
    write_documents(documents, pages)


@app.command("profiles")
def list_profiles() -> None:
    """List the profiles: named selections of rules for ``sanlint check --profile``."""
    import sys

    from checker.cli.support.terminal import use_color, width, write_output
    from checker.report.base import Presentation
    from checker.report.text.sheet import Sheet
    from checker.rules.book.book import built_in_book
    from checker.rules.config.profile import profiles
    from checker.rules.config.select import select

    book = built_in_book()
    rules = [book.rules[rule_id] for rule_id in sorted(book.rules)]
    sheet = Sheet(Presentation(width=width(sys.stdout), color=use_color("auto", sys.stdout)))
    for one in profiles().values():
        chosen = select(rules, one.select, one.ignore, one.extend_select, experimental=one.experimental)
        count = f"{len(chosen)} rules"
        sheet.paragraph([(one.summary, ""), (f" {count}.", "dim")], [(f"  {one.name}", "command")], indent=14)
    write_output(sheet.render())


@app.command("test")
def test_rules(
    only: Annotated[list[str] | None, typer.Argument(metavar="[RULE]…", help="Ids or prefixes (default: all).")] = None,
    *,
    rules: Annotated[
        str | None, typer.Option(metavar="DIR", help="Test the rules in this folder instead of the built-in ones.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Run only the examples; hide no facts and mutate nothing.")
    ] = False,
    alone: Annotated[
        bool, typer.Option("--alone", help="Run each example with its own rule only, not with all rules.")
    ] = False,
    brief: Annotated[
        bool,
        typer.Option("--brief", help="Run only the first example of each kind: finding, no finding, not evaluated."),
    ] = False,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Number of processes.")] = None,
    record: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Append each outcome to this file; skip rules it already contains."),
    ] = None,
) -> None:
    """Test rules: run their examples, hide each fact they depend on, and check that the examples detect every mutation."""
    from pathlib import Path

    from checker import resources
    from checker.cli.support.terminal import write_output
    from checker.errors import UsageError
    from checker.prove.run import check_rules
    from checker.report.text.words import clean, plural

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
    if rules is not None and not outcomes:
        raise UsageError(f"{folder}: contains no rules")
    lines = []
    for outcome in outcomes:
        lines += [f"{outcome.rule}: {clean(problem)}" for problem in outcome.problems]
        lines += [f"{outcome.rule}: not detected by any example: {clean(survivor)}" for survivor in outcome.survivors]
    bad = sum(bool(outcome.problems or outcome.survivors) for outcome in outcomes)
    done = [plural(len(outcomes), "rule"), plural(sum(one.examples for one in outcomes), "example")]
    if not quick:
        done += [
            plural(sum(one.hidden for one in outcomes), "fact hidden", "facts hidden"),
            plural(sum(one.mutants for one in outcomes), "mutant"),
        ]
    verdict = f"{plural(bad, 'rule')} with problems" if bad else "all passed" if outcomes else "no rules"
    write_output("\n".join([*lines, f"{', '.join(done)}: {verdict}."]) + "\n")
    if bad:
        raise typer.Exit(1)


@app.command("new")
def new(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="Id such as XAB001: X, two letters, three digits.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the fault, such as fewer-than-four-paths.")],
    *,
    rules: Annotated[str, typer.Option(metavar="DIR", help="Rule folder to create it in.")] = "rules",
    view: Annotated[
        str, typer.Option("--for", metavar="VIEW", help="View that the rule runs over.", autocompletion=complete.views)
    ] = "host_volume_cluster",
) -> None:
    """Create a rule file that loads as is, with comments on what to complete."""
    from pathlib import Path

    from checker.cli.rules.new import new_rule
    from checker.cli.support.terminal import say

    path = new_rule(rule_id, name, Path(rules), view)
    say(f"{path}: written; complete the parts marked <…>, then run: sanlint rules test --rules {rules}")


@app.command("schema")
def schema(
    view: Annotated[
        str | None,
        typer.Argument(metavar="[VIEW]", help="Show only this view, with its columns.", autocompletion=complete.views),
    ] = None,
    *,
    output: OutputOption = None,
    formats: FormatOption = None,
) -> None:
    """Show the vocabulary of rules: views, their columns, functions."""
    from checker.cli.rules.words import words_document, words_page
    from checker.cli.support.documents import TABLE_OR_JSON, parse_documents, write_documents

    documents = parse_documents(output, formats, TABLE_OR_JSON)
    pages = {"table": lambda shown: words_page(view, shown), "json": lambda _: words_document(view)}
    write_documents(documents, pages)


def _document(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.id,
        "name": rule.name,
        "severity": rule.severity,
        "category": rule.category,
        "summary": rule.summary,
        "tags": list(rule.tags),
        "experimental": rule.experimental,
        "references": list(rule.references),
    }


def _based_on(reference: str, listed: list[Rule]) -> list[Rule]:
    """Return the rules with a reference to a document, to all sections that begin alike, or to one section."""
    from checker.errors import UsageError
    from checker.rules.language.suggest import unknown

    wanted = reference.lower()
    found = [
        rule
        for rule in listed
        if any(one == wanted or one.startswith(wanted if "#" in wanted else f"{wanted}#") for one in rule.references)
    ]
    if not found:
        known = {one.partition("#")[0] for rule in listed for one in rule.references}
        places = {one for rule in listed for one in rule.references if "#" in wanted}
        raise UsageError(f"--reference: {unknown('reference', reference, sorted(known | places))}")
    return found


def _table(listed: list[Rule], shown: Presentation) -> str:
    from checker.report.text.sheet import Sheet
    from checker.report.text.words import clean, plural

    sheet = Sheet(shown)
    category = None
    for rule in sorted(listed, key=lambda one: (one.category, one.id)):
        if rule.category != category:
            category = rule.category
            sheet.blank()
            sheet.paragraph([(clean(category), "head")])
        label = [(f"  {clean(rule.id):<8}", "head"), (f"{rule.severity:<8} ", rule.severity)]
        remark = [("  experimental", "warning")] if rule.experimental else []
        sheet.paragraph([(clean(rule.name), ""), *remark], label, indent=19)
        sheet.paragraph([(clean(rule.summary), "dim")], indent=19)
    sheet.blank()
    experimental = sum(rule.experimental for rule in listed)
    more = f", {experimental} of them experimental (run with --extend-select)" if experimental else ""
    sheet.paragraph([(f"{plural(len(listed), 'rule')}{more}.", "head")])
    sheet.paragraph([("Next: ", "dim"), ("sanlint explain RULE", "command")])
    return sheet.render()
