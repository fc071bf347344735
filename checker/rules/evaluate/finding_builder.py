"""Build a finding from a group of objects: message, evidence and the commands to fix it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from checker.facts.normalise import plain_names, show_wwn
from checker.facts.platforms import noun_of
from checker.rules.book import fix
from checker.rules.change.kind import kind_of
from checker.rules.change.system import on_its_system
from checker.rules.evaluate.finding import EvidenceValue, Finding, FixStep, Place
from checker.rules.evaluate.places.stated import place_of
from checker.rules.evaluate.plan import STATED_PLACES, Plan
from checker.rules.evaluate.rollup import Group, plain
from checker.rules.language.clauses import render_message
from checker.rules.language.template import Several

Key = str | int | None
# WWNs of the known types as whole words; part of a longer identifier is not a WWN.
_WWN = re.compile(r"(?<![\w:.-])[1256c][0-9a-f]{15}(?![\w-]|:(?! ))")
MAX_PLACES = 11
"""Maximum number of places: that of the finding and ten related ones."""
# Operating systems or switches that a command platform applies to; commands for others are omitted.
_PLATFORM_FAMILY: Mapping[str, Mapping[str, str]] = {
    "host": {
        **{name: name for name in ("esxi", "linux", "windows", "aix", "solaris", "hpux")},
        **{
            "powercli": "esxi",
            "powershell": "windows",
            "cmd": "windows",
            "udev": "linux",
            "multipath.conf": "linux",
            "sysctl.d": "linux",
        },
    },
    "switch": {"brocade": "brocade", "cisco-mds": "cisco-mds"},
    "fabric": {"brocade": "brocade", "cisco-mds": "cisco-mds"},
    "storage_array": {"vplexcli": "vplex", "symcli": "symmetrix", "naviseccli": "clariion", "xmcli": "xtremio"},
}


def compose(
    plan: Plan,
    group: Group,
    places: Sequence[Place],
    caused_by: Sequence[str],
    platforms: Mapping[tuple[str, str], frozenset[str]],
) -> Finding:
    """Build the finding of a group.

    ``platforms`` maps (owner column, name) to the known platforms, and the name "" to those of all machines of a kind.

    Raises:
        TemplateError: the message has an invalid placeholder (rules are checked when loaded, so this is our bug).
    """
    rule, keys = plan.rule, plan.source.keys
    rows = group.rows(keys)
    objects = tuple(_key(keys, row) for row in rows)
    shared = {name: objects[0][name] for name in keys if all(one[name] == objects[0][name] for one in objects)}
    found = list(places) or _stated_places(plan, group)
    evidence: dict[str, EvidenceValue] = {name: plain(group.values.get(name)) for name in plan.evidence}
    return Finding(
        rule=rule.id,
        name=rule.name,
        severity=group.severity,
        message=_message(rule.message, _message_values(plan, group)),
        object=shared,
        objects=objects,
        evidence=evidence,
        fingerprint=group.fingerprint,
        basis=group.basis,
        location=found[0] if found else None,
        location_unknown="" if found else _no_place(plan),
        related=tuple(found[1:]),
        caused_by=tuple(caused_by),
        references=rule.references,
        fix_summary=rule.fix_summary,
        fix=tuple(_steps(plan, group, platforms)),
        state="fail" if group.suppression is None else "suppressed",
        suppressed_by=None if group.suppression is None else group.suppression.text,
        suppression=group.suppression,
    )


def _message(text: str, values: Mapping[str, object]) -> str:
    """The message, with WWNs as switches print them, because people compare them by eye."""
    return _WWN.sub(lambda found: show_wwn(found.group()), plain_names(render_message(text, values)))


def _no_place(plan: Plan) -> str:
    """Why a finding has no place."""
    if plan.rule.locate:
        return f"no line of the input states the {' or '.join(kind.replace('_', ' ') for kind in plan.rule.locate)}"
    return "it is about the input as a whole or about data that is not in it"


def _stated_places(plan: Plan, group: Group) -> list[Place]:
    """Places that the view itself states: the object is part of a file, or columns ``place_a`` and ``place_b``."""
    found: list[Place] = []
    if {"file", "first_line"} <= set(plan.source.keys):
        member = "member" if "member" in plan.source.keys else "file"
        at = "trouble_line" if "trouble_line" in plan.evidence else "first_line"
        for file, begin, inside, there in group.rows(["file", "first_line", member, at]):
            line = there or begin
            if file:
                found.append(Place(str(file), int(line or 1), str(inside) if inside and inside != file else None))
    for name in STATED_PLACES:
        if name in plan.varying or name in group.values:
            for (text,) in group.rows([name]):
                if (place := place_of(str(text or ""))) is not None:
                    found.append(place)
    return found[:MAX_PLACES]


def _key(keys: Sequence[str], row: Sequence[Any]) -> dict[str, Key]:
    return {name: cast("Key", plain(value)) for name, value in zip(keys, row, strict=True)}


def _message_values(plan: Plan, group: Group) -> dict[str, Any]:
    """The values that the objects share, and all values where they differ."""
    values = dict(group.values)
    for name in plan.varying:
        different = [value for (value,) in group.rows([name])]
        is_key = name in plan.source.keys
        values[name] = Several(tuple(different), is_key) if len(different) > 1 else different[0]
    return values


def _steps(plan: Plan, group: Group, platforms: Mapping[tuple[str, str], frozenset[str]]) -> Iterator[FixStep]:
    """The commands for all objects without duplicates: most use only values that the objects share."""
    for command in plan.rule.fix_commands:
        used = set(fix.names_of(command))
        own = [name for name in plan.varying if name in used]
        rows = group.rows(own) if own else [()]
        seen: dict[FixStep, None] = {}
        for row in rows[: fix.MAX_STEPS]:
            for step in fix.steps(command, {**group.values, **dict(zip(own, row, strict=True))}):
                # A command that names no machine is for any of its kind.
                kind, name = step.on.split(":", 1) if step.on else (fix.machine_columns(command)[0][1], "")
                known = _known_families(kind, name, platforms)
                if known and not _fits(kind, step.platform, known):
                    continue
                changes = kind_of(step.run, step.platform) == "fix"
                seen.setdefault(on_its_system(step) if changes and not known else step)
        yield from seen
        if len(rows) > fix.MAX_STEPS and seen:
            rest = f"The same for {len(rows) - fix.MAX_STEPS} more objects of this finding"
            last = next(reversed(seen))
            yield FixStep(command.platform, rest, checklist=True, on=last.on, only_if=last.only_if)


def any_machine(platforms: Mapping[tuple[str, str], frozenset[str]]) -> dict[tuple[str, str], frozenset[str]]:
    """Return the platforms of all machines of a kind, as (kind, ""); none of a kind with a machine of unknown platform."""
    found: dict[tuple[str, str], set[str]] = {}
    unknown: set[str] = set()
    for (kind, _), words in platforms.items():
        found.setdefault((kind, ""), set()).update(words)
        if not words:
            unknown.add(kind)
    return {key: frozenset(words) for key, words in found.items() if key[0] not in unknown}


def _known_families(kind: str, name: str, platforms: Mapping[tuple[str, str], frozenset[str]]) -> frozenset[str]:
    """The operating systems or families that the machine of a step is known to be of."""
    # Zones that an inventory states for a whole fabric name the fabric as their switch.
    found = platforms.get((kind, name)) or platforms.get(("fabric", name), frozenset())
    if kind == "storage_array":
        return frozenset(word for word in found if noun_of(word) == "array")
    return found & frozenset(_PLATFORM_FAMILY.get(kind, {}).values())


def _fits(kind: str, platform: str, known: frozenset[str]) -> bool:
    """Whether the commands for a platform are for one of the families of a machine."""
    family = _PLATFORM_FAMILY.get(kind, {})
    return platform not in family or family[platform] in known
