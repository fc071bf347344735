"""Parameters of the estimator: each number with its range, unit and source; users can override any of them."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from checker import __version__
from checker import cache as private_cache
from checker.errors import ConfigError, InternalError
from checker.estimate.quantity import LEVELS, Level, Range

_FILE = Path(__file__).with_name("library.yaml")
_CHECKED_AS = 1
"""Version of the checks in ``parse``, part of the cache key; increase it when a file that used to pass may now fail."""
_KEYS = {"value", "low", "typical", "high", "unit", "source", "confirmed"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One number of the library.

    Attributes:
        name: such as ``vplex.read_hit``.
        ends: value at the low, typical and high end of the *latency*, so rates may fall; None if unknown.
        unit: such as ``ms``.
        source: document and section or page, or a note that it is our choice.
        confirmed: whether a document states the value.
        overridden: whether the user set the value.
    """

    name: str
    ends: tuple[float, float, float] | None
    unit: str
    source: str
    confirmed: bool
    overridden: bool = False

    def at(self, level: Level) -> float:
        """Value at one level.

        Raises:
            KeyError: the value is unknown.
        """
        if self.ends is None:
            raise KeyError(self.name)
        return self.ends[LEVELS.index(level)]


class Library:
    """Parameters by name."""

    def __init__(self, parameters: Mapping[str, Parameter]) -> None:
        self._parameters = dict(parameters)

    def __contains__(self, name: str) -> bool:
        return name in self._parameters

    def names(self) -> tuple[str, ...]:
        """Names of all parameters in the library's order."""
        return tuple(self._parameters)

    def parameter(self, name: str) -> Parameter:
        """Parameter of that name.

        Raises:
            InternalError: there is no such parameter.
        """
        try:
            return self._parameters[name]
        except KeyError:
            raise InternalError(f"unknown estimator parameter {name}") from None

    def known(self, name: str) -> bool:
        """Return whether the parameter has a value."""
        return self.parameter(name).ends is not None

    def typical(self, name: str) -> float:
        """Typical value of a known parameter."""
        return self.parameter(name).at("typical")

    def range(self, name: str) -> Range:
        """Values of a known parameter in rising order. For times only; rates go through ``derive``."""
        return self.derive(lambda value: value, name)

    def derive(self, function: Callable[..., float], *names: str) -> Range:
        """Compute a quantity from parameters level by level, so that all of them are at the same end of latency."""
        return Range.spanning(*(function(*(self.parameter(name).at(level) for name in names)) for level in LEVELS))

    def whole(self, name: str) -> tuple[int, int, int]:
        """Count (servers, queue depth) at the low, typical and high end of latency."""
        low, typical, high = (round(self.parameter(name).at(level)) for level in LEVELS)
        return low, typical, high

    def sources(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """One line per parameter: name, value, unit and source."""
        return tuple(_line(self.parameter(name)) for name in dict.fromkeys(names))

    def overridden(self, values: Mapping[str, object], where: str = "the configuration") -> Library:
        """Return a copy with the user's own values: a number, or a mapping with low, typical and high.

        Args:
            values: new values by name, in the unit of the parameter.
            where: place (and source) of the values, as messages name it.

        Raises:
            ConfigError: an unknown name, or a value that is not a finite number of at least 0.
        """
        parameters = dict(self._parameters)
        for name, given in values.items():
            if name not in parameters:
                raise ConfigError(f"{where}: unknown estimator parameter {name!r}{_nearest(name, parameters)}")
            try:
                ends = _ends(given if isinstance(given, Mapping) else {"value": given})
            except ValueError as error:
                raise ConfigError(f"{where}: {name}: {error} (in {parameters[name].unit})") from None
            parameters[name] = replace(parameters[name], ends=ends, source=where, confirmed=True, overridden=True)
        return Library(parameters)


@cache
def builtin() -> Library:
    """Library shipped with sanlint, from the private cache if this text was parsed before."""
    content = _FILE.read_bytes()
    key = f"estimator-{_CHECKED_AS}-{hashlib.sha256(__version__.encode() + content).hexdigest()[:40]}.json"
    stored = private_cache.load(key, _stored)
    if stored is not None:
        return stored
    library = parse(content.decode("utf-8"), _FILE.name)
    parameters = [library.parameter(name) for name in library.names()]
    rows = [(one.name, one.ends, one.unit, one.source, one.confirmed) for one in parameters]
    private_cache.write(key, json.dumps(rows).encode())
    return library


def _stored(content: bytes) -> Library:
    rows = json.loads(content)
    for name, ends, unit, source, confirmed in rows:
        texts = isinstance(name, str) and isinstance(unit, str) and isinstance(source, str)
        numbers = ends is None or [type(end) in (int, float) for end in ends] == [True] * 3
        if not texts or not numbers or not isinstance(confirmed, bool):
            raise ValueError("not a parameter")
    if not rows:
        raise ValueError("no parameters")
    return Library({row[0]: Parameter(row[0], row[1] and tuple(row[1]), *row[2:]) for row in rows})


def parse(text: str, name: str) -> Library:
    """Read a library.

    Raises:
        ConfigError: invalid YAML, or a parameter without value, unit or source; the message names the file.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        document = YAML(typ="safe").load(text)
    except YAMLError as error:
        raise ConfigError(f"{name}: invalid YAML: {error}") from None
    if not isinstance(document, dict):
        raise ConfigError(f"{name} must be a mapping of parameter names to values")
    return Library({str(key): _parameter(str(key), entry, name) for key, entry in document.items()})


def _parameter(name: str, entry: Any, file: str) -> Parameter:
    if not isinstance(entry, dict):
        raise ConfigError(f"{file}: {name} must have value, unit, source and confirmed")
    strange = set(entry) - _KEYS
    if strange:
        raise ConfigError(f"{file}: {name}: unknown key {sorted(map(str, strange))[0]}")
    for key in ("unit", "source"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise ConfigError(f"{file}: {name} has no {key}; every parameter needs one")
    if not isinstance(entry.get("confirmed"), bool):
        raise ConfigError(f"{file}: {name}: confirmed must be true or false")
    try:
        ends = None if entry.get("value") == "unknown" else _ends(entry)
    except ValueError as error:
        raise ConfigError(f"{file}: {name}: {error}") from None
    return Parameter(name, ends, entry["unit"], entry["source"], entry["confirmed"])


def _ends(entry: Mapping[Any, Any]) -> tuple[float, float, float]:
    if "value" in entry:
        if any(key in entry for key in ("low", "typical", "high")):
            raise ValueError("give either value or low, typical and high, not both")
        value = _number(entry["value"])
        return value, value, value
    if any(key not in entry for key in ("low", "typical", "high")):
        raise ValueError("give a number, or low, typical and high")
    low, typical, high = (_number(entry[key]) for key in ("low", "typical", "high"))
    if not min(low, high) <= typical <= max(low, high):
        raise ValueError("typical must be between low and high")
    return low, typical, high


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise ValueError(f"{value!r} is not a number of at least 0")
    return float(value)


def _nearest(name: str, names: Mapping[str, Parameter]) -> str:
    import difflib

    near = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _line(parameter: Parameter) -> str:
    if parameter.ends is None:
        value = "unknown"
    elif len(set(parameter.ends)) == 1:
        value = f"{parameter.ends[0]:g}"
    else:
        value = "/".join(f"{end:g}" for end in parameter.ends)
    return f"{parameter.name} = {value} {parameter.unit}: {parameter.source}"
