"""Read a small YAML file into plain values with their positions: for rules, whose errors name line and column.

Only JSON-compatible YAML: no tags, aliases, merge keys or dates; keys are texts and unique.
"""

from __future__ import annotations

import math
import re
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from checker.errors import RuleError
from checker.readers.toolkit.documents.shallow_yaml import shallow
from checker.rules.language.suggest import printable

MAX_BYTES = 256 * 1024
MAX_DEPTH = 30
MAX_NODES = 20_000
Key = tuple[str | int, ...]
_PREFIX = "tag:yaml.org,2002:"


@dataclass
class Source:
    """A YAML document: its data, and for the path of each value the 0-based line and column of value and key."""

    file: str
    lines: list[str]
    data: Any = None
    places: dict[Key, tuple[int, int]] = field(default_factory=dict)
    key_places: dict[Key, tuple[int, int]] = field(default_factory=dict)

    def fail(self, message: str, path: Key = (), word: str = "", *, key: bool = False) -> NoReturn:
        """Raise a RuleError that names file, line, column, the key and what is wrong.

        ``word`` is looked for from the value on, so that a long expression is pointed into; ``key`` points at the
        key instead of the value.
        """
        while path and path not in self.places:
            path = path[:-1]
        places = self.key_places if key and path in self.key_places else self.places
        line, column = places.get(path, (0, 0))
        if word:
            line, column = self._find(word, line, column)
        name = _dotted(path)
        where = f"{self.file}:{line + 1}:{column + 1}"
        raise RuleError(f"{where}: {name}: {message}" if name else f"{where}: {message}")

    def _find(self, word: str, line: int, column: int) -> tuple[int, int]:
        pattern = re.compile(
            rf"(?<!\w){re.escape(word)}(?!\w)" if word[:1].isalnum() else re.escape(word), re.IGNORECASE
        )
        for number in range(line, min(line + 60, len(self.lines))):
            found = pattern.search(self.lines[number], column if number == line else 0)
            if found:
                return number, found.start()
        return line, column


def load(path: Path, shown: str) -> Source:
    """Read one YAML file; ``shown`` is how errors name it.

    Raises:
        RuleError: it cannot be read, is too large, or is not plain YAML.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RuleError(f"{shown}: cannot be read: {error.strerror or error}") from None
    if len(content) > MAX_BYTES:
        raise RuleError(f"{shown}: larger than {MAX_BYTES // 1024} KiB; a rule is usually a page or two")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RuleError(f"{shown}:{line}: not UTF-8") from None
    return parse(text, shown)


def parse(text: str, shown: str) -> Source:
    """Read YAML from a text.

    Raises:
        RuleError: it is not plain YAML.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    source = Source(shown, text.split("\n"))
    try:
        with warnings.catch_warnings():
            # Anchors given twice are warned of; here they mean nothing, as aliases are refused.
            warnings.simplefilter("ignore")
            node = shallow(YAML(typ="safe", pure=True), MAX_DEPTH).compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f":{mark.line + 1}:{mark.column + 1}" if mark is not None else ""
        raise RuleError(
            f"{shown}{where}: {printable(str(error.problem or error.context or 'not YAML'), 200)}"
        ) from None
    except YAMLError as error:
        raise RuleError(f"{shown}: {printable(str(error).splitlines()[0], 200)}") from None
    except RecursionError:
        raise RuleError(f"{shown}: nested too deeply") from None
    if node is None:
        raise RuleError(f"{shown}: empty")
    seen: set[int] = set()
    source.data = _value(node, (), source, seen)
    return source


def _value(node: Any, path: Key, source: Source, seen: set[int]) -> Any:
    source.places[path] = (node.start_mark.line, node.start_mark.column)
    if id(node) in seen:
        source.fail("aliases (*name) are not allowed", path)
    seen.add(id(node))
    if len(path) > MAX_DEPTH:
        source.fail("nested too deeply", path)
    if len(seen) > MAX_NODES:
        source.fail("too many values", path)
    kind = type(node).__name__
    tag = str(node.tag).removeprefix(_PREFIX)
    if kind == "MappingNode":
        return _mapping(node, path, source, seen)
    if kind == "SequenceNode":
        if tag != "seq":
            source.fail(f"the tag {printable(str(node.tag))} is not allowed", path)
        return [_value(item, (*path, index), source, seen) for index, item in enumerate(node.value)]
    return _scalar(str(node.value), tag, path, source)


def _mapping(node: Any, path: Key, source: Source, seen: set[int]) -> dict[str, Any]:
    if str(node.tag).removeprefix(_PREFIX) != "map":
        source.fail(f"the tag {printable(str(node.tag))} is not allowed", path)
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        place = (key_node.start_mark.line, key_node.start_mark.column)
        word = str(key_node.value) if type(key_node).__name__ == "ScalarNode" else "a list or mapping"
        if type(key_node).__name__ != "ScalarNode" or str(key_node.tag) != f"{_PREFIX}str":
            source.places[(*path, word)] = place
            source.fail(f"the key {printable(word)} must be a text; quote it", (*path, word))
        if word in result:
            source.places[(*path, word)] = place
            source.fail("duplicate key", (*path, word))
        source.key_places[(*path, word)] = place
        result[word] = _value(value_node, (*path, word), source, seen)
    return result


def _scalar(text: str, tag: str, path: Key, source: Source) -> Any:
    if tag in ("str", "timestamp"):
        return text
    if tag == "null":
        return None
    if tag == "bool":
        return text.lower() == "true"
    try:
        if tag == "int":
            plain = text.replace("_", "")
            if len(plain) <= 25:
                return int(plain, 0) if plain.lstrip("+-")[:2].lower() in ("0x", "0o", "0b") else int(plain)
        if tag == "float":
            number = float(text.replace("_", ""))
            if math.isfinite(number):
                return number
    except ValueError:
        pass
    source.fail(f"{printable(text)} is not allowed here", path)


def _dotted(path: Key) -> str:
    return printable(".".join(str(part) for part in path), 100)
