"""Text shared by all formats for people: safe names, objects, places, counts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from checker.facts.normalise import plain_names
from checker.facts.platforms import SWITCH_SYSTEMS
from checker.rules.book.rule import SEVERITIES
from checker.rules.evaluate.finding import EvidenceValue, Finding, FixStep, MissingFact, Place
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


def condition_text(step: FixStep) -> str:
    """Return when a step of a fix is right, without a colon; empty if it always is."""
    when = "once at the end, and again after an undo" if step.activates else ""
    return "; ".join(filter(None, (when, f"only if {clean(step.only_if)}" if step.only_if else "")))


_PLATFORMS = {
    **SWITCH_SYSTEMS,
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


_ABBREVIATIONS = (
    "BB", "COM", "CPU", "CRC", "DMP", "FC", "FCIP", "HBA", "HCTL", "ID", "IOPS", "IP", "iSCSI", "ISL", "LUN", "LVM", "MTU", "NPIV", "NVMe", "OS", "PCI", "PSP", "PV", "RAID", "RDM", "RR", "RTT", "RX", "SAN", "SATP",
    "SCSI", "SFP", "SSD", "TCP", "TX", "UPS", "UUID", "VMFS", "VPLEX", "VPN", "VSAN", "VxVM", "WAN", "WWN", "WWNN", "WWPN", "XMS",
)  # fmt: skip
_SPELLED = {f"{word.lower()}{end}": f"{word}{end}" for word in _ABBREVIATIONS for end in ("", "s")} | {
    "backend": "back-end",
    "io": "I/O",
    "ios": "I/Os",
    "mask": "masking",
}


# The last word of a column's name is its unit. mbps is not among them: it is MB/s or Mbit/s, depending on the column.
_UNIT_NAMES = {"bytes": "bytes", "gbps": "Gbit/s", "kb": "KiB", "km": "km", "ms": "ms", "seconds": "s", "uw": "\u00b5W"}
# Columns whose names say nothing outside their view.
_PLAIN = {
    "about_key": "object",
    "about_kind": "kind of object",
    "bandwidth_mbps": "bandwidth",
    "captured_at": "time of collection",
    "carrying_fabrics": "fabrics with initiators and target ports",
    "com_switches": "local-COM switches",
    "complete": "of the export",
    "crc_err": "CRC errors",
    "crc_good_eof": "CRC errors with a good end of frame",
    "default_in_force": "default zone active",
    "depths": "different queue depths",
    "dom_count": "readings out of range",
    "enc_in": "encoding errors inside frames",
    "enc_out": "encoding errors outside frames",
    "feeds": "mains feeds",
    "fewest_controllers": "array controllers",
    "fewest_directors": "directors per fabric",
    "fewest_wan_ports": "WAN ports per director",
    "io_bytes": "I/O size (bytes)",
    "is_boot": "use for booting",
    "is_trunk": "being a trunk",
    "isolated_count": "isolated VSANs",
    "lack": "missing",  # codespell:ignore lack
    "lacking": "missing",  # codespell:ignore lacking
    "limit_types": "different types of round-robin limits",
    "logged_in": "presence",
    "missed_bricks": "X-Bricks without a live path",
    "most_arrays": "arrays behind one back-end port",
    "most_front_ports": "front-end ports of one director",
    "node_members": "members by node name",
    "owner_kind": "being a host or a device",
    "place_members": "members by switch port or address",
    "place_zones": "zones with members by switch port or address",
    "points": "ports, switches and ISLs that all paths share",
    "read_ms": "read time (ms)",
    "rebuild_mbps": "rebuild rate",
    "seconds": "duration (s)",
    "second_fabric_ports": "ports in the second fabric",
    "sector_limits": "different maximum request sizes",
    "stands_for": "number of runs",
    "state_text": "state as printed",
    "standby_supplies": "working standby power supplies",
    "throttling": "hosts that throttle",
    "trains": "release trains",
    "trouble_line": "first problem in line",
    "uncharged": "standby power supplies that are not charged",
    "unstated": "not stated",
    "untold": "unknown",
    "used_sides": "clusters or arrays in use",
    "vplex_back_ports": "VPLEX back-end ports",
    "vplex_front_ports": "VPLEX front-end ports",
    "widest_gap": "difference in paths between controllers",
    "write_mbps": "write rate",
    "write_mbps_p95": "95th percentile of the write rate",
    "write_ms": "write time (ms)",
}


# The bounds of a value that an export rounds.
_BOUNDS = {"low": "smallest possible", "high": "largest possible"}


def key_name(key: str) -> str:
    """Return a column's name as people write it, with its unit in brackets: ``RX power (\u00b5W)``."""
    stem, _, unit = key.rpartition("_")
    if key in _PLAIN:
        return _PLAIN[key]
    for end, bound in _BOUNDS.items():
        if key.endswith(f"_{end}_{unit}") and unit in _UNIT_NAMES:
            return f"{bound} {key_name(f'{stem.removesuffix(end)}{unit}')}"
    if stem and unit in _UNIT_NAMES:
        return f"{key_name(stem)} ({_UNIT_NAMES[unit]})"
    words = clean(key.replace("_", " ")).split(" ")
    return " ".join(_SPELLED.get(word, word) for word in words)


def fact_name(fact: str) -> str:
    """Return a fact such as ``sfp.rx_power_uw`` as people write it: ``SFP RX power (\u00b5W)``."""
    kind, _, column = fact.rpartition(".")
    if kind.startswith("rows of "):
        return f"{key_name(column)} (calculated by {clean(kind.removeprefix('rows of '))})"
    if column == kind or column.startswith(f"{kind}_"):
        return key_name(column)
    if column in _PLAIN:
        return f"{key_name(kind)} {_PLAIN[column]}"
    before, after = kind.split("_"), column.split("_")
    # ``power_supply.supply_type`` is the type of a power supply.
    shared = next((n for n in range(len(before), 0, -1) if before[-n:] == after[:n]), 0)
    return key_name("_".join((*before, *after[shared:]))).strip()


def gap_text(missing: MissingFact) -> str:
    """Return why a fact did not suffice: no export states it, or nothing follows from what is stated."""
    name = fact_name(missing.fact)
    return f"{name}: known, but not conclusive" if missing.known else f"no data on {name}"


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


# Headings of findings about the input, which name no object.
INPUT_FILES = "Input files"
_CONFLICTS = "Conflicting inputs"
_AUDIT_HEADINGS = {"exports": INPUT_FILES, "clocks": "Clocks"}
INPUT_HEADINGS = (_CONFLICTS, *_AUDIT_HEADINGS.values())


def subject(finding: Finding) -> tuple[str, str]:
    """Return kind and name of the object a finding is listed under; the name is empty for inputs and the whole SAN."""
    if any("about_key" in one for one in finding.objects):
        return _CONFLICTS, ""
    named = [(key, value) for key, value in finding.object.items() if value not in (None, "")]
    if not named:
        return "the SAN", ""
    (key, value), *more = named
    match key:
        case "audit":
            return _AUDIT_HEADINGS.get(str(value), INPUT_FILES), ""
        case "first_line" | "file":
            return INPUT_FILES, ""
        case "project":
            return "Project records", ""
        case "owner":
            return _owner_kind(finding.object), value_text(key, value)
        case _ if key.endswith("_kind") and more:
            return key_name(str(value)), value_text(*more[0])
        case _ if key.endswith("_kind"):
            return value_text(key, value), ""
    # A link has two ends; its findings are listed under the first.
    return key_name(key).removeprefix("one "), value_text(key, value)


def _owner_kind(keys: Mapping[str, str | int | None]) -> str:
    """Return ``switch`` if only exports of switches contain such an object, else ``device``."""
    from checker.facts.kinds import kinds

    printed_by_switches = {name for name, kind in kinds().items() if kind.group == "fabric"}
    return "switch" if keys.get("about_kind") in printed_by_switches else "device"


def object_text(keys: Mapping[str, str | int | None]) -> str:
    """Return an object as ``host esx07, VPLEX cluster cluster-1``; a VSAN that the name of its fabric ends with is omitted."""
    if "audit" in keys:
        return _AUDIT_HEADINGS.get(str(keys["audit"]), INPUT_FILES)
    fabric = str(keys.get("fabric") or "")
    return ", ".join(
        f"{_owner_kind(keys) if key == 'owner' else key_name(key)} {_object_value(key, value)}"
        for key, value in keys.items()
        if value not in (None, "")
        and not (key == "vsan" and fabric.endswith(f"VSAN {value}"))
        # The export as a whole.
        and (key, value) != ("first_line", 0)
    )


def _object_value(key: str, value: str | int | None) -> str:
    # Names that sanlint gives; those of people and devices stay as they are.
    return key_name(str(value)) if key in ("counter", "limit_name") else value_text(key, value)


def rolled_up(finding: Finding) -> list[tuple[str, list[str]]]:
    """Return each key in which the rolled-up objects differ, with its distinct values in order."""
    differing: dict[str, dict[str, None]] = {}
    for one in finding.objects:
        for key, value in one.items():
            if key not in finding.object and value is not None:
                differing.setdefault(key, {})[value_text(key, value)] = None
    return [(key_name(key), list(values)) for key, values in differing.items()]


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
