"""The text of a configuration as plain values, each with its line and column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from checker.errors import ConfigError
from checker.readers.toolkit.documents.shallow_yaml import shallow

if TYPE_CHECKING:
    from ruamel.yaml import YAML

Path = tuple[str | int, ...]
Position = tuple[int, int]
MAX_CHARACTERS = 16 * 1024 * 1024
_MAX_VALUES = 300_000
_MAX_DEPTH = 50


@dataclass
class ConfigText:
    """Plain values, and the position of each key and list item: 1-based line and column by path.

    ``name`` is the displayed file name. Top-level keys have underscores, regardless of the spelling in the file.
    """

    name: str
    values: dict[str, Any] = field(default_factory=dict)
    positions: dict[Path, Position] = field(default_factory=dict)

    def place(self, path: Path) -> str:
        """Return ``file:line:column`` of a path, or of the nearest enclosing key that exists in the file."""
        for length in range(len(path), 0, -1):
            position = self.positions.get(path[:length])
            if position is not None:
                return f"{self.name}:{position[0]}:{position[1]}"
        return f"{self.name}:1:1"


def read_yaml(text: str, name: str) -> ConfigText:
    """Read a YAML configuration.

    Raises:
        ConfigError: invalid YAML, a duplicate key, a tag, too large or too deep; with file, line and column.
    """
    if len(text) > MAX_CHARACTERS:
        raise ConfigError(f"{name}: larger than {MAX_CHARACTERS // 2**20} MiB; move the inventory to a separate file")
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        loaded = _loader().load(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        raise ConfigError(f"{where}: {_first_line(error.problem or error.context)}") from None
    except (YAMLError, ValueError) as error:
        raise ConfigError(f"{name}: {_first_line(str(error))}") from None
    except RecursionError:
        raise ConfigError(f"{name}: nested too deeply") from None
    result = ConfigText(name)
    if loaded is None:
        return result
    if not isinstance(loaded, Mapping):
        raise ConfigError(
            f"{name}:1:1: a configuration must be a mapping such as 'select: [PTH]', not a list or plain text"
        )
    result.values = _Plain(result).mapping(loaded, (), 0)
    return result


def _loader() -> YAML:
    """A loader that records positions and keeps dates as texts; invalid dates are reported later with their positions."""
    from ruamel.yaml import YAML
    from ruamel.yaml.constructor import RoundTripConstructor

    class Constructor(RoundTripConstructor):
        def construct_yaml_int(self, node: Any) -> int:
            return _Integer(super().construct_yaml_int(node), node.value)

        def construct_yaml_float(self, node: Any) -> float:
            return _Decimal(super().construct_yaml_float(node), node.value)

    Constructor.add_constructor("tag:yaml.org,2002:int", Constructor.construct_yaml_int)
    Constructor.add_constructor("tag:yaml.org,2002:float", Constructor.construct_yaml_float)
    Constructor.add_constructor("tag:yaml.org,2002:timestamp", lambda _self, node: node.value)
    loader = YAML(typ="rt", pure=True)
    loader.Constructor = Constructor
    return shallow(loader, _MAX_DEPTH)


class _Integer(int):
    """A whole number with its text: as the name of an array, 000194900731 is not 194900731."""

    text: str

    def __new__(cls, value: int, text: str) -> _Integer:
        made = super().__new__(cls, value)
        made.text = text
        return made


class _Decimal(float):
    """A number with its text."""

    text: str

    def __new__(cls, value: float, text: str) -> _Decimal:
        made = super().__new__(cls, value)
        made.text = text
        return made


def _first_line(text: str | None) -> str:
    return " ".join((text or "not YAML").strip().splitlines()[0].split())


class _Plain:
    """Converts ruamel's values, which know their positions, to plain ones; aliases cannot expand without limit."""

    def __init__(self, target: ConfigText) -> None:
        self._target = target
        self._count = 0

    def mapping(self, value: Mapping[Any, Any], path: Path, depth: int) -> dict[str, Any]:
        """Return a mapping with text keys and record the position of each."""
        positions = getattr(value, "lc", None)
        result: dict[str, Any] = {}
        for key, item in value.items():
            name = str(key)
            if not path:
                name = name.replace("-", "_")
            here = (*path, name)
            marks = (positions.data or {}).get(key) if positions is not None else None
            if marks:
                self._target.positions[here] = (marks[0] + 1, marks[1] + 1)
            if name in result:
                raise ConfigError(f"{self._target.place(here)}: duplicate key {name!r}")
            result[name] = self._value(item, here, depth + 1)
        return result

    def _value(self, value: Any, path: Path, depth: int) -> Any:
        self._count += 1
        if depth > _MAX_DEPTH or self._count > _MAX_VALUES:
            raise ConfigError(f"{self._target.place(path)}: nested too deeply, or too many values")
        tag = getattr(getattr(value, "tag", None), "value", None)
        if tag is not None and isinstance(value, Mapping | list):
            raise ConfigError(f"{self._target.place(path)}: write a plain value, without a YAML tag")
        if isinstance(value, Mapping):
            return self.mapping(value, path, depth)
        if isinstance(value, list):
            positions = getattr(value, "lc", None)
            items = []
            for number, item in enumerate(value):
                marks = (positions.data or {}).get(number) if positions is not None else None
                if marks:
                    self._target.positions[*path, number] = (marks[0] + 1, marks[1] + 1)
                items.append(self._value(item, (*path, number), depth + 1))
            return items
        return self._scalar(value, path)

    def _scalar(self, value: Any, path: Path) -> Any:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, _Integer | _Decimal) and path[0] == "sources":
            return value.text
        for plain in (int, float, str):
            if isinstance(value, plain):
                return plain(value)
        if isinstance(value, datetime | date):
            # TOML has native dates.
            return value.isoformat()
        raise ConfigError(f"{self._target.place(path)}: write a plain value, without a YAML tag")


def read_toml(text: str, name: str) -> ConfigText | None:
    """Read ``[tool.sanlint]`` of a pyproject.toml; None if there is none.

    Raises:
        ConfigError: invalid TOML.
    """
    import tomllib

    try:
        loaded = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: {error}") from None
    tool = loaded.get("tool")
    section = tool.get("sanlint") if isinstance(tool, dict) else None
    if section is None:
        return None
    result = ConfigText(name)
    if not isinstance(section, dict):
        raise ConfigError(f"{name}: [tool.sanlint] must be a table")
    result.values = _Plain(result).mapping(section, (), 0)
    _find_toml_keys(text, result)
    return result


_TOML_ENTRY = re.compile(r"^\s*\[\[\s*tool\s*\.\s*sanlint\s*\.\s*([\w\"-]+)\s*\]\]")
_TOML_HEADER = re.compile(r"^\s*\[\s*tool\s*\.\s*sanlint\s*(?:\.\s*([\w.\"-]+)\s*)?\]")


def _find_toml_keys(text: str, target: ConfigText) -> None:
    """Record the positions of keys; tomllib does not provide them, so this searches for ``key =`` line by line."""
    section: Path | None = None
    entries: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header = _TOML_HEADER.match(line)
        if entry := _TOML_ENTRY.match(line):
            name = entry.group(1).strip('"').replace("-", "_")
            section = (name, entries.setdefault(name, 0))
            entries[name] += 1
            target.positions.setdefault((name,), (number, 1))
            target.positions.setdefault(section, (number, 1))
        elif header:
            section = (header.group(1).strip('"').replace("-", "_"),) if header.group(1) else ()
            target.positions.setdefault(section, (number, 1))
        elif re.match(r"^\s*\[[^\]=]*\]\s*(#.*)?$", line):
            section = None
        elif section is not None:
            key = re.match(r"^(\s*)(?:\"([^\"]+)\"|([\w-]+))\s*=", line)
            if key:
                name = key.group(2) or key.group(3)
                path = (*section, name if section else name.replace("-", "_"))
                target.positions.setdefault(path, (number, len(key.group(1)) + 1))
