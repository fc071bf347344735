"""The fingerprint of a finding: stable for the same fault, across repeated audits and different exports.

It is derived from the rule, the roll-up keys and the evidence that identifies *what* is wrong, not from the number of
objects, so a new LUN with the same fault joins the finding. Line numbers and the names that sanlint itself assigns to
inferred fabrics are not included.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence

from checker.rules.evaluate.finding import EvidenceValue

LENGTH = 16
_COUNTS_OBJECTS = re.compile(r"(^|_)(volumes|luns|devices|objects)(_|$)")
# An inferred fabric as topology names it, alone or in a text such as "A directors on inferred-1".
_INFERRED = re.compile(r"(?<![\w.-])inferred-[0-9]+(?![\w.-])")


def identifying(evidence: Sequence[str], types: Mapping[str, str], declared: tuple[str, ...] | None) -> tuple[str, ...]:
    """The evidence columns that identify a finding.

    The columns that the rule declares as ``identity``; else texts, lists, flags and spans. Numbers and times differ
    between captures, and a span that counts volumes grows with every new LUN. ``types`` are DuckDB types.
    """
    if declared is not None:
        return declared
    return tuple(name for name in evidence if _identifies(name, types.get(name, "VARCHAR")))


def _identifies(name: str, kind: str) -> bool:
    if kind.startswith("STRUCT("):
        return not _COUNTS_OBJECTS.search(name)
    return kind == "BOOLEAN" or kind.startswith("VARCHAR")


def portable(values: Mapping[str, EvidenceValue]) -> dict[str, EvidenceValue]:
    """Return identifying values without the location of the exports: folders, archives and lines.

    The same file in another folder or in an archive has the same finding. Values without a file are not changed.
    """
    if "file" not in values:
        return dict(values)
    kept = {name: value for name, value in values.items() if name not in ("first_line", "member")}
    kept["file"] = re.split(r"[/!]", str(values.get("member") or values["file"] or ""))[-1]
    return kept


def fingerprint(rule: str, values: Mapping[str, EvidenceValue], more: Sequence[object] = ()) -> str:
    """Return 16 hexadecimal digits for a rule, its roll-up keys and identifying evidence.

    ``more`` distinguishes findings that agree in all of these.
    """
    stable = {name: _stable(value) for name, value in sorted(values.items())}
    text = json.dumps([rule, stable, *more], ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:LENGTH]


def _stable(value: EvidenceValue) -> EvidenceValue:
    if isinstance(value, list):
        # The order of a set of names is irrelevant; the next export may list them in another order.
        return sorted(_INFERRED.sub("", item) for item in value)
    return _INFERRED.sub("", value) if isinstance(value, str) else value
