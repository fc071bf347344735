"""The page of one rule, as ``sanlint explain`` shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.cli.rules.examples import write_examples
from checker.report.base import Presentation
from checker.report.formats.full import source_text
from checker.report.text.words import clean, paragraphs, value_text
from checker.rules.book.rule import Rule
from checker.rules.book.unconfirmed import provenance
from checker.rules.change.activation import activation
from checker.rules.change.switches import Switches
from checker.rules.config.model import Config
from checker.rules.language.column_names import key_name
from checker.rules.language.template import literals

if TYPE_CHECKING:
    from checker.cli.support.library import Library
    from checker.report.text.sheet import Sheet

_INDENT = 2
_LABEL = 16


def rule_page(
    rule_id: str, library: Library, settings: Config, presentation: Presentation, *, full: bool = False
) -> str:
    """Return the page of a rule as text: why, how to fix it, parameters and sources.

    ``full`` adds when it fires, its relation to other rules, commands, examples, and the ids of its sources.
    """
    from checker.report.text.sheet import Sheet

    sheet = Sheet(presentation)
    retired = library.retired().get(rule_id)
    if retired is not None:
        sheet.paragraph([(f"{rule_id} {clean(retired.name)}", "head")])
        sheet.paragraph([(f"Retired; {clean(retired.replaced_by or 'nothing')} replaces it.", "")], indent=_INDENT)
        return sheet.render()
    rule = library.rules()[rule_id]
    severity = settings.settings.severities.get(rule_id, rule.severity)
    sheet.paragraph([(f"{clean(rule.id)} {clean(rule.name)}", "head"), ("  ", ""), (severity, severity)])
    if severity != rule.severity:
        place = settings.places.get(f"severities.{rule_id}", "configuration")
        sheet.paragraph([(f"default severity {rule.severity}; changed in {clean(place)}", "dim")], indent=_INDENT)
    if rule.experimental:
        sheet.paragraph(
            [("experimental: no document confirms its threshold; runs only with --extend-select", "warning")],
            indent=_INDENT,
        )
    if not rule.suppressible:
        sheet.paragraph([("its findings cannot be suppressed", "dim")], indent=_INDENT)
    sheet.paragraph([(clean(rule.summary), "")], indent=_INDENT)
    _why(sheet, rule_id, library)
    _fix(sheet, rule, full=full)
    _parameters(sheet, rule, settings)
    if full:
        _condition(sheet, rule)
        _relations(sheet, rule)
        _examples(sheet, rule_id, library)
    _heading(sheet, "Sources")
    for source in rule.sources:
        reference = [(f"  {clean(source.reference)}", "dim")] if full and source.reference else []
        sheet.paragraph([(source_text(source), ""), *reference], [("  - ", "dim")], indent=4)
    tags = ", ".join(clean(tag) for tag in rule.tags) or "none"
    sheet.blank()
    sheet.paragraph([(f"category {clean(rule.category)}, tags {tags}, since {clean(rule.since)}", "dim")])
    if not full:
        more = f"sanlint explain {clean(rule_id)} --full"
        sheet.paragraph([("Conditions, commands and examples: ", "dim"), (more, "command")])
    return sheet.render()


def _heading(sheet: Sheet, text: str) -> None:
    sheet.blank()
    sheet.paragraph([(text, "head")])


def _why(sheet: Sheet, rule_id: str, library: Library) -> None:
    text = library.text(rule_id)
    if text is None or not text.why:
        return
    _heading(sheet, "Why")
    for paragraph in paragraphs(text.why):
        sheet.paragraph([(paragraph, "")], indent=_INDENT)


def _condition(sheet: Sheet, rule: Rule) -> None:
    """Write which objects the rule checks and the facts that decide, in the words of the view."""
    from checker.views.catalog import views

    _heading(sheet, "When it fires")
    view = views().get(rule.view) if rule.view else None
    objects = ", ".join(key_name(key) for key in (rule.keys or (view.grain if view is not None else ())))
    sheet.paragraph([(objects or "the SAN", "")], [("  for each", "dim")], indent=_LABEL)
    parts = (("applies by", rule.when), ("decided by", rule.violated), ("severity by", rule.severity_by))
    for label, expression in parts:
        for number, column in enumerate(expression.columns if expression is not None else ()):
            known = view.find(column) if view is not None else None
            meaning = f": {clean(known.meaning)}" if known is not None and known.meaning else ""
            head = [(f"  {label}" if number == 0 else "", "dim")]
            sheet.paragraph([(key_name(column), "head"), (meaning, "")], head, indent=_LABEL)


def _parameters(sheet: Sheet, rule: Rule, settings: Config) -> None:
    if not rule.parameters:
        return
    _heading(sheet, "Parameters")
    # Two blanks before and after the longest name separate names and values.
    column = max(24, len(rule.id) + 5 + max(len(name) for name in rule.parameters))
    for name, parameter in rule.parameters.items():
        key = f"{rule.id}.{name}"
        value = settings.settings.parameters.get(key, parameter.default)
        shown = f"{value_text(name, value)}"
        if key in settings.settings.parameters:
            place = settings.places.get(f"parameters.{key}", "configuration")
            shown += f" (set in {clean(place)}; default {value_text(name, parameter.default)})"
        sheet.paragraph(
            [(f"{shown}  ", "head"), (clean(parameter.help) + provenance(parameter), "")],
            [(f"  {key}", "")],
            indent=column,
        )
    example = next(iter(rule.parameters))
    sheet.paragraph([(f"set with --config {rule.id}.{example}=VALUE or in sanlint.yaml", "dim")], indent=_INDENT)


def _relations(sheet: Sheet, rule: Rule) -> None:
    relations = (
        ("not if", rule.unless, "applies"),
        ("caused by", rule.caused_by, ""),
        ("only with", rule.only_with, ""),
    )
    if not any(others for _label, others, _end in relations):
        return
    _heading(sheet, "Relation to other rules")
    for label, others, end in relations:
        if others:
            sheet.paragraph([(f"{', '.join(others)} {end}".rstrip(), "")], [(f"  {label}", "dim")], indent=_LABEL)


def _fix(sheet: Sheet, rule: Rule, *, full: bool) -> None:
    if not rule.fix_summary and not rule.fix_commands:
        return
    _heading(sheet, "How to fix it")
    for paragraph in paragraphs(rule.fix_summary):
        sheet.paragraph([(paragraph, "")], indent=_INDENT)
    if not full:
        platforms = ", ".join(dict.fromkeys(clean(command.platform) for command in rule.fix_commands))
        if platforms:
            note = f"commands for {platforms}: sanlint fix writes them for each finding"
            sheet.paragraph([(note, "dim")], indent=_INDENT)
        return
    for command in rule.fix_commands:
        each = f", for each of {clean(command.for_each)}" if command.for_each else ""
        sheet.paragraph([(f"{clean(command.platform)}{each}:", "dim")], indent=_INDENT)
        if command.only_if:
            sheet.paragraph([(f"only if {clean(command.only_if)}:", "dim")], indent=4)
        if command.skip_if:
            sheet.paragraph([(f"omitted if {clean(command.skip_if)}:", "dim")], indent=4)
        sheet.verbatim(clean(command.run), "command", indent=4)
        for word, text in (("check", command.check), ("undo", command.undo)):
            if text:
                sheet.verbatim(f"{word}: {clean(text)}", "dim", indent=6)
        if command.no_undo:
            sheet.paragraph([(f"no undo: {clean(command.no_undo)}", "dim")], indent=6)
    _activation(sheet, rule)


def _activation(sheet: Sheet, rule: Rule) -> None:
    """Add what puts the commands of each platform into effect; the names of zone sets are known only for a finding."""
    for platform in dict.fromkeys(command.platform for command in rule.fix_commands):
        runs = [
            literals(command.run).replace("\0", "X") for command in rule.fix_commands if command.platform == platform
        ]
        closing = activation(platform, "", runs, Switches())
        if closing:
            sheet.paragraph(
                [(f"{clean(platform)}, once at the end and again after an undo, if the change needs it:", "dim")],
                indent=_INDENT,
            )
        for step in closing:
            sheet.verbatim(clean(step.run), "command", indent=4)


def _examples(sheet: Sheet, rule_id: str, library: Library) -> None:
    text = library.text(rule_id)
    if text is None or not text.examples:
        return
    write_examples(sheet, text.examples)
