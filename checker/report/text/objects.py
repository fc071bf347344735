"""Objects of findings as people write them: switch sw-a1, port 11."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from checker.report.text.words import clean, controller_word, is_wwn, value_text
from checker.rules.evaluate.finding import EvidenceValue, Finding
from checker.rules.language.column_names import key_name

# Headings of findings about the input, which name no object.
INPUT_FILES = "Input files"
_CONFLICTS = "Conflicting inputs"
_AUDIT_HEADINGS = {"exports": INPUT_FILES, "clocks": "Clocks"}
INPUT_HEADINGS = (_CONFLICTS, *_AUDIT_HEADINGS.values())


def subject(finding: Finding, about_input: Collection[str] = ()) -> tuple[str, str]:
    """Return kind and name of the object a finding is listed under; the name is empty for inputs and the whole SAN.

    ``about_input``: the rules about exports and inventories, whose findings are not about the SAN.
    """
    if any("about_key" in one for one in finding.objects):
        return _CONFLICTS, ""
    named = [(key, value) for key, value in finding.object.items() if value not in (None, "")]
    if not named:
        return (INPUT_FILES if finding.rule in about_input else "the SAN"), ""
    (key, value), *more = named
    match key:
        case "audit":
            return _AUDIT_HEADINGS.get(str(value), INPUT_FILES), ""
        case "first_line" | "file":
            return INPUT_FILES, ""
        case "project":
            return "Project records", ""
        case "owner":
            return _owner_kind(finding.object, finding.evidence), value_text(key, value)
        case "resource" if stated := finding.evidence.get("resource_kind"):
            return key_name(str(stated)), value_text(key, value)
        case _ if key.endswith("_kind") and more:
            name = value_text(*more[0])
            return _kind_words(str(value), name), name
        case _ if key.endswith("_kind"):
            return value_text(key, value), ""
    # A link has two ends; its findings are listed under the first.
    return _kind_name(key, value).removeprefix("one "), value_text(key, value)


def _kind_words(kind: str, name: str) -> str:
    """Return a kind as people write it; only VPLEX and Symmetrix have directors."""
    return controller_word(name) if kind == "director" else key_name(kind)


def _kind_name(key: str, value: str | int | None) -> str:
    """Return what kind of object a key names: a port whose host is unknown stands for its host, and is none."""
    return "initiator" if key == "host" and is_wwn(value) else key_name(key)


def _owner_kind(keys: Mapping[str, str | int | None], evidence: Mapping[str, EvidenceValue]) -> str:
    """Return the kind that the evidence states, else ``switch`` if only exports of switches contain such an object, else ``device``."""
    from checker.facts.kinds import kinds

    if (stated := evidence.get("kind_of_owner", "device")) != "device":
        return str(stated)

    printed_by_switches = {name for name, kind in kinds().items() if kind.group == "fabric"}
    return "switch" if keys.get("about_kind") in printed_by_switches else "device"


def object_text(keys: Mapping[str, str | int | None], evidence: Mapping[str, EvidenceValue] | None = None) -> str:
    """Return an object as ``host esx07, VPLEX cluster cluster-1``; a VSAN that the name of its fabric ends with is omitted.

    ``evidence``: that of its finding, which may state what kind of machine an export is from.
    """
    if "audit" in keys:
        return _AUDIT_HEADINGS.get(str(keys["audit"]), INPUT_FILES)
    fabric = str(keys.get("fabric") or "")
    shown = {
        key: value
        for key, value in keys.items()
        if value not in (None, "")
        and not (key == "vsan" and fabric.endswith(f"VSAN {value}"))
        # The export as a whole.
        and (key, value) != ("first_line", 0)
    }
    return ", ".join(
        f"{_key_text(key, shown, evidence or {})} {_object_value(key, value)}"
        for key, value in shown.items()
        if _named_by(key, shown) is None and not _is_repeated(key, shown)
    )


def _is_repeated(key: str, keys: Mapping[str, str | int | None]) -> bool:
    """Whether another key says the same to people: the place of a value shows its kind and column in the model."""
    return (key in ("about_kind", "fact") and "place" in keys) or (key == "value" and bool(keys.get("invalid_name")))


def _named_by(key: str, keys: Collection[str]) -> str | None:
    """Return the key with the name of an object whose kind is under a key: ``part`` for ``part_kind``; None for other keys."""
    stem = key.removesuffix("_kind")
    return None if stem == key else next((one for one in (stem, f"{stem}_name", f"{stem}_key") if one in keys), None)


def _key_text(key: str, keys: Mapping[str, str | int | None], evidence: Mapping[str, EvidenceValue]) -> str:
    """Return what kind of object a key names, which the evidence may state."""
    if key == "owner":
        return _owner_kind(keys, evidence)
    kind = next((one for one in keys if _named_by(one, keys) == key), None)
    if kind is not None:
        return _kind_words(str(keys[kind]), value_text(key, keys[key]))
    if key == "resource" and (stated := evidence.get("resource_kind")):
        return key_name(str(stated))
    return _kind_name(key, keys[key])


def _object_value(key: str, value: str | int | None) -> str:
    # Names that sanlint gives; those of people and devices stay as they are.
    return key_name(str(value)) if key in ("counter", "limit_name") else value_text(key, value)


def rolled_up(finding: Finding) -> list[tuple[str, list[str]]]:
    """Return each key in which the rolled-up objects differ, with its distinct values in order."""
    differing: dict[str, dict[str, None]] = {}
    for one in finding.objects:
        for key, value in one.items():
            if key not in finding.object and value is not None and not _is_repeated(key, one):
                differing.setdefault(_kind_name(key, value), {})[value_text(key, value)] = None
    return [(kind, list(values)) for kind, values in differing.items()]


def short(fingerprint: str) -> str:
    """Return the beginning of a fingerprint: enough for explain, suppress and fix --accept, and short enough to type."""
    return clean(fingerprint[:8])


def causes_text(finding: Finding, rules: Mapping[str, str]) -> str:
    """Return the other findings that may have caused it, one of each rule: ``HOST035 [d93a86b0], PTH014 [a477fa27] and 3 more``.

    ``rules``: the rules of the findings that are shown, by fingerprint.
    """
    by_rule: dict[str, list[str]] = {}
    for fingerprint in finding.caused_by:
        if fingerprint in rules:
            by_rule.setdefault(rules[fingerprint], []).append(fingerprint)
    return ", ".join(
        f"{clean(rule)} [{short(causes[0])}]" + (f" and {len(causes) - 1} more" if len(causes) > 1 else "")
        for rule, causes in sorted(by_rule.items())
    )
