"""The scripts for every example that fires, run on machines that know only the model: the fault is gone, nothing else comes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from checker import resources
from checker.audit.check import views_of
from checker.prove.examples import audit_example
from checker.prove.state import State, States
from checker.remediate.model import Script
from checker.remediate.planner import make_plan
from checker.remediate.render.base import Occasion
from checker.remediate.render.registry import renderer
from checker.rules.book.book import built_in_book
from checker.rules.book.rule import FixCommand, Rule
from checker.rules.change.complete import completed
from checker.rules.change.kind import kind_of
from checker.rules.change.machines import Machines, machines_of
from checker.rules.evaluate.evaluate import Evaluation
from checker.rules.language.template import literals
from tests.remediate.machines import hosts, others, ports
from tests.remediate.machines.base import Row, Rows, cut_paths, zoned
from tests.remediate.machines.fos import Fos
from tests.remediate.machines.nxos import Nxos
from tests.remediate.machines.reclaim import RECLAIM, add_rules, reclaim
from tests.thorough import THOROUGH, sample

# Every example with all rules on takes some minutes: that is for `make prove`.
_NMP = (
    "esxcli nmp ",
    "esxcli storage nmp device",
    "esxcli storage nmp psp",
    "esxcli storage nmp satp set",
    "esxcli storage hpp",
    "esxcli storage core device set",
    "esxcli system settings advanced set",
)
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "brocade": ("zone", "cfg", "ali", "defzone", "portcfg"), "esxi": (*_NMP, *hosts.CLAIMS, RECLAIM),
    "cisco-mds": ("zone", "no zone", "interface", "system timeout"), "linux": hosts.LINUX, "naviseccli": ("naviseccli setcache",),
    "multipath.conf": ("",), "udev": ("ACTION",), "vplexcli": ("rebuild set", "cd "), "symcli": ("symaccess",),
    "powershell": hosts.WINDOWS, "sysctl.d": ("",), "aix": ("chdev",),
}  # fmt: skip
# Their commands take part of the fault away, or name what the model of their examples does not contain.
STAYS = {
    "ZON008": "the copy is only the first step",
    "ARR006": "the new rule claims volumes only when they are reclaimed, and then the old rule must be gone",
    "NMP016": "somebody gives the narrow rule a lower number before the rules are loaded",
}
# What an array finds by itself, and what is equal: 1,000 I/Os of type iops are the default.
OWN = {"initiator_name", "rr_iops_text", "rr_type"}
# Findings that come, and rightly: the zone of a port that is removed from its views is left.
COMES: Mapping[str, frozenset[str]] = {
    "ARR019": frozenset({"ARR029"}), "ZON009": frozenset({"ZON010"}), "NMP002": frozenset({"NMP023"}),
}  # fmt: skip


def known(command: FixCommand) -> bool:
    run = literals(command.run).replace("\0", "X")
    return kind_of(run, command.platform) == "fix" and run.startswith(FAMILIES.get(command.platform, ("\0",)))


@cache
def rules() -> Mapping[str, Rule]:
    found = built_in_book().rules
    return {one.id: one for one in found.values() if any(known(command) for command in one.fix_commands)}


def evaluated_with(rule: Rule) -> list[Rule]:
    """The rules that may fire: those that suppress or cause it, and for shared machines all about availability."""
    shared = any(command.platform in ("brocade", "cisco-mds", "symcli") for command in rule.fix_commands)
    partners = {rule.id, *rule.unless, *rule.only_with}
    every = built_in_book().rules.values()
    return [one for one in every if one.id in partners or ((shared or THOROUGH) and "availability" in one.tags)]


@pytest.fixture(scope="module")
def states() -> States:
    return States(
        resources.bases_folder(), views_of([one for rule in rules().values() for one in evaluated_with(rule)])
    )


def objects(evaluation: Evaluation) -> set[tuple[str, str]]:
    return {(f.rule, json.dumps(dict(one), sort_keys=True)) for f in evaluation.findings for one in f.objects}


def pasted(text: str, mark: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith(mark)]


def executor(rows: Rows, script: Script, places: frozenset[str]) -> Callable[[str], None]:
    """What executes a line of a script for this machine."""
    _, name = script.machine
    if script.platform == "brocade":
        zoning = cache(lambda: Fos(rows, places))
        return lambda line: ports.fos(rows, name, line) if line.startswith("port") else zoning().run(line)
    if script.platform == "cisco-mds":
        return Nxos(rows, name).run
    if script.platform == "esxi":
        return lambda line: (
            reclaim if line.startswith(RECLAIM) else hosts.claims if line.startswith(hosts.CLAIMS) else others.esxcli
        )(rows, name, line)
    if script.platform == "vplexcli":
        return lambda line: others.vplexcli(rows, name, line)
    if script.platform == "symcli":
        return lambda line: others.symaccess(rows, line)
    if script.platform == "naviseccli":
        return lambda line: hosts.naviseccli(rows, name, line)
    if script.platform == "aix":
        return lambda line: hosts.aix(rows, name, line)
    if script.platform == "powershell":
        return lambda line: hosts.powershell(rows, name, line)
    return lambda line: linux_lines(line)(rows, name, line)


def linux_lines(line: str) -> Callable[[Rows, str, str], None]:
    """What understands a line for a Linux host: a command, or a line of a file."""
    if line.startswith(hosts.LINUX):
        return hosts.linux
    return hosts.sysctl_file if hosts.is_sysctl_file(line) else others.multipath_conf


def lines(script: Script, occasion: Occasion, *, undo: bool) -> Iterator[str]:
    """What runs, in order: the pasted lines for switches, the commands of other scripts."""
    how = renderer(script.platform)
    if script.platform in ("brocade", "cisco-mds"):
        text = how.undo(script, occasion) if undo else how.script(script, occasion)
        yield from pasted(text or "", "#" if script.platform == "brocade" else "!")
        return
    for command in reversed(script.commands) if undo else script.commands:
        line = command.undo if undo else command.run
        if line and line.startswith(FAMILIES.get(command.file or script.platform, ("\0",))):
            yield line


def places(script: Script, machines: Machines) -> frozenset[str]:
    """The names under which the rows of a fabric are stored: its switches, and the fabric of an inventory."""
    fabrics = machines.fabrics.get(script.machine[1], ())
    return frozenset([script.machine[1], *fabrics, *(one for fabric in fabrics for one in machines.switches[fabric])])


def execute(state: State, scripts: Sequence[Script], machines: Machines, *, undo: bool) -> Rows:
    """The rows of the model after all scripts, or after their undo."""
    rows = Rows(state.store)
    before = zoned(rows)
    for script in reversed(scripts) if undo else scripts:
        todo = list(lines(script, Occasion("1.0", "2026-06-01", ("exports",), len(scripts), machines), undo=undo))
        run = executor(rows, script, places(script, machines)) if todo else None
        if any(line.startswith(RECLAIM) for line in todo):
            add_rules(rows, script.machine[1])
        for line in todo:
            assert run is not None
            run(line)
    cut_paths(rows, before)
    return rows


def contents(rows: Rows, kinds: Iterable[str]) -> dict[str, Counter[tuple[Any, ...]]]:
    """The rows of each kind; an effective configuration is the same whether it shows aliases or their ports."""
    ports = {row["alias"]: row["wwpn"] for row in rows.of("alias")}

    def shown(kind: str, row: Row) -> Row:
        port = ports.get(row.get("member", ""))
        as_port = {"member": port, "member_type": "wwpn", "alias": None, "wwpn": port}
        return {**row, **as_port} if kind == "zone_member" and row["active"] and port else row

    return {
        kind: Counter(
            tuple(value for name, value in shown(kind, row).items() if name not in OWN) for row in rows.of(kind)
        )
        for kind in kinds
    }


@pytest.mark.parametrize("rule_id", sample(sorted(rules()), 3))
def test_scripts_fix_the_model_and_their_undo_restores_it(rule_id: str, states: States) -> None:
    rule, chosen = rules()[rule_id], evaluated_with(rules()[rule_id])
    views = None if THOROUGH else views_of(chosen)
    firing = [one for one in built_in_book().text(rule_id).examples if "finds" in one]
    done: set[str] = set()
    for example in firing:
        # A quick run tries one example of each SAN: their machines, and so the commands, are of different kinds.
        if not THOROUGH and example["base"] in done:
            continue
        state = states.of(example)
        state.clean = True
        with state.changed(example.get("change", ()), views) as changed:
            before = audit_example(state, changed, chosen, rule, example)
            machines = machines_of(state.store)
            own = completed([one for one in before.findings if one.rule == rule_id], lambda known=machines: known)
            scripts = make_plan(own, machines, [rule_id]).scripts
            rows = execute(state, scripts, machines, undo=False)
            changes = rows.changes()
            if not changes:
                continue
            done.add(example["base"])
            touched = {kind for change in changes for what in change.values() for kind in what}
            first = contents(Rows(state.store), touched)
            after = audit_example(state, state.further(changes, views), chosen, rule, example)
            assert rule_id in STAYS or rule_id not in {found.rule for found in after.findings}
            coming = {name for name, _ in objects(after) - objects(before)} - {rule_id}
            assert coming <= COMES.get(rule_id, frozenset())
            fixing = [
                one for script in scripts for one in script.commands if kind_of(one.run, script.platform) == "fix"
            ]
            if all(one.undo for one in fixing):
                assert contents(execute(state, scripts, machines, undo=True), touched) == first
    assert done or rule_id in STAYS


def test_the_commands_of_every_rule_are_run() -> None:
    """A rule with commands that change something is in this test."""
    fixing = {
        rule.id
        for rule in built_in_book().rules.values()
        for command in rule.fix_commands
        if kind_of(literals(command.run).replace("\0", "X"), command.platform) == "fix"
    }
    assert fixing == set(rules())
