"""The words all formats for people share: names made harmless, objects, places, counts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from checker.engine.finding import EvidenceValue, Finding, Place
from checker.engine.rule import SEVERITIES

_WWN = re.compile(r"[0-9a-f]{16}")
# Inside longer texts only what can be nothing else: not all digits, and a name format that Fibre Channel ports have.
_WWN_INSIDE = re.compile(r"(?<![\w.:])(?=[0-9]*[a-f])(?:10|2[0-9a-f]|5[0-9a-f])[0-9a-f]{14}(?![\w:])")
_WWN_KEYS = ("wwpn", "wwnn", "wwn", "initiator", "target", "port", "member")
_KIBI = 1024
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
# Terminal controls, text that runs backwards, lone surrogates: names from exports may hold any of them.
_UNPRINTABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")


def clean(text: str) -> str:
    """Make text from outside safe for one line of a terminal: white space becomes a blank, other controls go."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if character in "\t\n\r\v\f\u2028\u2029" else character
        for character in text
        if character in "\t\n\r\v\f\u2028\u2029" or unicodedata.category(character) not in _UNPRINTABLE
    )


def paragraphs(text: str) -> list[str]:
    """Split prose into paragraphs (an empty line parts them), each cleaned and on one line."""
    return [" ".join(clean(part).split()) for part in re.split(r"\n[ \t]*\n", text.strip()) if part.strip()]


def plural(count: int, singular: str, many: str | None = None) -> str:
    """Return ``1 error``, ``2 errors``, ``1,204 checks``."""
    return f"{count:,} {singular if count == 1 else many or singular + 's'}"


def shortened(items: Sequence[str], limit: int) -> str:
    """Join names with commas, at most ``limit`` of them, and say how many more there are."""
    if len(items) <= limit:
        return ", ".join(items)
    return f"{', '.join(items[:limit])} and {len(items) - limit:,} more"


_ABBREVIATIONS = ("HBA", "HCTL", "RAID", "SATP", "UUID", "VPLEX", "VSAN", "VxVM", "WAN", "WWN", "WWNN", "WWPN", "XMS")
_SPELLED = {f"{word.lower()}{end}": f"{word}{end}" for word in _ABBREVIATIONS for end in ("", "s")}


def key_name(key: str) -> str:
    """Return a column's name as people write it."""
    words = clean(key.replace("_", " ")).split(" ")
    return " ".join(_SPELLED.get(word, word) for word in words)


def value_text(key: str, value: EvidenceValue) -> str:
    """Return a value as people write it: WWNs as colon pairs, booleans as yes and no, spans as ranges."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value_text(key, item) for item in value) or "none"
    if isinstance(value, Mapping):
        return _range_text(value)
    if isinstance(value, float):
        return f"{value:g}"
    text = clean(str(value))
    if _WWN.fullmatch(text) and any(part in key for part in _WWN_KEYS):
        return _pairs(text)
    return _WWN_INSIDE.sub(lambda match: _pairs(match.group()), text)


def evidence_text(key: str, value: EvidenceValue) -> str:
    """Return a value as ``value_text`` does, a number of bytes with its size in words behind it."""
    text = value_text(key, value)
    if not key.endswith("bytes") or not isinstance(value, int) or isinstance(value, bool) or value < _KIBI:
        return text
    size, unit = float(value), 0
    while size >= _KIBI and unit < len(_UNITS) - 1:
        size, unit = size / _KIBI, unit + 1
    return f"{text} ({size:.3g} {_UNITS[unit]})" if size < 1000 else f"{text} ({size:.4g} {_UNITS[unit]})"


def _pairs(wwn: str) -> str:
    return ":".join(wwn[i : i + 2] for i in range(0, 16, 2))


def _range_text(value: Mapping[str, int]) -> str:
    """Return a span as the engine knows it: a number if it is certain, else its bounds."""
    if set(value) == {"lo", "hi"}:
        return str(value["lo"]) if value["lo"] == value["hi"] else f"{value['lo']} to {value['hi']}"
    return ", ".join(f"{clean(name)} {number}" for name, number in value.items()) or "none"


def subject(finding: Finding) -> tuple[str, str]:
    """Return kind and name of the thing a finding is filed under: the first key of its object."""
    for key, value in finding.object.items():
        if value not in (None, ""):
            # A link has two ends, and the first one stands for it.
            return key_name(key).removeprefix("one "), value_text(key, value)
    return "the SAN", ""


def object_text(keys: Mapping[str, str | int | None]) -> str:
    """Return an object as ``host esx07, VPLEX cluster cluster-1``."""
    return ", ".join(
        f"{key_name(key)} {value_text(key, value)}" for key, value in keys.items() if value not in (None, "")
    )


def rolled_up(finding: Finding) -> list[tuple[str, list[str]]]:
    """For each key in which the rolled-up objects differ: its name and the distinct values, in order."""
    differing: dict[str, dict[str, None]] = {}
    for one in finding.objects:
        for key, value in one.items():
            if key not in finding.object and value is not None:
                differing.setdefault(key, {})[value_text(key, value)] = None
    return [(key_name(key), list(values)) for key, values in differing.items()]


def place_text(place: Place, column: bool = False) -> str:
    """Return ``file:line``, for a member of an archive ``archive!member:line``, with the column if asked for."""
    name = clean(place.file) + (f"!{clean(place.member)}" if place.member else "")
    end = f":{place.column}" if column and place.column else ""
    return f"{name}:{place.line}{end}"


def severity_counts(findings: Sequence[Finding]) -> str:
    """Return ``2 errors, 1 warning``; an empty text if there are none."""
    counts = [(sum(finding.severity == severity for finding in findings), severity) for severity in SEVERITIES]
    return ", ".join(plural(count, severity, f"{severity}s") for count, severity in counts if count)
