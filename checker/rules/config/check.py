"""Validate a configuration against its schema: errors with their positions and the nearest valid key."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from checker.errors import ConfigError
from checker.resources import schema
from checker.rules.language.suggest import printable, unknown

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

    from checker.rules.config.text import ConfigText

_TYPE = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "object": "a mapping",
    "string": "a text",
}
_SHOWN = 10


def check(config: ConfigText) -> None:
    """Validate a configuration against ``schemas/config.schema.json``.

    Raises:
        ConfigError: names file, line, column and key of every error, and the nearest valid key.
    """
    if not config.values:
        return
    from jsonschema import Draft202012Validator

    document = json.loads(schema("config").read_text(encoding="utf-8"))
    messages = [
        message
        for error in Draft202012Validator(document).iter_errors(config.values)
        for message in _messages(error, config)
    ]
    if messages:
        ordered = [text for _position, text in sorted(set(messages))]
        more = [f"and {len(ordered) - _SHOWN} more"] if len(ordered) > _SHOWN else []
        raise ConfigError("\n".join(ordered[:_SHOWN] + more))


def _messages(error: ValidationError, config: ConfigText) -> Iterable[tuple[tuple[int, int], str]]:
    path = tuple(error.absolute_path)
    rules = _rules(error)
    if error.validator == "additionalProperties" and isinstance(error.instance, Mapping):
        known = list(rules.get("properties", {}))
        for key in error.instance:
            if key not in known and not _fits_pattern(key, rules):
                yield _at(config, (*path, key), unknown("key", str(key), known) if known else _pattern_help(rules, key))
        return
    name = _name(path)
    yield _at(config, path, f"{name} {_problem(error)}" if name else _problem(error))


def _rules(error: ValidationError) -> Mapping[str, Any]:
    return error.schema if isinstance(error.schema, Mapping) else {}


def _fits_pattern(key: str, rules: Mapping[str, Any]) -> bool:
    import re

    return any(re.search(pattern, key) for pattern in rules.get("patternProperties", {}))


def _pattern_help(rules: Mapping[str, Any], key: object) -> str:
    return f"{printable(str(key))!r} {rules.get('description', 'is not a valid key here')}"


def _at(config: ConfigText, path: tuple[str | int, ...], text: str) -> tuple[tuple[int, int], str]:
    place = config.place(path)
    line, column = place.rsplit(":", 2)[1:]
    return (int(line), int(column)), f"{place}: {text}"


def _name(path: tuple[str | int, ...]) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else printable(part) for part in path)


def _problem(error: ValidationError) -> str:
    shown = printable(json.dumps(error.instance, ensure_ascii=False, default=str))
    rule: Any = error.validator_value
    validator = str(error.validator)
    if validator == "enum":
        return f"has an {unknown('value', str(error.instance), [str(item) for item in rule])}"
    if validator == "type":
        rules_named = [rule] if isinstance(rule, str) else rule
        return f"must be {' or '.join(_TYPE.get(item, item) for item in rules_named)}, not {shown}"
    if validator == "required":
        missing = [key for key in rule if isinstance(error.instance, Mapping) and key not in error.instance]
        return f"is missing {' and '.join(missing)}"
    if validator in {"pattern", "anyOf", "oneOf", "minProperties", "minItems", "minLength"}:
        return f"must be {_rules(error).get('description', 'something else')}, not {shown}"
    return f"is not allowed: {shown}"
