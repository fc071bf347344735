"""The nested model as text: YAML for version control, or JSON.

The YAML is written here instead of by a library: one line per object keeps diffs small, and a large SAN has a million
objects. Text that YAML could interpret as another type is quoted as in JSON, which YAML reads.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from checker.facts.inventory.nesting import Nested
from checker.facts.json_text import dumps

_SAFE = re.compile(r"[A-Za-z_/][A-Za-z0-9_./@+\-]*(?: [A-Za-z0-9_./@+(][A-Za-z0-9_./@+()\-]*)*")
_WORDS = frozenset(["true", "false", "yes", "no", "on", "off", "null", "none", "nan", "inf", "y", "n"])
_WIDTH = 160


def as_json(root: Nested, header: dict[str, Any]) -> str:
    """Return the model as a JSON inventory, indented by one."""
    return dumps({**header, **_plain(root)}, indent=1) + "\n"


def _plain(one: Nested) -> dict[str, Any]:
    found: dict[str, Any] = dict(one.facts)
    for name, section in one.sections.items():
        if isinstance(section, list):
            found[name] = [item.plain if item.plain is not None else _plain(item) for item in section]
        elif name == "facts":
            found[name] = {kind: [_plain(row) for row in _rows(holder)] for kind, holder in section.items()}
        else:
            found[name] = {key: item.members or _plain(item) for key, item in section.items()}
    return found


def _rows(holder: Nested) -> list[Nested]:
    return [row for section in holder.sections.values() if isinstance(section, list) for row in section]


def as_yaml(root: Nested, header: dict[str, Any], *, sources: bool = False) -> Iterator[str]:
    """Yield the lines of the model as a YAML inventory, each with its line end.

    Args:
        root: the nested model.
        header: values to write before the sections.
        sources: append the file and line of origin to each object, as a comment.
    """
    for name, value in header.items():
        yield f"{name}: {scalar(value)}\n"
    yield from _sections(root, "", sources=sources)


def _sections(one: Nested, indent: str, *, sources: bool) -> Iterator[str]:
    for name, section in one.sections.items():
        if not section:
            continue
        yield f"{indent}{name}:\n"
        inner = indent + "  "
        if isinstance(section, list):
            for item in section:
                yield f"{inner}- {_one_line(item)}{_comment(item, sources=sources)}\n"
        elif name == "facts" and not indent:
            for kind, holder in section.items():
                yield f"{inner}{kind}:\n"
                for row in _rows(holder):
                    yield f"{inner}  - {_one_line(row)}{_comment(row, sources=sources)}\n"
        else:
            for key, item in section.items():
                yield from _object(key, item, inner, sources=sources)


def _object(key: str, item: Nested, indent: str, *, sources: bool) -> Iterator[str]:
    comment = _comment(item, sources=sources)
    name = scalar(key)
    if item.members:
        yield f"{indent}{name}: [{', '.join(scalar(member) for member in item.members)}]{comment}\n"
        return
    members = item.sections.get("members")
    bare = not item.facts and set(item.sections) == {"members"} and isinstance(members, list)
    if bare and isinstance(members, list) and all(member.plain is not None for member in members):
        # A zone with nothing but members is written as a list of them.
        line = f"{indent}{name}: [{', '.join(scalar(member.plain) for member in members)}]"
        if len(line) <= _WIDTH and not sources:
            yield f"{line}{comment}\n"
            return
    if not any(item.sections.values()):
        yield f"{indent}{name}: {_one_line(item)}{comment}\n"
        return
    yield f"{indent}{name}:{comment}\n"
    for fact, value in item.facts.items():
        yield f"{indent}  {fact}: {scalar(value)}\n"
    yield from _sections(item, indent + "  ", sources=sources)


def _one_line(item: Nested) -> str:
    if item.plain is not None:
        return scalar(item.plain)
    return "{" + ", ".join(f"{name}: {scalar(value)}" for name, value in item.facts.items()) + "}"


def _comment(item: Nested, *, sources: bool) -> str:
    if not sources or item.source is None:
        return ""
    return "  # " + "".join(c if c.isprintable() else "?" for c in item.source)


def scalar(value: Any) -> str:
    """Write one value so that YAML reads it back unchanged: text is plain where that is safe, else quoted."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else "null"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if _SAFE.fullmatch(text) and text.lower() not in _WORDS:
        return text
    # JSON does not escape some characters that YAML forbids or treats as line ends.
    return "".join(
        c if c.isprintable() else f"\\u{ord(c):04x}" if ord(c) < 65536 else f"\\U{ord(c):08x}"
        for c in json.dumps(text, ensure_ascii=False)
    )
