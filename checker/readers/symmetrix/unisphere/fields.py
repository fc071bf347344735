"""Fields of Unisphere objects: texts, truth values, names, and the ports and initiators that several objects share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.symmetrix import names
from checker.readers.toolkit.documents.located_json import LocatedDict


def text(record: Mapping[str, object], *keys: str) -> str | None:
    """Return the first of these fields that has a value, as text."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
    return None


def flag(record: Mapping[str, object], key: str) -> bool | None:
    """Return a truth value, printed as a boolean or as text."""
    value = record.get(key)
    return value if isinstance(value, bool) else normalise.yes_no(value if isinstance(value, str) else None)


def words(record: Mapping[str, object], key: str) -> list[str]:
    """Return a list of names."""
    value = record.get(key)
    return [item for item in value if isinstance(item, str) and item] if isinstance(value, list) else []


def dicts(record: Mapping[str, object], key: str) -> list[LocatedDict]:
    """Return the objects of a field, which is an object or a list of them."""
    value = record.get(key)
    if isinstance(value, LocatedDict):
        return [value]
    return [item for item in value if isinstance(item, LocatedDict)] if isinstance(value, list) else []


def inner(record: Mapping[str, object], key: str) -> LocatedDict:
    """Return the object of a field, or the first of a list; empty if there is none."""
    return next(iter(dicts(record, key)), LocatedDict())


def ports_of(record: LocatedDict, out: Writer) -> Iterator[tuple[int, str, str, str]]:
    """Yield line, director, port and port name of each ``symmetrixPortKey``; ``portId`` may repeat the director."""
    for key in dicts(record, "symmetrixPortKey"):
        director, port = text(key, "directorId"), text(key, "portId")
        whole = names.split_port(port)
        if whole is None and director is not None and port is not None:
            whole = names.split_port(f"{director}:{port}")
        if whole is not None:
            yield key.line, whole[0], whole[1], f"{whole[0]}:{whole[1]}"
        elif director is not None and port is not None:
            out.bad_value("target_port", "port_name", f"{director}:{port}", key.line)


def split_initiator(printed: str | None) -> tuple[str | None, str | None]:
    """Return (port name, initiator) of ``FA-1D:4:10000000c9…``; without a port, (None, initiator)."""
    if printed is None:
        return None, None
    parts = printed.split(":", 2)
    if len(parts) == 3 and (port := names.split_port(f"{parts[0]}:{parts[1]}")) is not None:
        return f"{port[0]}:{port[1]}", parts[2].strip()
    return None, printed
