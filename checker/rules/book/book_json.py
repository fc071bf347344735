"""Encode rules and their texts as JSON, and decode them. JSON only: a cached book must not be able to run code."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from typing import Any, TypeVar

from checker.rules.book.rule import Expression, FixCommand, Parameter, Rule, RuleText, Source
from checker.rules.language.vocabulary import Shape

Decoded = TypeVar("Decoded")
_EXPRESSIONS = ("violated", "when", "severity_by", "basis")
_RELATIONS = ("unless", "caused_by", "only_with")
_TUPLES = ("keys", "evidence", "locate", "tags", "roll_up", "identity")


def encode(rule: Rule, shape: Shape) -> dict[str, Any]:
    """Encode a rule as JSON values; members with default values are omitted, so that reading is fast."""
    data = {key: value for key, value in asdict(rule).items() if value not in (None, (), {}, False, "")}
    data["parameters"] = [asdict(parameter) for parameter in rule.parameters.values()]
    data["view"] = rule.view
    # Omitted members are read back as their defaults.
    data.update({} if rule.suppressible else {"suppressible": False})
    data["shape"] = {"keys": list(shape.keys), "columns": dict(shape.columns), "uses": dict(shape.uses)}
    # The columns of a view are stored once in the book, not in each of its rules.
    if rule.rows is None:
        del data["shape"]["columns"]
    for name in _TUPLES:
        if getattr(rule, name) == ():
            data[name] = []
    return data


def decode_rule(data: Mapping[str, Any]) -> Rule:
    """Decode a rule from its JSON values."""
    fields = {key: value for key, value in data.items() if key != "shape"}
    fields.setdefault("message", "")
    fields.setdefault("summary", "")
    for name in _EXPRESSIONS:
        if name in fields:
            one = fields[name]
            fields[name] = _checked(Expression(one["text"], tuple(one["columns"]), tuple(one["parameters"])))
    for name in _RELATIONS:
        if name in fields:
            fields[name] = {key: None if value is None else tuple(value) for key, value in fields[name].items()}
    for name in _TUPLES:
        if name in fields:
            fields[name] = tuple(fields[name])
    fields["parameters"] = {one["name"]: _checked(Parameter(**one)) for one in fields["parameters"]}
    fields["fix_commands"] = tuple(_checked(FixCommand(**one)) for one in fields.get("fix_commands", ()))
    fields["sources"] = tuple(_checked(Source(**one)) for one in fields.get("sources", ()))
    return _checked(Rule(**fields))


def _checked(one: Decoded) -> Decoded:
    """Return an object whose texts are texts.

    Raises:
        TypeError: one is not.
    """
    kind: Any = type(one)
    for name, declared, is_listed, is_optional in _declared(kind):
        value = getattr(one, name)
        if (type(value) is str and not is_listed) or (value is None and is_optional):
            continue
        if not is_listed or type(value) is not tuple or not all(type(text) is str for text in value):
            raise TypeError(f"{name} is not {declared}")
    return one


@cache
def _declared(kind: type[Any]) -> tuple[tuple[str, str, bool, bool], ...]:
    """Return the fields of a class that are texts: name and type, and whether that is a list of texts or may be None."""
    texts = ("str", "str | None", "tuple[str, ...]", "tuple[str, ...] | None")
    found = ((field.name, str(field.type)) for field in dataclasses.fields(kind))
    return tuple((name, one, one.startswith("tuple"), one.endswith("None")) for name, one in found if one in texts)


def decode_shape(data: Mapping[str, Any], views: Mapping[str, Any]) -> Shape:
    """Decode the shape of a rule's objects; ``views`` maps the book's views to their columns with types."""
    shape = data["shape"]
    columns = shape.get("columns")
    if columns is None:
        columns = views.get(data["view"], {})
    uses = {view: tuple(names) for view, names in shape["uses"].items()}
    return Shape(tuple(shape["keys"]), columns, uses)


def encode_text(text: RuleText) -> dict[str, Any]:
    """Encode the text of a rule as JSON values."""
    return {"why": text.why, "examples": list(text.examples)}


def decode_text(rule_id: str, data: Mapping[str, Any]) -> RuleText:
    """Decode the text of a rule from its JSON values."""
    return RuleText(rule_id, data["why"], tuple(data["examples"]))
