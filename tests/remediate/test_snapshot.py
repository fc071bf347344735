"""All files of one plan as people see them, kept as text: look at the difference before you update it."""

from __future__ import annotations

import os
from pathlib import Path

from checker.remediate.planner import make_plan
from checker.remediate.render.checklist import files
from checker.rules.book.rule import FixCommand
from checker.rules.change.machines import Machines
from tests.remediate.plans import finding, occasion, steps

SNAPSHOT = Path(__file__).parent / "snapshots" / "plan.txt"
KNOWN = Machines(
    fabrics={"sw-a1": ("fabric-a",), "mds-b1": ("fabric-b",)},
    switches={"fabric-a": ("sw-a1",), "fabric-b": ("mds-b1",)},
    zone_sets={("sw-a1", ""): "cfg_a", ("mds-b1", "20"): "zs_b"},
    enhanced=frozenset({("mds-b1", "20")}),
    names={"lin01": ("lin01.example.org",)},
    clusters={"esx01": "cluster-app"},
)


def a_plan() -> dict[str, tuple[str, str, bool]]:
    policy = FixCommand(
        "esxi", "esxcli storage nmp device set --device {volume} --psp VMW_PSP_RR",
        "esxcli storage nmp device set --device {volume} --psp VMW_PSP_FIXED",
        check="esxcli storage nmp device list --device {volume}",
    )  # fmt: skip
    merges = FixCommand(
        "udev", 'KERNEL=="dm-*", ENV{{DM_UUID}}=="mpath-{volume|wwid}", ATTR{{queue/nomerges}}="1"',
        'KERNEL=="dm-*", ENV{{DM_UUID}}=="mpath-{volume|wwid}", ATTR{{queue/nomerges}}="0"',
        check="grep . /sys/block/*/queue/nomerges",
    )  # fmt: skip
    zone = FixCommand(
        "brocade", 'zonecreate "{zone}", "{members|wwn}"', 'zonedelete "{zone}"', check='zoneshow "{zone}"'
    )
    stale = FixCommand("cisco-mds", "no zone name {zone} vsan {vsan}")
    undecided = FixCommand(
        "brocade", 'zoneremove "{zone}", "{member}"', 'zoneadd "{zone}", "{member}"', only_if="it is gone"
    )
    size = FixCommand("vplexcli", "rebuild set-transfer-size --devices {context} --limit 128K")
    timeout = FixCommand("powershell", "Set-Thing -Value {volume}", "Set-Thing -Value 0")
    inspect = FixCommand("esxi", "esxcli storage core path list --device {volume}")
    rescan = FixCommand("esxi", "esxcli storage core adapter rescan --all")
    naa = "naa.6000144000000010a1115d0000000021"
    members = ["10000000c9010102", "50000972081234ff"]
    found = [
        finding(steps(policy, volume=naa, host="esx01"), "esx01 uses VMW_PSP_FIXED", 1, rule="NMP002"),
        finding(steps(merges, volume=naa, host="lin01"), "lin01 merges requests", 2, rule="HOST003", severity="info"),
        finding(steps(zone, zone="z_esx01", members=members, switch="sw-a1"), "a zone is missing", 3, rule="ZON001"),
        finding(steps(stale, zone="z_old", vsan="20", switch="mds-b1"), "a zone is stale", 4, rule="ZON003"),
        finding(steps(undecided, zone="z1", member="m1", switch="sw-a1"), "m1 is not there", 5, rule="ZON009",
                object={"fabric": "fabric-a"}),
        finding(steps(size, context="/clusters/cluster-1/devices/d1", storage_array="vplex1"), "too large", 6, rule="XFR001"),
        finding(steps(timeout, volume="it's", host="win01"), "win01 gives up", 7, rule="HOST020"),
        finding([*steps(inspect, volume=naa), *steps(rescan), *steps(policy, volume="a\nb")], "a path <b>is</b> dead", 8,
                rule="PTH014", severity="error"),
    ]  # fmt: skip
    plan = make_plan(found, KNOWN)
    return files(plan, occasion(plan, KNOWN))


def test_a_plan_looks_as_it_did() -> None:
    rendered = "".join(f"===== {name}\n{text.replace(chr(13), '')}\n" for name, (text, _, _) in a_plan().items())
    if os.environ.get("SANLINT_UPDATE_SNAPSHOTS"):
        SNAPSHOT.parent.mkdir(exist_ok=True)
        SNAPSHOT.write_text(rendered, encoding="utf-8")
    assert rendered == SNAPSHOT.read_text(encoding="utf-8")
