"""YAML with places: plain values whose mappings and lists know their lines.

The C parser composes nodes with marks, several times faster than the round-trip loader; values are made from the nodes
here. Only plain data is accepted: tags are ignored, aliases are limited, duplicate keys are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from checker.readers.located_json import MAX_DEPTH, LocatedDict, LocatedList

MAX_VALUES = 5_000_000
"""Values one document may expand to; aliases of aliases would otherwise fill the memory."""

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})\Z")
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, object] = {"": None, "~": None, "null": None, "true": True, "false": False}


class YamlProblem(ValueError):  # noqa: N818 - a problem of the input, told as such
    """The text is no YAML that sanlint reads; ``line`` says where."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def parse(text: str, first_line: int = 1) -> Any:
    """Parse one YAML document.

    Raises:
        YamlProblem: syntax error, duplicate key, too deep or too large; with its line.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        node = YAML(typ="safe").compose(text)
    except (YAMLError, ValueError) as error:
        raise _problem(error, first_line) from None
    return _Builder(first_line, MAX_VALUES, last_wins=False).value(node, 0) if node is not None else None


def parse_all(text: str, first_line: int = 1, most_values: int = MAX_VALUES) -> Iterator[Any]:
    """Yield every document of a stream; of duplicate keys the last one holds, as tools that run YAML take it.

    Values with a tag of their own (``!vault``) are None: they hold secrets or need the tool that knows the tag.

    Raises:
        YamlProblem: syntax error, too deep or more values than that; with its line. Documents before it are given.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    builder = _Builder(first_line, most_values, last_wins=True)
    nodes = iter(YAML(typ="safe").compose_all(text))
    while True:
        try:
            node = next(nodes, None)
        except (YAMLError, ValueError) as error:
            raise _problem(error, first_line) from None
        if node is None:
            return
        yield builder.value(node, 0)


def _problem(error: Exception, first_line: int) -> YamlProblem:
    from ruamel.yaml.error import MarkedYAMLError

    if isinstance(error, MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        return YamlProblem(first_line + (mark.line if mark else 0), str(error.problem or "syntax error"))
    return YamlProblem(first_line, str(error).split("\n")[0])


class _Builder:
    def __init__(self, first_line: int, most_values: int, *, last_wins: bool) -> None:
        self._first_line = first_line
        self._most_values = most_values
        self._last_wins = last_wins
        self._count = 0

    def value(self, node: Any, depth: int) -> Any:
        self._count += 1
        line = self._first_line + node.start_mark.line
        if depth > MAX_DEPTH:
            raise YamlProblem(line, f"nested deeper than {MAX_DEPTH}")
        if self._count > self._most_values:
            raise YamlProblem(line, f"more than {self._most_values} values, aliases expanded")
        kind = node.id
        if kind == "scalar":
            if self._last_wins and node.tag is not None and str(node.tag).startswith("!") and str(node.tag) != "!":
                return None
            return _scalar(node)
        if kind == "sequence":
            items = LocatedList(self.value(item, depth + 1) for item in node.value)
            items.line = line
            items.item_lines = [self._first_line + item.start_mark.line for item in node.value]
            return items
        found = LocatedDict()
        found.line = line
        found.key_lines = {}
        for key_node, value_node in node.value:
            key_line = self._first_line + key_node.start_mark.line
            if key_node.id != "scalar":
                raise YamlProblem(key_line, "a key must be plain text")
            key = key_node.value
            if key in found and not self._last_wins:
                raise YamlProblem(key_line, f"the key {key!r} is there twice")
            found[key] = self.value(value_node, depth + 1)
            found.key_lines[key] = key_line
        return found


def _scalar(node: Any) -> object:
    text: str = node.value
    # Quoted and block scalars are texts, whatever they look like.
    if node.style is not None and node.style in "'\"|>":
        return text
    lower = text.lower()
    if lower in _WORDS:
        return _WORDS[lower]
    if _INT.match(text):
        return int(text)
    # Sixteen digits with an "e" among them are a world wide name, not a power of ten.
    if _FLOAT.match(text) and ("." in text or (len(text) < 16 and any(c in text for c in "eE"))):
        try:
            return float(text)
        except ValueError:
            return text
    return text
