"""Replaces one value in the text of a YAML document, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from checker.facts.inventory_text import scalar

LARGEST = 5_000_000
"""Characters of a document that is edited; finding places takes a slow parser."""


class NotHere(ValueError):  # noqa: N818 - says why a place can't be edited
    """The value can't be replaced in this place; the message says why."""


def edited(text: str, line: int, key: str, value: object) -> str:
    """Return the text with the value of a key replaced, in the mapping that begins on a line.

    Args:
        text: one YAML document.
        line: from 1; where the mapping begins.
        key: is added to the mapping if it isn't there.
        value: a text, number, boolean or None.

    Raises:
        NotHere: there is no such mapping, or several; it is used in other places too; or the result would say more or
            less than that.
    """
    if len(text) > LARGEST:
        raise NotHere(f"longer than {LARGEST:,} characters: edit it by hand")
    root, uses = _composed(text)
    mappings = _on_line(root, line)
    holding = [(node, found) for node in mappings for found in [_value_of(node, key)] if found is not None]
    if len(holding) == 1:
        node, old = holding[0]
        if uses[id(old)] > uses[id(node)]:
            raise NotHere(f"{key} is an anchor that is used elsewhere too")
        after = _replaced(text, old, value)
    elif not holding and value is None:
        return text
    elif not holding and len(inner := _innermost(mappings)) == 1:
        after = _added(text, inner[0], key, value)
    else:
        raise NotHere(f"{len(holding or mappings)} objects begin on this line" if mappings else "no object begins here")
    _verify(text, after, key, value)
    return after


def _composed(text: str) -> tuple[Any, Counter[int]]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        # The parser in Python counts characters in its marks, whatever the text holds.
        root = YAML(typ="safe", pure=True).compose(text)
    except YAMLError as error:
        raise NotHere(f"no YAML that can be edited: {str(error).splitlines()[0]}") from None
    uses: Counter[int] = Counter()
    for node in _nodes(root, uses):
        del node
    return root, uses


def _nodes(root: Any, uses: Counter[int] | None = None) -> Iterator[Any]:
    """Every node once; ``uses`` counts how often each is used, which is more than once for anchors."""
    todo, seen = [root], set()
    while todo:
        node = todo.pop()
        if node is None:
            continue
        if uses is not None:
            uses[id(node)] += 1
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if node.id == "mapping":
            todo += [part for pair in node.value for part in pair]
        elif node.id == "sequence":
            todo += node.value


def _on_line(root: Any, line: int) -> list[Any]:
    """The mappings that begin on a line, or whose key stands on it."""
    found = {id(node): node for node in _nodes(root) if node.id == "mapping" and node.start_mark.line == line - 1}
    for node in _nodes(root):
        for name, value in node.value if node.id == "mapping" else ():
            if value.id == "mapping" and name.start_mark.line == line - 1:
                found[id(value)] = value
    return list(found.values())


def _innermost(mappings: list[Any]) -> list[Any]:
    """Those that hold none of the others: the first of a section's objects begins where the section does."""
    known = {id(node) for node in mappings}
    return [node for node in mappings if not any(id(value) in known for _, value in node.value)]


def _value_of(node: Any, key: str) -> Any:
    return next((value for name, value in node.value if name.id == "scalar" and name.value == key), None)


def _replaced(text: str, old: Any, value: object) -> str:
    if old.id != "scalar" or old.start_mark.line != old.end_mark.line:
        raise NotHere("what stands there is no single value on one line")
    return text[: old.start_mark.index] + scalar(value) + text[old.end_mark.index :]


def _added(text: str, node: Any, key: str, value: object) -> str:
    start = node.start_mark.index
    if text[start : start + 1] == "{":
        rest = ", " if node.value else ""
        return f"{text[: start + 1]}{key}: {scalar(value)}{rest}{text[start + 1 :]}"
    indent = " " * node.start_mark.column
    end = "\r\n" if "\r\n" in text else "\n"
    return f"{text[:start]}{key}: {scalar(value)}{end}{indent}{text[start:]}"


def _verify(before: str, after: str, key: str, value: object) -> None:
    """Make sure that the two texts differ in values of this key only."""
    from checker.readers.located_yaml import YamlProblem, parse

    try:
        differences = list(_differences(parse(before), parse(after), ""))
    except YamlProblem as problem:
        raise NotHere(f"the result would be no YAML: {problem}") from None
    if any(name != key or new != value for name, new in differences):
        raise NotHere("something else would change as well")


def _differences(old: Any, new: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from _differences(old.get(key), new.get(key), str(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from _differences(one, other, name)
    elif old != new or type(old) is not type(new):
        yield name, new
