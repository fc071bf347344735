"""Text shared by all formats for people: safe names, objects, places, counts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from checker.facts.normalise import plain_names
from checker.facts.platforms import SWITCH_SYSTEMS
from checker.rules.book.rule import SEVERITIES
from checker.rules.evaluate.finding import EvidenceValue, Finding, FixStep, Place
from checker.system.space import is_full_message

_WWN = re.compile(r"[0-9a-f]{16}")
# Inside longer texts only unmistakable WWNs: not all digits, and a name format used by Fibre Channel ports.
_WWN_INSIDE = re.compile(r"(?<![\w.:])(?=[0-9]*[a-f])(?:10|2[0-9a-f]|5[0-9a-f])[0-9a-f]{14}(?!\w|:(?! ))")
_WWN_KEYS = ("wwpn", "wwnn", "wwn", "initiator", "target", "port", "member")
_KIBI = 1024
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
# Terminal controls, right-to-left overrides, lone surrogates: names from exports may contain any of them.
_UNPRINTABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")


def clean(text: str) -> str:
    """Make text from exports safe for one line of a terminal: white space becomes a blank, control characters go.

    A disk that is known by its name on one host only appears under that name.
    """
    text = plain_names(text)
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if character in "\t\n\r\v\f\u2028\u2029" else character
        for character in text
        if character in "\t\n\r\v\f\u2028\u2029" or unicodedata.category(character) not in _UNPRINTABLE
    )


def kind_of_error(error: str) -> str:
    """Return what to call an entry of ``report.errors``; a full temporary folder is not a fault of sanlint."""
    return "error" if is_full_message(error) else "internal error"


def counted_errors(errors: Sequence[str]) -> str:
    """Return ``2 internal errors``."""
    internal = sum(not is_full_message(error) for error in errors)
    return plural(internal, "internal error") if internal else "no space in the temporary folder"


def paragraphs(text: str) -> list[str]:
    """Split prose at empty lines into paragraphs, each cleaned and on one line."""
    return [" ".join(clean(part).split()) for part in re.split(r"\n[ \t]*\n", text.strip()) if part.strip()]


def plural(count: int, singular: str, many: str | None = None) -> str:
    """Return ``1 error``, ``2 errors``, ``1,204 checks``."""
    return f"{count:,} {singular if count == 1 else many or singular + 's'}"


def shortened(items: Sequence[str], limit: int) -> str:
    """Join at most ``limit`` names with commas and add the number of the others."""
    if len(items) <= limit:
        return ", ".join(items)
    return f"{', '.join(items[:limit])} and {len(items) - limit:,} more"


def controller_word(name: str) -> str:
    """Return what a component of the kind ``director`` is: that of VPLEX and Symmetrix by its name, else a controller."""
    return "director" if re.search(r"(?i)director|\b(FA|EF|OR|RF|RE|DF|DX|SE)-\d", name) else "controller"


def condition_text(step: FixStep) -> str:
    """Return when a step of a fix is right, without a colon; empty if it always is."""
    when = "once at the end, and again after an undo" if step.activates else ""
    return "; ".join(filter(None, (when, f"only if {clean(step.only_if)}" if step.only_if else "")))


_PLATFORMS = {
    **SWITCH_SYSTEMS,
    "aix": "AIX",
    "esxi": "ESXi",
    "linux": "Linux",
    "naviseccli": "Navisphere CLI",
    "powercli": "PowerCLI",
    "powershell": "PowerShell",
    "symcli": "SYMCLI",
    "vplexcli": "VPLEX CLI",
    "windows": "Windows",
    "xmcli": "XtremIO CLI",
}
"""What runs the commands of a fix, by the name of the platform in rules, where they differ."""


def where_text(step: FixStep) -> str:
    """Return where a step of a fix is done: ``NX-OS on mds-b1``, without the machine if it is unknown."""
    machine = clean(step.on.partition(":")[2])
    platform = _PLATFORMS.get(step.platform, clean(step.platform))
    return f"{platform} on {machine}" if machine else platform


def by_place(steps: Sequence[FixStep]) -> list[tuple[str, list[FixStep]]]:
    """Group the steps of a fix by where they are done; the heading of each group states the order of several undos."""
    found: dict[str, list[FixStep]] = {}
    for step in steps:
        found.setdefault(where_text(step), []).append(step)
    return [(f"{place}{_UNDO_ORDER if _undos(group) > 1 else ''}", group) for place, group in found.items()]


_UNDO_ORDER = " (undo from the last command to the first)"


def _undos(steps: Sequence[FixStep]) -> int:
    return sum(bool(step.undo) for step in steps)


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
    if is_wwn(text) and any(part in key for part in _WWN_KEYS):
        return _pairs(text)
    return _WWN_INSIDE.sub(lambda match: _pairs(match.group()), text)


def is_wwn(value: EvidenceValue) -> bool:
    """Return whether a value is a WWN as the model stores it: 16 hexadecimal digits."""
    return isinstance(value, str) and _WWN.fullmatch(value) is not None


def evidence_text(key: str, value: EvidenceValue) -> str:
    """Return a value as ``value_text`` does; add the size in KiB, MiB and so on to a number of bytes."""
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
    """Return a span as a number if it is certain, else as its bounds."""
    if set(value) == {"lo", "hi"}:
        return str(value["lo"]) if value["lo"] == value["hi"] else f"{value['lo']} to {value['hi']}"
    if set(value) == {"lo"}:
        return f"at least {value['lo']}"
    return ", ".join(f"{clean(name)} {number}" for name, number in value.items()) or "none"


def place_text(place: Place, column: bool = False) -> str:
    """Return ``file:line``, or ``archive!member:line`` for a member of an archive; optionally with the column."""
    name = clean(place.file) + (f"!{clean(place.member)}" if place.member else "")
    end = f":{place.column}" if column and place.column else ""
    return f"{name}:{place.line}{end}"


def when(text: str) -> str:
    """Return a time as ``2026-11-01 08:00 UTC``; other text is returned cleaned."""
    from datetime import UTC, datetime

    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return clean(text)
    return f"{found:%Y-%m-%d %H:%M}" if found.tzinfo is None else f"{found.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def severity_counts(findings: Sequence[Finding]) -> str:
    """Return ``2 errors, 1 warning``; an empty text if there are none."""
    counts = [(sum(finding.severity == severity for finding in findings), severity) for severity in SEVERITIES]
    return ", ".join(
        plural(count, severity, "info" if severity == "info" else f"{severity}s") for count, severity in counts if count
    )
