"""Replace values in the text of a YAML document, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from checker.facts.inventory.text import scalar


class NotHere(ValueError):  # noqa: N818 - says why a place cannot be edited
    """The value cannot be replaced in this place; the message states the reason."""


@dataclass(frozen=True)
class Wish:
    """A required value: for a key of the mapping that begins on a line (from 1); a text, number, Boolean or None."""

    line: int
    key: str
    value: object


def edited(text: str, wishes: Sequence[Wish]) -> tuple[str, dict[Wish, str]]:
    """Return the text of a YAML document with values replaced, and the reason for each that cannot be.

    A missing key is added to its mapping.

    Raises:
        NotHere: the text is too long or invalid YAML, or the result would differ in other facts.
    """
    root, uses = _composed(text)
    by_line = _by_line(root)
    spans: list[tuple[int, int, str]] = []
    failed: dict[Wish, str] = {}
    for wish in wishes:
        try:
            spans += _span(text, by_line.get(wish.line, {}).values(), uses, wish)
        except NotHere as problem:
            failed[wish] = str(problem)
    after = text
    for start, end, new in sorted(spans, reverse=True):
        after = after[:start] + new + after[end:]
    _verify(text, after, {(wish.key, wish.value) for wish in wishes if wish not in failed})
    return after, failed


def _span(text: str, found: Iterable[Any], uses: Counter[int], wish: Wish) -> list[tuple[int, int, str]]:
    """Return (start, end, replacement) of the characters to replace; empty if nothing has to change."""
    mappings = list(found)
    matches = [(node, value) for node in mappings for value in [_value_of(node, wish.key)] if value is not None]
    if len(matches) == 1:
        node, old = matches[0]
        if uses[id(old)] > uses[id(node)]:
            raise NotHere(f"{wish.key} is an anchor that is used elsewhere too")
        if old.id != "scalar" or old.start_mark.line != old.end_mark.line:
            raise NotHere("the old value is not a single value on one line")
        return [(old.start_mark.index, old.end_mark.index, scalar(wish.value))]
    inner = _innermost(mappings)
    if matches or len(inner) != 1:
        raise NotHere(f"{len(matches or mappings)} objects begin on this line" if mappings else "no object begins here")
    return [] if wish.value is None else [_added(text, inner[0], wish)]


def root_of(text: str) -> Any:
    """Return the node tree of a YAML document, with positions.

    Raises:
        NotHere: the text is too long or invalid YAML.
    """
    from checker.readers.toolkit.documents.located_yaml import YamlProblem
    from checker.readers.toolkit.documents.yaml_nodes import MOST_CHARACTERS, node_tree

    if len(text) > MOST_CHARACTERS:
        raise NotHere(f"longer than {MOST_CHARACTERS:,} characters")
    try:
        return node_tree(text)
    except YamlProblem as problem:
        raise NotHere(f"invalid YAML: {problem}") from None


def _composed(text: str) -> tuple[Any, Counter[int]]:
    root = root_of(text)
    uses: Counter[int] = Counter()
    for node in nodes(root, uses):
        del node
    return root, uses


def nodes(root: Any, uses: Counter[int] | None = None) -> Iterator[Any]:
    """Yield every node once; ``uses`` counts how often each is used: more than once for anchors."""
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


def _by_line(root: Any) -> dict[int, dict[int, Any]]:
    """Map each line, from 1, to the mappings that begin on it or whose key is on it."""
    found: dict[int, dict[int, Any]] = {}
    for node in nodes(root):
        if node.id == "mapping":
            found.setdefault(node.start_mark.line + 1, {})[id(node)] = node
            for name, value in node.value:
                if value.id == "mapping":
                    found.setdefault(name.start_mark.line + 1, {})[id(value)] = value
    return found


def _innermost(mappings: list[Any]) -> list[Any]:
    """Return the mappings that contain none of the others: a section's first object begins on the section's line."""
    known = {id(node) for node in mappings}
    return [node for node in mappings if not any(id(value) in known for _, value in node.value)]


def _value_of(node: Any, key: str) -> Any:
    return next((value for name, value in node.value if name.id == "scalar" and name.value == key), None)


def _added(text: str, node: Any, wish: Wish) -> tuple[int, int, str]:
    start = node.start_mark.index
    if text[start : start + 1] == "{":
        return start + 1, start + 1, f"{wish.key}: {scalar(wish.value)}{', ' if node.value else ''}"
    indent = " " * node.start_mark.column
    end = "\r\n" if "\r\n" in text else "\n"
    return start, start, f"{wish.key}: {scalar(wish.value)}{end}{indent}"


def _verify(before: str, after: str, expected: Collection[tuple[str, object]]) -> None:
    """Check that the two texts differ only in the expected facts."""
    from checker.readers.toolkit.documents.located_yaml import YamlProblem, parse

    try:
        differences = list(_differences(parse(before), parse(after), ""))
    except YamlProblem as problem:
        raise NotHere(f"the result would be invalid YAML: {problem}") from None
    if any(one not in expected for one in differences):
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
