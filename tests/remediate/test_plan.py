"""Plans: what becomes a script, in which order, and what is left to people."""

from __future__ import annotations

import re

import pytest

from checker.remediate.model import Plan
from checker.remediate.planner import make_plan
from checker.remediate.render.checklist import checklist
from checker.rules.book.rule import FixCommand
from checker.rules.change.kind import kind_of
from checker.rules.change.machines import Machines
from tests.remediate.plans import HOSTILE, finding, occasion, steps

POLICY = {"set": {"device": {"host": "{host}", "device": "{volume}"}, "psp": "{policy}"}}
SET = FixCommand("esxi", "tool set {volume} {policy}", effect=POLICY)
INSPECT = FixCommand("esxi", "esxcli storage core path list --device {volume}")
RESCAN = FixCommand("esxi", "esxcli storage core adapter rescan --all")


def test_conflicting_steps_of_two_findings_become_manual_tasks() -> None:
    found = [
        finding(steps(SET, volume="v", policy="A"), "A is required", 1),
        finding(steps(SET, volume="v", policy="B"), "B is required", 2),
        finding(steps(SET, volume="w", policy="B"), "another volume", 3),
    ]
    plan = make_plan(found, Machines())
    assert [command.run for script in plan.scripts for command in script.commands] == ["tool set w B"]
    assert [(task.why, task.ref.message) for task in plan.tasks] == [
        ("conflict", "A is required"), ("conflict", "B is required"),
    ]  # fmt: skip
    assert "B is required" in plan.tasks[0].note
    assert "tool set v A" in checklist(plan, occasion(plan))


def test_a_step_shared_by_two_findings_runs_once() -> None:
    plan = make_plan([finding(steps(SET, volume="v", policy="A"), number=n) for n in (1, 2)], Machines())
    ((command,),) = [script.commands for script in plan.scripts]
    assert [ref.fingerprint[-1] for ref in command.fixes] == ["1", "2"]
    assert plan.tasks == []


def test_conditional_steps_are_manual_until_confirmed() -> None:
    command = FixCommand("esxi", "tool remove {volume}", "tool add {volume}", only_if="it is unused")
    found = [finding(steps(command, volume="v"), number=1), finding(steps(command, volume="w"), number=2)]
    plan = make_plan(found, Machines())
    assert plan.scripts == []
    text = checklist(plan, occasion(plan))
    assert "Only if it is unused:\n    - `tool remove v` on host h1; undo: `tool add v`" in text
    plan = make_plan(found, Machines(), ["0000000000000002"])
    assert [command.run for script in plan.scripts for command in script.commands] == ["tool remove w"]
    assert make_plan(found, Machines(), ["TST001"]).tasks == []


def test_a_step_that_several_objects_of_a_finding_need_is_listed_once() -> None:
    command = FixCommand("esxi", "tool restart", only_if="it is unused")
    plan = make_plan([finding([*steps(command, volume="v"), *steps(command, volume="w")])], Machines())
    assert checklist(plan, occasion(plan)).count("`tool restart`") == 1


def test_read_only_and_follow_up_commands_fix_nothing() -> None:
    plan = make_plan([finding([*steps(INSPECT, volume="v"), *steps(RESCAN)])], Machines())
    assert plan.scripts == []
    (task,) = plan.tasks
    assert (task.why, [run for _, run in task.inspections], [run for _, run in task.then]) == (
        "cannot", ["esxcli storage core path list --device v"], ["esxcli storage core adapter rescan --all"],
    )  # fmt: skip
    both = [*steps(INSPECT, volume="v"), *steps(SET, volume="v", policy="A"), *steps(RESCAN)]
    plan = make_plan([finding(both)], Machines())
    (script,) = plan.scripts
    assert [command.run for command in script.commands] == ["tool set v A", "esxcli storage core adapter rescan --all"]
    assert plan.tasks == []
    below = checklist(plan, occasion(plan)).partition(f"`{script.file}`")[2].splitlines()[1:3]
    assert below == ["  - Check first:", "    - `esxcli storage core path list --device v` on host h1"]


def test_what_may_have_caused_a_finding_is_named_in_the_plan() -> None:
    cause = finding([], "port in no zone", 1, rule="TST002")
    effect = finding([], "too few paths", 2, caused_by=(cause.fingerprint, "not in this plan"))
    text = checklist(plan := make_plan([effect, cause], Machines()), occasion(plan))
    assert text.count("fix it first") == 1
    assert f"Possible cause; fix it first: TST002 `{cause.fingerprint}`" in text.partition("too few paths")[2]


def test_devices_with_the_most_severe_findings_come_first_and_causes_before_what_they_cause() -> None:
    dead = finding([], "path is dead", 1, object={"host": "h2"})
    few = finding([], "too few paths", 2, object={"host": "h2"}, severity="error", caused_by=(dead.fingerprint,))
    slow = finding([], "port is slow", 3, object={"host": "h2"}, severity="error", rule="TST002")
    other = finding([], "not the usual policy", 4, object={"host": "h1"})
    text = checklist(plan := make_plan([other, dead, few, slow], Machines()), occasion(plan))
    order = ["### h2", "path is dead", "too few paths", "port is slow", "### h1", "not the usual policy"]
    assert sorted(order, key=text.index) == order


def test_what_comes_first_is_named_after_fabrics_with_devices_only() -> None:
    fabrics = {"mds1": ("mds1 VSAN 1", "mds1 VSAN 10", "mds1 VSAN 4094"), "mds2": ("mds2 VSAN 1",)}
    machines = Machines(fabrics=fabrics, used=frozenset(["mds1 VSAN 10"]))
    assert [machines.side(switch) for switch in ("mds1", "mds2", "mds3")] == ["mds1 VSAN 10", "mds2 VSAN 1", ""]


ZONES = {
    "brocade": ('zoneremove "{zone}", "c"', 'zoneadd "{zone}", "c"', 'zoneobjectexpunge "{zone}"', 'zonecreate "{zone}", "a;b;c"'),
    "cisco-mds": (
        "zone name {zone} vsan 10 ; no member pwwn c", "zone name {zone} vsan 10 ; member pwwn c",
        "no zone name {zone} vsan 10", "zone name {zone} vsan 10 ; member pwwn a ; member pwwn c",
    ),
}  # fmt: skip


@pytest.mark.parametrize("platform", ZONES)
def test_a_zone_that_is_removed_is_not_changed_before(platform: str) -> None:
    """The undo of the removal restores all members; one of a change would then add a member twice."""
    run, undo, expunge, create = ZONES[platform]
    leave = FixCommand(platform, run, undo, effect=({"remove": {"zone_member": {"zone": "{zone}"}}},))
    remove = FixCommand(platform, expunge, create)
    steps_of = [steps(one, zone=zone, switch="s1") for one, zone in ((leave, "z1"), (remove, "z1"), (leave, "z2"))]
    (script,) = make_plan([finding(one, number=n) for n, one in enumerate(steps_of)], Machines()).scripts
    change, removal = script.commands
    assert change.run == run.format(zone="z2")
    assert removal.run == expunge.format(zone="z1")
    assert [ref.fingerprint[-1] for ref in removal.fixes] == ["1", "0"]
    assert removal.effect == ({"remove": {"zone_member": {"zone": "z1"}}},)


def test_what_is_to_be_filled_in_is_named_and_the_rest_is_as_in_the_command() -> None:
    create = FixCommand("brocade", 'zonecreate "{zone}_{port}", "{port};{target_ports}"')
    (step,) = steps(create, zone="z1", port="h1_p0", target_ports=[], switch="s1")
    assert step.checklist
    assert step.run == 'By hand: zonecreate "z1_h1_p0", "h1_p0;‹target ports›"'


def test_commands_name_a_disk_as_its_host_does() -> None:
    (step,) = steps(SET, volume="block:sdb", policy="A")
    assert step.run == "tool set sdb A"


def test_the_order_is_fabric_by_fabric_then_arrays_then_hosts_of_one_cluster_after_the_other() -> None:
    known = Machines(
        fabrics={"sw2": ("fabric-a",), "sw1": ("fabric-b",), "sw3": ("fabric-a",)},
        clusters={"h1": "c2", "h2": "c1", "h3": "c2"},
    )
    hosts = [steps(SET, volume="v", policy="A", host=host) for host in ("h1", "h2", "h3")]
    switches = [steps(FixCommand("brocade", "portcfgspeed 1 0"), switch=one) for one in ("sw1", "sw2", "sw3")]
    arrays = [steps(FixCommand("vplexcli", "set it"), storage_array="vplex1")]
    plan = make_plan([finding(one, number=n) for n, one in enumerate([*hosts, *arrays, *switches])], known)
    assert [(script.number, script.title, script.group) for script in plan.scripts] == [
        (1, "sw2", "fabric-a"), (2, "sw3", "fabric-a"), (3, "sw1", "fabric-b"), (4, "vplex1", ""),
        (5, "h2", "c1"), (6, "h1", "c2"), (7, "h3", "c2"),
    ]  # fmt: skip
    text = checklist(plan, occasion(plan))
    assert re.search(r"sw2.*sw3.*\*\*Stop\.\*\*.*sw1.*\*\*Stop\.\*\*.*vplex1.*\*\*Stop\.\*\*.*h2.*h1.*h3", text, re.S)


def test_suppressed_findings_are_left_alone() -> None:
    plan = make_plan([finding(steps(SET, volume="v", policy="A"), state="suppressed")], Machines())
    assert plan == Plan(suppressed=1)
    assert "There is nothing to fix. `sanlint check` lists the checks that could not be run." in checklist(
        plan, occasion(plan)
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_is_markup_in_the_plan(name: str) -> None:
    markup = f"<img src=x>[a](javascript:b) {name} `c` | *d* _e_"
    found = finding(
        steps(FixCommand("brocade", "set {volume}"), volume=name, switch=markup), markup, object={"host": markup}
    )
    plan = make_plan([found], Machines())
    text = checklist(plan, occasion(plan))
    boxes = [line for line in text.splitlines() if line.lstrip().startswith("- [ ]")]
    assert len(boxes) <= 3
    assert "<img" not in text
    assert not re.search(r"(?<!\\)\]\(java", re.sub(r"`+[^`]*`+", "", text))
    assert not any(line.startswith("touch") for line in text.splitlines())
    assert not set("\x00\x1b\u2028\u202e\r") & set(text)


@pytest.mark.parametrize(
    ("platform", "command", "kind"),
    [
        ("brocade", "zoneshow", "inspect"), ("brocade", 'zonedelete "z"', "fix"), ("brocade", "statsclear", "follow-up"),
        ("cisco-mds", "show zone", "inspect"), ("cisco-mds", "no zone name z vsan 1", "fix"),
        ("vplexcli", "ll /clusters", "inspect"), ("vplexcli", "llx", "fix"), ("vplexcli", "rebuild set-transfer-size", "fix"),
        ("esxi", "esxcli storage nmp device list", "inspect"), ("esxi", "esxcli storage nmp device set --psp list", "fix"),
        ("linux", "cat /proc/x", "inspect"), ("linux", "cat /proc/x > /etc/y", "fix"), ("linux", "multipath -F", "fix"),
        ("linux", "lspci; reboot", "fix"), ("symcli", "symaccess -sid 1 list logins", "inspect"),
        ("symcli", "symaccess -sid 1 delete", "fix"), ("udev", "show", "fix"), ("powershell", "Get-X | Remove-Y", "fix"),
    ],
)  # fmt: skip
def test_only_known_harmless_commands_count_as_read_only(platform: str, command: str, kind: str) -> None:
    assert kind_of(command, platform) == kind
