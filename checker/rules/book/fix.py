"""Convert the fix of a rule to commands for one finding, quoted for their platform, or to lines of a checklist."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping

from checker.facts.declare import ColumnType
from checker.facts.normalise import plain_names
from checker.rules.book import effect
from checker.rules.book.rule import FixCommand
from checker.rules.evaluate.finding import FixStep
from checker.rules.language import quoting, template
from checker.rules.language.suggest import printable, unknown

MAX_STEPS = 1024
"""Maximum number of LUNs of an ESX host: one finding may need a command for each."""
# The columns that name the machine a command is for, most specific first, each with the kind of machine.
_ARRAY = (("storage_array", "storage_array"), ("vplex_cluster", "vplex_cluster"))
_SWITCH = (("switch", "switch"), ("one_switch", "switch"), ("fabric", "fabric"))
_ON: Mapping[str, tuple[tuple[str, str], ...]] = {
    "brocade": _SWITCH,
    "cisco-mds": _SWITCH,
    **dict.fromkeys(("vplexcli", "symcli", "naviseccli", "xmcli"), _ARRAY),
}
_HOST = (("host", "host"),)


class _CannotQuoteError(Exception):
    """A value cannot be written safely on this platform."""


def check(
    command: FixCommand,
    columns: Mapping[str, ColumnType],
    parameter_names: Iterable[str],
    kinds: Mapping[str, Collection[str]] | None = None,
) -> None:
    """Check one command of a fix: platform, templates, the list it is repeated for, machine and effect.

    ``kinds`` maps each kind of the model to its columns.

    Raises:
        TemplateError: an unknown platform, name or filter; ``for_each`` is not a list column; quotes around a placeholder.
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
    if command.on is not None and command.on not in columns:
        raise template.TemplateError(unknown("column", command.on, columns), command.on)
    if command.skip_if is not None and command.skip_if not in names:
        raise template.TemplateError(unknown("column", command.skip_if, names), command.skip_if)
    for text in _texts(command):
        template.check(text, names)
        if re.search(r"[\n\r]", text.strip()):
            raise template.TemplateError("a command is one line; write several commands")
        if quoting.quotes_itself(command.platform):
            _check_quotes(text)
    effect.check(command.effect, kinds or {}, names)


def names_of(command: FixCommand) -> Iterator[str]:
    """Return all columns and parameters that a command may need, including those that name its machine."""
    for text in _texts(command):
        yield from template.names(text)
    yield from effect.names_of(command.effect)
    yield from (name for name in (command.for_each, command.on, command.skip_if) if name)
    yield from (column for column, _ in machine_columns(command))


def machine_columns(command: FixCommand) -> tuple[tuple[str, str], ...]:
    """Return the columns that may name the machine of a command, most specific first, each with the kind of machine."""
    usual = _ON.get(command.platform, _HOST)
    return usual if command.on is None else ((command.on, usual[0][1]), *usual)


def _texts(command: FixCommand) -> list[str]:
    return [text for text in (command.run, command.undo, command.check) if text is not None]


def _check_quotes(text: str) -> None:
    """Reject placeholders inside quotes: the value gets its own quotes, which would end the author's."""
    open_quote = ""
    for char in template.literals(text):
        if char == "\0" and open_quote:
            raise template.TemplateError(
                f"values are quoted automatically: remove the {open_quote} around the placeholder", open_quote
            )
        if char in "'\"`" and open_quote in ("", char):
            open_quote = "" if open_quote else char


def steps(command: FixCommand, values: Mapping[str, object]) -> list[FixStep]:
    """Return the steps of one command for one finding; ``values`` are its columns and parameters.

    If a value is unknown or cannot be quoted for the platform, the step becomes a manual checklist item. A command that
    equals its undo is omitted: the value is what it should be, and another one is the fault.
    """
    return [step for step in _steps(command, values) if step.run != step.undo]


def _steps(command: FixCommand, values: Mapping[str, object]) -> list[FixStep]:
    if command.skip_if is not None and values.get(command.skip_if) is not False:
        return []
    if command.for_each is None:
        return _on_machines(command, values)
    items = values.get(command.for_each)
    item_name = template.singular(command.for_each) or command.for_each
    if not isinstance(items, list | tuple):
        return _on_machines(command, {**values, item_name: None})
    done = [step for item in items[:MAX_STEPS] for step in _on_machines(command, {**values, item_name: item})]
    if len(items) > MAX_STEPS:
        rest = f"The same for {len(items) - MAX_STEPS} more: {command.for_each.replace('_', ' ')}"
        done.append(FixStep(command.platform, rest, checklist=True, on=done[-1].on, only_if=command.only_if or ""))
    return done


def _on_machines(command: FixCommand, values: Mapping[str, object]) -> list[FixStep]:
    """Return one step, or one per machine if the column that names it is a list."""
    for column, kind in machine_columns(command):
        name = values.get(column)
        if isinstance(name, list | tuple) and name:
            return [_step(command, values, f"{kind}:{one}") for one in name[:MAX_STEPS]]
        if isinstance(name, str) and name:
            return [_step(command, values, f"{kind}:{name}")]
    return [_step(command, values, "")]


def _step(command: FixCommand, values: Mapping[str, object], on: str) -> FixStep:
    def quoted(name: str, filter_name: str, shown: str) -> str:
        value = values.get(name)
        several = isinstance(value, list | tuple)
        items = [template.show(item, filter_name) for item in value] if isinstance(value, list | tuple) else [shown]
        words = [
            None if value is None else quoting.quote(plain_names(one), command.platform, in_list=several)
            for one in items
        ]
        if not words or None in words:
            raise _CannotQuoteError
        return quoting.separator(command.platform).join(word for word in words if word is not None)

    def placeholder(name: str, filter_name: str, shown: str) -> str:
        """Return a value as in the command, else in angle quotes: what cannot be quoted, or what is to be filled in."""
        try:
            return quoted(name, filter_name, shown)
        except _CannotQuoteError:
            known = values.get(name) not in (None, [], ())
            return f"‹{(visible(shown) if known else '') or name.replace('_', ' ')}›"

    def filled(text: str | None) -> str | None:
        """Return the undo or check command; none if a value is unknown, as an unknown old value cannot be restored."""
        if text is None or any(values.get(name) is None for name in template.names(text)):
            return None
        return template.render(text, values, quoted)

    only_if = command.only_if or ""
    try:
        run = template.render(command.run, values, quoted)
        changes = effect.resolve(command.effect, values)
        undo = filled(command.undo)
        lost = "the value before the change is unknown" if command.undo and undo is None else command.no_undo or ""
        return FixStep(command.platform, run, undo, False, on, filled(command.check), only_if, changes, no_undo=lost)
    except _CannotQuoteError:
        by_hand = template.render(command.run, values, placeholder)
        return FixStep(command.platform, f"By hand: {by_hand}", None, True, on, None, only_if)


def visible(shown: str) -> str:
    """Return a value in displayable form: characters that a terminal would interpret are replaced."""
    clean = "".join("\ufffd" if char != " " and unicodedata.category(char)[0] in "CZ" else char for char in shown)
    return printable(clean, 200)
