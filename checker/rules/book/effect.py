"""The effect of a fix command on the model: changes as in examples, whose values may be columns of the finding.

``{set: {device: {host: "{host}", device: "{volume}"}, psp: VMW_PSP_RR}}`` sets a column of the matching rows. ``add``
and ``remove`` take a row. For kinds with a switch column, ``fabric`` matches all switches of the fabric. A kind alone
(``{set: device}``) only states what changes and cannot be simulated. ``{paths: required_paths}`` is a change of paths that
no fact expresses (``PATH_CHANGES``): the estimate adds or moves paths of the volumes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from checker.estimate.cost.cost import PATH_CHANGES
from checker.rules.language import template
from checker.rules.language.suggest import unknown

Effect = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
_WHOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def changes_of(effect: Effect) -> list[tuple[str, Any]]:
    """Return the individual changes of an effect as (action, what)."""
    parts = [] if effect is None else [effect] if isinstance(effect, Mapping) else list(effect)
    return [(action, what) for part in parts for action, what in part.items()]


def kind_of(what: Mapping[str, Any], kinds: Collection[str]) -> str | None:
    """Return the kind of a change: the key whose value is a mapping of columns; a column may have the name of a kind."""
    named = [key for key, value in what.items() if isinstance(value, Mapping) and key in kinds]
    return named[0] if len(named) == 1 else None


def check(effect: Effect, kinds: Mapping[str, Collection[str]], names: Collection[str]) -> None:
    """Check an effect; ``kinds`` maps each kind to its columns, ``names`` are those that templates may use.

    Raises:
        TemplateError: an unknown kind, column or name.
    """
    for action, what in changes_of(effect):
        if action == "paths":
            if what not in PATH_CHANGES:
                raise template.TemplateError(unknown("change of paths", str(what), PATH_CHANGES), str(what))
            continue
        if isinstance(what, str):
            if what not in kinds:
                raise template.TemplateError(unknown("kind", what, kinds), what)
            continue
        kind = kind_of(what, kinds)
        if kind is None:
            wrong = next((key for key, value in what.items() if isinstance(value, Mapping)), "")
            text = unknown("kind", wrong, kinds) if wrong and wrong not in kinds else "name exactly one kind"
            raise template.TemplateError(f"effect: {action}: {text}", wrong)
        known = {*kinds[kind], "fabric"} if "switch" in kinds[kind] else {*kinds[kind]}
        rest = {name: value for name, value in what.items() if name != kind}
        for name, value in [*what[kind].items(), *rest.items()]:
            if name not in known:
                raise template.TemplateError(f"{kind}: {unknown('column', name, known)}", name)
            if isinstance(value, str):
                template.check(value, names)


def names_of(effect: Effect) -> Iterator[str]:
    """Return the columns and parameters whose values an effect needs."""
    for _, what in changes_of(effect):
        if isinstance(what, Mapping):
            for value in what.values():
                for text in value.values() if isinstance(value, Mapping) else [value]:
                    if isinstance(text, str):
                        yield from template.names(text)


def resolve(effect: Effect, values: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """Return the changes with the values of one finding; none if a value is unknown or only a kind is named."""
    done: list[Mapping[str, Any]] = []
    for action, what in changes_of(effect):
        if not isinstance(what, Mapping) or any(values.get(name) is None for name in names_of({action: what})):
            return ()
        done.append({action: {name: _filled(value, values) for name, value in what.items()}})
    return tuple(done)


def path_change(effect: Effect) -> str | None:
    """Return the change of paths that an effect names, or None."""
    return next((what for action, what in changes_of(effect) if action == "paths"), None)


def _filled(value: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(value, Mapping):
        return {name: _filled(item, values) for name, item in value.items()}
    if not isinstance(value, str):
        return value
    whole = _WHOLE.fullmatch(value)
    return values[whole.group(1)] if whole else template.render(value, values)
