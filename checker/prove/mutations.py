"""Mutants of a rule's conditions: small faults that an example must detect."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from checker.rules.book.rule import Expression, Parameter, Rule

_BOUNDARY = {
    "COMPARE_GREATERTHAN": "COMPARE_GREATERTHANOREQUALTO",
    "COMPARE_GREATERTHANOREQUALTO": "COMPARE_GREATERTHAN",
    "COMPARE_LESSTHAN": "COMPARE_LESSTHANOREQUALTO",
    "COMPARE_LESSTHANOREQUALTO": "COMPARE_LESSTHAN",
}
_COUNTS = {"below", "above", "exactly"}


def mutants(rule: Rule, connection: Any) -> Iterator[tuple[str, Rule]]:
    """Yield every mutant with a description.

    Conditions are negated, made constant, lose an operand or have a boundary moved; parameters are moved by one step.
    """
    violated = rule.violated
    for text, what in (
        (f"NOT ({violated.text})", "violated negated"),
        ("TRUE", "violated → TRUE"),
        ("FALSE", "violated → FALSE"),
    ):
        yield what, replace(rule, violated=replace(violated, text=text))
    for what, text in _expression_mutants(violated, connection):
        yield f"violated: {what}", replace(rule, violated=replace(violated, text=text))
    if rule.when is not None:
        yield "when → TRUE", replace(rule, when=None)
        for what, text in _expression_mutants(rule.when, connection):
            yield f"when: {what}", replace(rule, when=replace(rule.when, text=text))
    if rule.severity_by is not None:
        yield "severity_by dropped", replace(rule, severity_by=None)
    used = {name for e in (rule.violated, rule.when, rule.severity_by) if e for name in e.parameters}
    for name in sorted(used):
        for value in _steps(rule.parameters[name]):
            changed = {**rule.parameters, name: replace(rule.parameters[name], default=value)}
            yield f"parameter {name} → {value}", replace(rule, parameters=changed)


def _steps(parameter: Parameter) -> list[Any]:
    value = parameter.default
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value - 1, value + 1]
    if isinstance(value, float):
        return [value * 0.5, value * 2 if value else 1.0]
    if parameter.type == "severity":
        return ["info" if value != "info" else "warning"]
    if isinstance(value, list):
        return [value[:i] + value[i + 1 :] for i in range(len(value))]
    return []


def _expression_mutants(expression: Expression, connection: Any) -> Iterator[tuple[str, str]]:
    tree = json.loads(connection.execute("SELECT json_serialize_sql(?)", [f"SELECT {expression.text}"]).fetchone()[0])
    if tree.get("error"):
        return
    seen = {expression.text}
    for what, mutated in _tree_mutants(tree):
        text = connection.execute("SELECT json_deserialize_sql(?)", [json.dumps(mutated)]).fetchone()[0]
        text = text.removeprefix("SELECT ").strip()
        if text not in seen:
            seen.add(text)
            yield what, text


def _nodes(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    if isinstance(node, dict):
        if "class" in node:
            yield path, node
        for key, value in node.items():
            yield from _nodes(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _nodes(value, (*path, index))


def _tree_mutants(tree: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, node in list(_nodes(tree)):
        kind = node.get("type", "")
        if node["class"] == "CONJUNCTION":
            for index, child in enumerate(node["children"]):
                rest = [c for i, c in enumerate(node["children"]) if i != index]
                replacement = rest[0] if len(rest) == 1 else {**node, "children": rest}
                yield f"operand {index + 1} of {kind[12:]} dropped ({_words(child)})", _put(tree, path, replacement)
        elif node["class"] == "COMPARISON" and kind in _BOUNDARY:
            yield f"boundary of {_words(node)}", _put(tree, path, {**node, "type": _BOUNDARY[kind]})
        elif node["class"] == "FUNCTION" and node.get("function_name") in _COUNTS:
            yield from _count_mutants(tree, path, node)


def _count_mutants(
    tree: dict[str, Any], path: tuple[Any, ...], node: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for place, inner in list(_nodes(node["arguments"])):
        if inner["class"] == "CONSTANT":
            literal = inner.get("literal", {})
            if literal.get("kind") == "INTEGER":
                for step in (-1, 1):
                    moved = {**inner, "literal": {**literal, "text": str(int(literal["text"]) + step)}}
                    yield f"{node['function_name']} boundary {step:+d}", _put(tree, (*path, "arguments", *place), moved)


def _words(node: dict[str, Any]) -> str:
    names = [str(n["column_names"][-1]) for _, n in _nodes(node) if n.get("class") == "COLUMN_REF"]
    return ", ".join(dict.fromkeys(names)) or str(node.get("type"))


def _put(tree: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    mutated = copy.deepcopy(tree)
    place: Any = mutated
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = copy.deepcopy(value)
    return mutated
