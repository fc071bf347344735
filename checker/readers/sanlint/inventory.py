"""The sanlint inventory, YAML or JSON: declared facts.

Command: written by hand, or by ``sanlint inventory``. Sample::

    sanlint: 1
    hosts:
      esx01:
        platform: esxi
        initiators:
          vmhba2: {initiator_wwpn: "10:00:00:00:c9:00:00:01"}
        paths:
          - {device: naa.6000144000000010f00b1a2c3d4e5f60, initiator: vmhba2, target: "50:00:14:42:60:12:4b:00", state: active}
    fabrics:
      fabric-a:
        zones:
          esx01_vplex: ["10:00:00:00:c9:00:00:01", "50:00:14:42:60:12:4b:00"]

An inventory declares the intended state, unless it contains ``observed: true``. Sections and columns are those of
schemas/inventory.schema.json, which is generated from the model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from checker.facts.inventory.shape import ANY_FACTS, HEADER_KEYS, SECTIONS, Section
from checker.facts.kinds import kinds
from checker.facts.observations import Writer
from checker.readers.sanlint import values
from checker.readers.sanlint.ignores import find_ignores
from checker.readers.sanlint.inventory_section import SectionReader, unknown_key
from checker.readers.toolkit.base import Capture, Detection, Reader, UnreadableError
from checker.readers.toolkit.documents import located_json, located_yaml
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList

# At the beginning of a line, or anywhere in compact JSON.
_HEADER = re.compile(r"""(?m)(?:^[ \t]*["']?sanlint["']?|^[ \t]*\{(?:[^\n]*,)?[ \t]*["']sanlint["'])[ \t]*:[ \t]*1\b""")


def _detect(capture: Capture) -> Detection | None:
    if _HEADER.search(capture.head):
        return Detection(97, "the key 'sanlint: 1'")
    return None


def _read(capture: Capture, out: Writer) -> None:
    document = _parse(capture)
    if not isinstance(document, LocatedDict):
        raise UnreadableError(capture.first_line, "an inventory must be a mapping of sections")
    sections = {section.name: section for section in SECTIONS}
    listed = frozenset(_bad_values(document))
    # Contradictions name exports by their number, so exports are read first.
    for key, value in sorted(document.items(), key=lambda item: item[0] != "exports"):
        line = document.key_lines[key]
        if key in HEADER_KEYS:
            continue
        if key == ANY_FACTS:
            _any_facts(value, line, out)
            continue
        section = sections.get(key)
        if section is None:
            above = [one.name for one in SECTIONS if any(child.name == key for child in one.children)]
            if above:
                out.skipped(f"{key!r}: it belongs to an entry of {' or '.join(above)}", line)
                out.unread(line)
            else:
                unknown_key(out, line, key, [*sections, *HEADER_KEYS, ANY_FACTS])
            continue
        SectionReader(section, out, listed=listed).read(value, line, {}, key)


def _bad_values(document: LocatedDict) -> Iterator[str]:
    """Yield the malformed values that an inventory lists, which ``sanlint inventory`` does for those of its exports."""
    listed = document.get("bad_values")
    for one in listed if isinstance(listed, LocatedList) else ():
        if isinstance(one, LocatedDict) and isinstance(one.get("value"), str):
            yield one["value"]


def _any_facts(value: object, line: int, out: Writer) -> None:
    """Read rows by kind, for facts that no section contains."""
    if not isinstance(value, LocatedDict):
        out.skipped(f"{ANY_FACTS}: not a mapping of kinds", line)
        out.unread(line)
        return
    for name, rows in value.items():
        if name in kinds():
            section = SectionReader(Section(name, name, "rows"), out, bare=True)
            section.read(rows, value.key_lines[name], {}, f"{ANY_FACTS}.{name}")
        else:
            unknown_key(out, value.key_lines[name], name, kinds())


def _parse(capture: Capture) -> Any:
    text = capture.text
    if text.lstrip().startswith("{"):
        try:
            return located_json.parse(text, capture.first_line)
        except json.JSONDecodeError as error:
            # YAML's flow style begins the same way.
            try:
                return located_yaml.parse(text, capture.first_line)
            except located_yaml.YamlProblem:
                raise UnreadableError(error.lineno, f"invalid JSON: {error.msg}") from None
    try:
        return located_yaml.parse(text, capture.first_line)
    except located_yaml.YamlProblem as problem:
        raise UnreadableError(problem.line, f"invalid YAML: {problem}") from None


_CAPTURED = re.compile(r"(?m)^[ \t]*[\"']?captured_at[\"']?[ \t]*:[ \t]*[\"']?([0-9][0-9T:.+\-Z ]+[0-9Z])")
_OBSERVED = re.compile(r"(?m)^[ \t]*[\"']?observed[\"']?[ \t]*:[ \t]*(true|yes)\b", re.IGNORECASE)


def _captured_in(text: str) -> datetime | None:
    match = _CAPTURED.search(text[:4096])
    return values.moment(match.group(1)) if match else None


def is_intent(text: str) -> bool:
    """Return whether an inventory declares the intended state: all do, except with ``observed: true``."""
    return _OBSERVED.search(text[:4096]) is None


READERS = (
    Reader(
        name="sanlint-inventory", platform="sanlint", command="sanlint inventory",
        provides={name: kind.column_names for name, kind in kinds().items()}, advised=False, detect=_detect, read=_read,
        needles=("sanlint",), captured_in=_captured_in, trust=40, intent=is_intent, ignores=find_ignores,
    ),
)  # fmt: skip
