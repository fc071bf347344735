"""``check --coverage`` names the exports that would help."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from checker.collect import SCRIPTS, position
from tests import folders


def test_the_listing_of_system_volumes_is_recommended_to_rules_about_them(
    sanlint: Callable[..., Any], tmp_path: Path
) -> None:
    # REST answers are among the exports, so a command is recommended.
    for name in ("vplex-ll-clusters", "vplex-rest-v1", "vplex-rest-v2", "vplex-ll-distributed-devices"):
        for path in folders.SAMPLES.glob(f"{name}.*"):
            (tmp_path / path.name.replace(".2.", ".more.")).write_bytes(path.read_bytes())
    config = tmp_path / "sanlint.yaml"
    config.write_text('sources: [{match: "*", owner: vplex1}]\n')
    report = json.loads(sanlint("check", str(tmp_path), "--config", str(config), "--coverage", "--format", "json").out)
    rules = {one["command"]: one["rules"] for one in report["coverage"]["missing_exports"]}
    assert {"MET014", "MET027"} <= set(rules["ll /clusters/*/system-volumes"])


PATHS = folders.FIXTURES / "partly-collected" / "exports"


def _exports(sanlint: Callable[..., Any], *paths: Path) -> list[dict[str, Any]]:
    done = sanlint("check", *(str(path) for path in paths), "--isolated", "--exit-zero", "--format", "json")
    found: list[dict[str, Any]] = json.loads(done.out)["coverage"]["missing_exports"]
    return found


def test_advice_names_commands_of_known_machines_in_the_order_of_effort(sanlint: Callable[..., Any]) -> None:
    found = _exports(sanlint, PATHS)
    commands = [one["command"] for one in found]
    assert not [one for one in commands if "Ansible" in one or "brocade_facts" in one or "Puppet" in one]
    scripted = {word: script.text for word, script in SCRIPTS.items()}
    of_switch = [one["command"] for one in found if one["owner"] == "fca1"]
    assert of_switch
    assert of_switch[0] in scripted["brocade"].splitlines()
    # The host has a path list, zoning is there, and what one switch has exported is not requested from "a switch".
    assert "cfgshow" not in commands
    assert "esxcli storage core path list" not in [one["command"] for one in found if one["owner"] == "esx34"]
    assert not [one for one in found if one["owner"].startswith("unknown ")]


def test_subjects_without_an_export_are_named(sanlint: Callable[..., Any], tmp_path: Path) -> None:
    sample = (folders.SAMPLES / "linux-multipath-topology.txt").read_bytes()
    (tmp_path / "lin01").mkdir()
    (tmp_path / "lin01" / "multipath.txt").write_bytes(sample)
    subjects = {subject for one in _exports(sanlint, tmp_path) for subject in one["subjects"]}
    assert "fabric logins" in subjects
    assert "host paths" not in subjects
    text = sanlint("check", str(tmp_path), "--isolated", "--exit-zero").out
    assert "nothing on" in " ".join(text.split())


def test_a_host_without_a_name_is_not_asked_for_more(sanlint: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "multipath.txt").write_bytes((folders.SAMPLES / "linux-multipath-topology.txt").read_bytes())
    assert not [one for one in _exports(sanlint, tmp_path) if one["owner"].startswith("unknown")]


def test_the_scripts_contain_the_commands_that_they_are_said_to() -> None:
    assert position("esxi", "esxcli storage nmp satp rule list") is not None
    assert position("linux", "sfdisk -d <disk>") is not None
    assert position("brocade", "nsshow -t; nscamshow -t") is not None
    assert position("symmetrix", "symcfg list -dir all -v") is not None
    # It is only mentioned in a comment.
    assert position("cisco-mds", "show running-config") is None
    assert position("esxi", "esxtop -b") is None
    assert position("pure", "purevol list") is not None
    assert position("ultrapath", "upadmin show path") is None


def test_only_arrays_that_hosts_have_luns_of_are_asked(sanlint: Callable[..., Any], tmp_path: Path) -> None:
    asked = {}
    for name, device in {
        "dgc": "36006016012340001abcdef0123456789",
        "emc": "360000970000197700123533030334431",
        "vplex": "36000144000000010a0bb220000000033",
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "lin01.txt").write_text(
            f"mpatha ({device}) dm-0 XYZ,disk\nsize=100G features='0' hwhandler='0' wp=rw\n"
            "`-+- policy='round-robin 0' prio=50 status=active\n  `- 1:0:0:1 sdb 8:16 active ready running\n"
        )
        asked[name] = " ".join(one["command"] for one in _exports(sanlint, tmp_path / name))
    assert "naviseccli" in asked["dgc"] and "uemcli" in asked["dgc"] and "symcfg" not in asked["dgc"]
    assert "symcfg" in asked["emc"] and "naviseccli" not in asked["emc"] and "xmcli" not in asked["emc"]
    # The arrays behind a VPLEX show in no host; the VPLEX itself comes first.
    assert "ll /engines/" in asked["vplex"] and "symcfg" not in asked["vplex"] and "SMcli" not in asked["vplex"]


def test_an_api_is_not_asked_for_what_the_commands_already_print(sanlint: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "svc7").mkdir()
    for name in ("svc-lshost.txt", "svc-lsvdisk.txt"):
        (tmp_path / "svc7" / name.partition("-")[2]).write_bytes((folders.SAMPLES / name).read_bytes())
    commands = [one["command"] for one in _exports(sanlint, tmp_path) if one["owner"] == "svc7"]
    assert "lshostvdiskmap" in commands
    assert not [command for command in commands if command.startswith(("GET ", "POST "))]


def test_a_limit_of_volumes_does_not_ask_for_storage_elements(sanlint: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "vplex1").mkdir()
    for name in ("vplex-ll-ports.txt", "vplex-ll-clusters.txt"):
        (tmp_path / "vplex1" / name).write_bytes((folders.SAMPLES / name).read_bytes())
    rules = {one["command"]: one["rules"] for one in _exports(sanlint, tmp_path)}
    assert "LIM001" in rules["ll /clusters/*/virtual-volumes/*"]
    elements = rules["ll /clusters/*/storage-elements/storage-volumes/*"]
    assert "LIM002" in elements and "LIM001" not in elements
