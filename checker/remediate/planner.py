"""Turn an audit's findings into a plan: each command once, by machine and in the order of work; the rest by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from checker.facts.platforms import SWITCHES
from checker.remediate.conflicts import conflicts
from checker.remediate.model import STAGES, Command, FindingRef, Plan, Script, Stage, Task
from checker.remediate.names import number_files
from checker.remediate.powercli import through_vcenter
from checker.remediate.render.files import PLACES
from checker.rules.book.rule import SEVERITIES
from checker.rules.change.kind import changed_zone, kind_of, removes
from checker.rules.change.machines import Machines
from checker.rules.evaluate.finding import Finding, FixStep

_ARRAY_PLATFORMS = frozenset({"vplexcli", "symcli", "naviseccli", "xmcli"})


@dataclass
class _Draft:
    """The steps of one finding, sorted by what they do."""

    finding: Finding
    ref: FindingRef
    inspections: list[FixStep] = field(default_factory=list)
    fixing: list[FixStep] = field(default_factory=list)
    undecided: list[FixStep] = field(default_factory=list)
    by_hand: list[FixStep] = field(default_factory=list)
    then: list[FixStep] = field(default_factory=list)
    activating: list[FixStep] = field(default_factory=list)
    causes: tuple[tuple[str, str], ...] = ()


def make_plan(
    findings: Iterable[Finding],
    machines: Machines,
    accepted: Collection[str] = (),
    *,
    vcenter: bool = False,
    packs: Mapping[str, str] | None = None,
    custom_commands: bool = False,
) -> Plan:
    """Return the plan for all findings that are neither suppressed nor errors in a rule.

    Args:
        findings: the findings of an audit.
        machines: its machines.
        accepted: rule ids and fingerprint prefixes; the decisions that these findings need have been made.
        vcenter: ESXi hosts are managed through a vCenter, with PowerCLI.
        packs: the folder of each rule that is not built in, by rule id.
        custom_commands: put the commands of these rules into scripts, too.
    """
    everything = list(findings)
    chosen = [finding for finding in everything if finding.state == "fail"]
    hidden = [finding for finding in everything if finding.state == "suppressed"]
    known = sum(finding.known for finding in hidden)
    known_packs = packs or {}
    drafts = [
        _draft(finding, accepted, vcenter=vcenter, pack=known_packs.get(finding.rule, ""))
        for finding in sorted(chosen, key=_most_severe_first)
    ]
    # Commands that no script contains cannot conflict with one.
    trusted = [draft for draft in drafts if custom_commands or not draft.ref.pack]
    against = conflicts([(draft.ref.fingerprint, step) for draft in trusted for step in draft.fixing])
    plan = Plan(findings=len(drafts), suppressed=len(hidden) - known, known=known)
    scripts = _Scripts(machines)
    rule_of = {draft.ref.fingerprint: draft.ref.rule for draft in drafts}
    for draft in drafts:
        draft.causes = tuple((rule_of[one], one) for one in draft.finding.caused_by if one in rule_of)
        others = sorted(
            {other for step in draft.fixing for other in against.get(step.run, ())} - {draft.ref.fingerprint}
        )
        if draft.ref.pack and not custom_commands and (draft.fixing or draft.undecided):
            plan.tasks.append(_task(draft, "foreign"))
        elif others:
            plan.tasks.append(_task(draft, "conflict", _named(others, drafts)))
        elif draft.fixing:
            for step in [*draft.fixing, *draft.then]:
                scripts.put(step, draft.ref)
            scripts.inspect(draft.inspections, before=draft.fixing[0])
            if draft.undecided or draft.by_hand:
                plan.tasks.append(_task(draft, "decided" if draft.undecided else "cannot"))
        else:
            plan.tasks.append(_task(draft, "decided" if draft.undecided else "cannot"))
    plan.scripts = scripts.in_order()
    number_files(plan.scripts)
    return plan


def _most_severe_first(finding: Finding) -> tuple[int, str, str]:
    return SEVERITIES.index(finding.severity), finding.rule, finding.fingerprint


def _draft(finding: Finding, accepted: Collection[str], *, vcenter: bool, pack: str) -> _Draft:
    draft = _Draft(finding, FindingRef(finding.rule, finding.fingerprint, finding.severity, finding.message, pack))
    decided = any(finding.rule == word or finding.fingerprint.startswith(word) for word in accepted)
    for given in finding.fix:
        step = through_vcenter(given) if vcenter else given
        if step.activates:
            draft.activating.append(step)
        elif step.checklist:
            draft.by_hand.append(step)
        elif step.only_if and not decided:
            draft.undecided.append(step)
        else:
            kind = kind_of(given.run, given.platform)
            {"inspect": draft.inspections, "fix": draft.fixing, "follow-up": draft.then}[kind].append(step)
    return draft


class _Scripts:
    """The scripts under construction: each command once, with every finding that it fixes."""

    def __init__(self, machines: Machines) -> None:
        self._machines = machines
        self._scripts: dict[tuple[str, tuple[str, str]], Script] = {}
        self._commands: dict[tuple[str, tuple[str, str], str], Command] = {}

    def put(self, step: FixStep, ref: FindingRef) -> None:
        machine = self._machines.machine(step.on)
        platform, file = _platform(step), step.platform if step.platform in PLACES else ""
        command = self._commands.get((platform, machine, step.run))
        if command is None:
            command = Command(step.run, step.undo, step.check, step.effect, [ref], file)
            self._commands[platform, machine, step.run] = command
            self._script(platform, machine).commands.append(command)
            return
        if ref not in command.fixes:
            command.fixes.append(ref)
        _add_effect(command, step.effect)

    def inspect(self, steps: Sequence[FixStep], before: FixStep) -> None:
        """List read-only commands with the script that contains a step; those of other findings stay."""
        script = self._script(_platform(before), self._machines.machine(before.on))
        script.inspections = list(dict.fromkeys([*script.inspections, *_lines(steps)]))

    def in_order(self) -> list[Script]:
        for script in self._scripts.values():
            # What removes an object comes after its changes, and lines of files come last.
            removing = {one.run for one in script.commands if removes(one.run, script.platform)}
            _drop_changes_of_removed_zones(script)
            script.commands.sort(key=lambda one: (one.file, one.run in removing))
        return sorted(self._scripts.values(), key=_order_of_work)

    def _script(self, platform: str, machine: tuple[str, str]) -> Script:
        if (platform, machine) not in self._scripts:
            stage, group = _place(platform, machine, self._machines)
            names = self._machines.names.get(machine[1], ()) if machine[0] == "host" else ()
            self._scripts[platform, machine] = Script(platform, machine, stage, group, names=names)
        return self._scripts[platform, machine]


def _drop_changes_of_removed_zones(script: Script) -> None:
    """Remove changes to zones that the script removes: undoing the removal restores all members, so theirs would fail."""
    zones = {one.run: changed_zone(one.run, script.platform) for one in script.commands}
    removed = {zones[one.run]: one for one in script.commands if zones[one.run] and removes(one.run, script.platform)}
    for command in list(script.commands):
        instead = removed.get(zones[command.run])
        if instead is not None and instead is not command:
            script.commands.remove(command)
            instead.fixes += [ref for ref in command.fixes if ref not in instead.fixes]
            _add_effect(instead, command.effect)


def _add_effect(command: Command, effect: Iterable[Mapping[str, Any]]) -> None:
    command.effect += tuple(change for change in effect if change not in command.effect)


def _platform(step: FixStep) -> str:
    """The platform of the script that a step belongs to: lines of files are part of that for Linux."""
    return "linux" if step.platform in PLACES else step.platform


def _place(platform: str, machine: tuple[str, str], machines: Machines) -> tuple[Stage, str]:
    kind, name = machine
    if platform in SWITCHES:
        return "fabric", machines.side(name) if kind == "switch" else name
    if platform in _ARRAY_PLATFORMS:
        return "array", ""
    return ("host", machines.clusters.get(name, "")) if kind == "host" else ("other", "")


def _order_of_work(script: Script) -> tuple[int, str, str, str]:
    return STAGES.index(script.stage), script.group, script.machine[1], script.platform


def _task(draft: _Draft, why: Literal["cannot", "decided", "conflict", "foreign"], note: str = "") -> Task:
    steps = [*draft.undecided, *draft.fixing] if why in ("conflict", "foreign") else draft.undecided
    return Task(
        ref=draft.ref,
        about=_about(draft.finding),
        summary=draft.finding.fix_summary,
        why=why,
        inspections=tuple(_lines(draft.inspections)),
        commands=tuple(dict.fromkeys((step.only_if, step.on, step.run, step.undo) for step in steps)),
        then=tuple(_lines([*draft.by_hand, *draft.then])),
        activating=tuple(_lines([one for one in draft.activating if any(one.on == step.on for step in steps)])),
        note=note,
        causes=draft.causes,
    )


def _lines(steps: Sequence[FixStep]) -> Iterator[tuple[str, str]]:
    yield from dict.fromkeys((step.on, _with_condition(step)) for step in steps)


def _with_condition(step: FixStep) -> str:
    """Return the text of a step; a manual one with its condition, which has no heading of its own."""
    return f"{step.run} (only if {step.only_if})" if step.checklist and step.only_if else step.run


def _named(fingerprints: Sequence[str], drafts: Sequence[_Draft]) -> str:
    by_print = {draft.ref.fingerprint: draft.ref for draft in drafts}
    named_findings = [f"{by_print[one].rule} {one} ({by_print[one].message})" for one in fingerprints]
    return f"It conflicts with {'; '.join(named_findings)}"


def _about(finding: Finding) -> str:
    """Return the machine or object that a finding is about; checklists are grouped by it."""
    for name in ("host", "switch", "one_switch", "fabric", "storage_array", "vplex_cluster"):
        value = finding.object.get(name)
        if value:
            return str(value)
    return next((str(value) for value in finding.object.values() if value), "the whole SAN")
