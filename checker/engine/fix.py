"""Turns the fix of a rule into commands for one finding, quoted for their platform, or into lines of a checklist."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from checker.engine import quoting, template
from checker.engine.finding import FixStep
from checker.engine.rule import FixCommand
from checker.engine.suggest import printable, unknown
from checker.views.catalog import ViewColumnType

MAX_STEPS = 200


class _CannotQuoteError(Exception):
    """A value can't be written safely on this platform."""


def check(command: FixCommand, columns: Mapping[str, ViewColumnType], parameter_names: Iterable[str]) -> None:
    """Check one command of a fix: its platform, its templates, and the list it is repeated for.

    Raises:
        TemplateError: an unknown platform, name or filter; ``for_each`` that is no list column; quotes around a place.
    """
    if command.platform not in quoting.platforms():
        raise template.TemplateError(unknown("platform", command.platform, quoting.platforms()), command.platform)
    names = {*columns, *parameter_names}
    if command.for_each is not None:
        if command.for_each not in columns:
            raise template.TemplateError(unknown("column", command.for_each, columns), command.for_each)
        item = template.singular(command.for_each)
        if columns[command.for_each] != "list" or item is None:
            raise template.TemplateError(
                f"for_each: {command.for_each} must be a list whose name ends in s", command.for_each
            )
        if item in names:
            raise template.TemplateError(f"for_each: {item} is already a column or parameter", command.for_each)
        names.add(item)
    for text in (command.run, command.undo):
        if text is None:
            continue
        template.check(text, names)
        if re.search(r"[\n\r]", text.strip()):
            raise template.TemplateError("a command is one line; write several commands")
        if quoting.quotes_itself(command.platform):
            _check_quotes(text)


def _check_quotes(text: str) -> None:
    """A place must not stand inside quotes: its value gets its own, which would end the author's."""
    open_quote = ""
    for char in template.literals(text):
        if char == "\0" and open_quote:
            raise template.TemplateError(
                f"values are quoted for you: remove the {open_quote} around the place", open_quote
            )
        if char in "'\"`" and open_quote in ("", char):
            open_quote = "" if open_quote else char


def steps(command: FixCommand, values: Mapping[str, object]) -> list[FixStep]:
    """The steps of one command for one finding; ``values`` are its columns and parameters.

    A value that is unknown or that the platform can't quote makes the step a line of a checklist, to be done by hand.
    """
    if command.for_each is None:
        return [_step(command, values)]
    items = values.get(command.for_each)
    item_name = template.singular(command.for_each) or command.for_each
    if not isinstance(items, list | tuple):
        return [_step(command, {**values, item_name: None})]
    done = [_step(command, {**values, item_name: item}) for item in items[:MAX_STEPS]]
    if len(items) > MAX_STEPS:
        rest = f"The same for {len(items) - MAX_STEPS} more: {command.for_each.replace('_', ' ')}"
        done.append(FixStep(command.platform, rest, checklist=True))
    return done


def _step(command: FixCommand, values: Mapping[str, object]) -> FixStep:
    def quoted(name: str, shown: str) -> str:
        word = None if values.get(name) is None else quoting.quote(shown, command.platform)
        if word is None:
            raise _CannotQuoteError
        return word

    try:
        undo = None if command.undo is None else template.render(command.undo, values, quoted)
        return FixStep(command.platform, template.render(command.run, values, quoted), undo)
    except _CannotQuoteError:
        by_hand = template.render(command.run, values, lambda _, shown: f"‹{_visible(shown)}›")
        return FixStep(command.platform, f"By hand: {by_hand}", checklist=True)


def _visible(shown: str) -> str:
    """A value as people may read it: what a terminal would act on is replaced."""
    clean = "".join("\ufffd" if char != " " and unicodedata.category(char)[0] in "CZ" else char for char in shown)
    return printable(clean, 200)
