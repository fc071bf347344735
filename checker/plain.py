"""Results as JSON and back: data classes of given types, tuples, lists, sets, mappings, times and plain values.

What is read back is equal to what was written, down to the type of each sequence. Reading can create objects of the given
classes only, and calls nothing else; whatever does not fit raises an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

_TUPLE, _LIST, _SET, _MAPPING, _TIME = "(", "[", "{", ":", "@"
_SCALARS = frozenset([str, int, float, bool, type(None)])


def encode(value: object) -> bytes:
    """Return a value as JSON; equal values give equal bytes.

    Raises:
        TypeError: it contains a value of another type.
    """
    return json.dumps(encoded(value), ensure_ascii=True, separators=(",", ":")).encode()


def decode(content: bytes, classes: Iterable[type]) -> Any:
    """Return the value that was encoded.

    Args:
        content: JSON from :func:`encode`.
        classes: the data classes that may occur in it.

    Raises:
        Exception: of any kind, if the content is something else.
    """
    return decoded(json.loads(content), by_name(classes))


def by_name(classes: Iterable[type]) -> dict[str, type]:
    """Return classes by their names."""
    return {one.__name__: one for one in classes}


def encoded(value: Any) -> Any:
    """Return what :func:`encode` writes: plain values, lists and dictionaries with texts as keys.

    Raises:
        TypeError: it contains a value of another type.
    """
    kind = type(value)
    if kind in _SCALARS:
        return value
    # Most items are scalars, for which a call would take longer than the test.
    if kind is tuple:
        return [_TUPLE, *[one if type(one) in _SCALARS else encoded(one) for one in value]]
    if kind is list:
        return [_LIST, *[one if type(one) in _SCALARS else encoded(one) for one in value]]
    if kind in _fields:
        items = [getattr(value, name) for name in _fields[kind]]
        return [kind.__name__, *[one if type(one) in _SCALARS else encoded(one) for one in items]]
    if kind is set or kind is frozenset:
        return [_SET, *sorted(map(encoded, value), key=repr)]
    if isinstance(value, Mapping):
        if all(type(key) is str for key in value):
            return {key: encoded(one) for key, one in value.items()}
        return [_MAPPING, *([encoded(key), encoded(one)] for key, one in value.items())]
    if kind is datetime:
        return [_TIME, value.isoformat()]
    if is_dataclass(value):
        _names(kind)
        return encoded(value)
    raise TypeError(f"{kind.__name__} cannot be kept")


def decoded(value: Any, classes: Mapping[str, type]) -> Any:
    """Return the value that :func:`encoded` was given; ``classes`` are those that may occur in it, by name.

    Raises:
        Exception: of any kind, if the value is something else.
    """
    if isinstance(value, dict):
        return {key: decoded(one, classes) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    tag, *rest = value
    if tag == _MAPPING:
        return {decoded(key, classes): decoded(one, classes) for key, one in rest}
    if tag == _TIME:
        return datetime.fromisoformat(rest[0])
    items = [decoded(one, classes) for one in rest]
    if tag == _TUPLE:
        return tuple(items)
    if tag == _LIST:
        return items
    if tag == _SET:
        return frozenset(items)
    kind = classes[tag]
    return kind(**dict(zip(_names(kind), items, strict=True)))


_fields: dict[type, tuple[str, ...]] = {}


def _names(kind: type) -> tuple[str, ...]:
    found = _fields.get(kind)
    if found is None:
        found = _fields[kind] = tuple(one.name for one in fields(kind))
    return found
