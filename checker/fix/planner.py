"""Makes a plan of the findings of an audit: commands by machine, each once, in the order of work; the rest by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from checker.engine.finding import Finding, FixStep
from checker.engine.rule import SEVERITIES
from checker.fix.contrary import contrary
from checker.fix.estate import Estate
from checker.fix.kinds_of_commands import kind_of
from checker.fix.model import STAGES, Command, Mend, Plan, Script, Stage, Task
from checker.fix.names import number_files
from checker.fix.powercli import through_vcenter
from checker.fix.render.files import PLACES

_ARRAY_PLATFORMS = frozenset({"vplexcli", "symcli", "naviseccli", "xmcli"})
_SWITCH_PLATFORMS = frozenset({"brocade", "cisco-mds"})


@dataclass
class _Draft:
    """The commands of one finding, told apart."""

    finding: Finding
    mend: Mend
    looks: list[FixStep] = field(default_factory=list)
    mending: list[FixStep] = field(default_factory=list)
    undecided: list[FixStep] = field(default_factory=list)
    by_hand: list[FixStep] = field(default_factory=list)
    then: list[FixStep] = field(default_factory=list)


def make_plan(
    findings: Iterable[Finding], estate: Estate, accepted: Collection[str] = (), *, vcenter: bool = False
) -> Plan:
    """Make the plan for all findings that are neither suppressed nor faults of a rule.

    Args:
        findings: of an audit.
        estate: its machines.
        accepted: rule ids and beginnings of fingerprints; what these findings need decided first has been decided.
        vcenter: hosts of ESXi are reached through a vCenter, by PowerCLI.
    """
    everything = list(findings)
    chosen = [finding for finding in everything if finding.state == "fail"]
    hidden = [finding for finding in everything if finding.state == "suppressed"]
    known = sum(finding.known for finding in hidden)
    drafts = [_draft(finding, accepted, vcenter=vcenter) for finding in sorted(chosen, key=_gravest_first)]
    against = contrary([(draft.mend.fingerprint, step) for draft in drafts for step in draft.mending])
    plan = Plan(findings=len(drafts), suppressed=len(hidden) - known, known=known)
    scripts = _Scripts(estate)
    for draft in drafts:
        others = sorted(
            {other for step in draft.mending for other in against.get(step.run, ())} - {draft.mend.fingerprint}
        )
        if others:
            plan.tasks.append(_task(draft, "contrary", _named(others, drafts)))
        elif draft.mending:
            for step in [*draft.mending, *draft.then]:
                scripts.put(step, draft.mend)
            if draft.undecided or draft.by_hand:
                plan.tasks.append(_task(draft, "decided" if draft.undecided else "can't"))
        else:
            plan.tasks.append(_task(draft, "decided" if draft.undecided else "can't"))
    plan.scripts = scripts.in_order()
    number_files(plan.scripts)
    return plan


def _gravest_first(finding: Finding) -> tuple[int, str, str]:
    return SEVERITIES.index(finding.severity), finding.rule, finding.fingerprint


def _draft(finding: Finding, accepted: Collection[str], *, vcenter: bool) -> _Draft:
    draft = _Draft(finding, Mend(finding.rule, finding.fingerprint, finding.severity, finding.message))
    decided = any(finding.rule == word or finding.fingerprint.startswith(word) for word in accepted)
    for given in finding.fix:
        step = through_vcenter(given) if vcenter else given
        if step.checklist:
            draft.by_hand.append(step)
        elif step.only_if and not decided:
            draft.undecided.append(step)
        else:
            kind = kind_of(given.run, given.platform)
            {"look": draft.looks, "mend": draft.mending, "then": draft.then}[kind].append(step)
    return draft


class _Scripts:
    """The scripts as they grow: each command once, with every finding that it mends."""

    def __init__(self, estate: Estate) -> None:
        self._estate = estate
        self._scripts: dict[tuple[str, tuple[str, str]], Script] = {}
        self._commands: dict[tuple[str, tuple[str, str], str], Command] = {}

    def put(self, step: FixStep, mend: Mend) -> None:
        machine = _machine(step, self._estate)
        platform, file = ("linux", step.platform) if step.platform in PLACES else (step.platform, "")
        command = self._commands.get((platform, machine, step.run))
        if command is None:
            command = Command(step.run, step.undo, step.check, step.effect, [mend], file)
            self._commands[platform, machine, step.run] = command
            self._script(platform, machine).commands.append(command)
            return
        if mend not in command.mends:
            command.mends.append(mend)
        command.effect += tuple(change for change in step.effect if change not in command.effect)

    def in_order(self) -> list[Script]:
        for script in self._scripts.values():
            script.commands.sort(key=lambda one: one.file)
        return sorted(self._scripts.values(), key=_order_of_work)

    def _script(self, platform: str, machine: tuple[str, str]) -> Script:
        if (platform, machine) not in self._scripts:
            stage, group = _place(platform, machine, self._estate)
            names = self._estate.names.get(machine[1], ()) if machine[0] == "host" else ()
            self._scripts[platform, machine] = Script(platform, machine, stage, group, names=names)
        return self._scripts[platform, machine]


def _machine(step: FixStep, estate: Estate) -> tuple[str, str]:
    """The machine of a step; what is done in a fabric is done on its first switch, which passes it on."""
    kind, _, name = step.on.partition(":")
    if kind == "fabric" and estate.switches.get(name):
        return "switch", estate.switches[name][0]
    return kind, name


def _place(platform: str, machine: tuple[str, str], estate: Estate) -> tuple[Stage, str]:
    kind, name = machine
    if platform in _SWITCH_PLATFORMS:
        return "fabric", estate.side(name) if kind == "switch" else name
    if platform in _ARRAY_PLATFORMS:
        return "array", ""
    return ("host", estate.clusters.get(name, "")) if kind == "host" else ("other", "")


def _order_of_work(script: Script) -> tuple[int, str, str, str]:
    return STAGES.index(script.stage), script.group, script.machine[1], script.platform


def _task(draft: _Draft, why: str, note: str = "") -> Task:
    steps = [*draft.undecided, *draft.mending] if why == "contrary" else draft.undecided
    return Task(
        mend=draft.mend,
        about=_about(draft.finding),
        summary=draft.finding.fix_summary,
        why="contrary" if why == "contrary" else "decided" if why == "decided" else "can't",
        looks=tuple(_lines(draft.looks)),
        commands=tuple((step.only_if, step.on, step.run, step.undo) for step in steps),
        then=tuple(_lines([*draft.by_hand, *draft.then])),
        note=note,
    )


def _lines(steps: Sequence[FixStep]) -> Iterator[tuple[str, str]]:
    yield from dict.fromkeys((step.on, step.run) for step in steps)


def _named(fingerprints: Sequence[str], drafts: Sequence[_Draft]) -> str:
    by_print = {draft.mend.fingerprint: draft.mend for draft in drafts}
    told = [f"{by_print[one].rule} {one} ({by_print[one].message})" for one in fingerprints]
    return f"It asks for something else than {'; '.join(told)}"


def _about(finding: Finding) -> str:
    """The machine or object a finding is about: what a checklist is grouped by."""
    for name in ("host", "switch", "one_switch", "fabric", "storage_array", "vplex_cluster"):
        value = finding.object.get(name)
        if value:
            return str(value)
    return next((str(value) for value in finding.object.values() if value), "the whole SAN")
