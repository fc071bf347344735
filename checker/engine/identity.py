"""The fingerprint of a finding: the same for the same fault, however often and from whichever export it is found.

It rests on the rule, the roll-up keys and the evidence that says *what* is wrong; not on how many objects have it, so
a new LUN with the same fault joins the finding. Lines and the names that sanlint itself gives to inferred fabrics
take no part.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence

from checker.engine.finding import EvidenceValue

LENGTH = 16
_COUNTS_OBJECTS = re.compile(r"(^|_)(volumes|luns|devices|objects)(_|$)")
# An inferred fabric as topology names it, alone or as the first word of a pair such as "inferred-1 A".
_INFERRED = re.compile(r"^inferred[\w.-]*")


def identifying(evidence: Sequence[str], types: Mapping[str, str], declared: tuple[str, ...] | None) -> tuple[str, ...]:
    """The evidence columns that make a finding what it is.

    Those the rule declares as ``identity``; else texts, lists, flags and spans. Numbers and times differ from capture
    to capture, and a span that counts volumes grows with every new LUN. ``types`` are DuckDB types.
    """
    if declared is not None:
        return declared
    return tuple(name for name in evidence if _identifies(name, types.get(name, "VARCHAR")))


def _identifies(name: str, kind: str) -> bool:
    if kind.startswith("STRUCT("):
        return not _COUNTS_OBJECTS.search(name)
    return kind == "BOOLEAN" or kind.startswith("VARCHAR")


def portable(values: Mapping[str, EvidenceValue]) -> dict[str, EvidenceValue]:
    """Return identifying values without what tells only where somebody put the exports: folders, archives and lines.

    The same file collected into another folder, or packed, has the same finding. Values without a file stay as they are.
    """
    if "file" not in values:
        return dict(values)
    told = {name: value for name, value in values.items() if name not in ("first_line", "member")}
    told["file"] = re.split(r"[/!]", str(values.get("member") or values["file"] or ""))[-1]
    return told


def fingerprint(rule: str, values: Mapping[str, EvidenceValue], more: Sequence[object] = ()) -> str:
    """Return 16 hexadecimal digits for a rule, its roll-up keys and identifying evidence.

    ``more`` tells findings apart that agree in all of that.
    """
    told = {name: _stable(value) for name, value in sorted(values.items())}
    text = json.dumps([rule, told, *more], ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:LENGTH]


def _stable(value: EvidenceValue) -> EvidenceValue:
    if isinstance(value, list):
        # Order says nothing in a set of names; an export may list it otherwise tomorrow.
        return sorted(_INFERRED.sub("", item) for item in value)
    return _INFERRED.sub("", value) if isinstance(value, str) else value
