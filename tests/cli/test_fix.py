"""``sanlint fix`` as people use it: what is written where, what is refused, and what the exit code says."""

from __future__ import annotations

import html
import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker import resources

SAN = """\
# our SAN
sanlint: 1
hosts:
  esx01:
    platform: esxi
    os_version: "6.7"
    devices: &devices
      naa.514f0c5000000001: {vendor: XtremIO, model: XtremApp, size_bytes: 2199023255552, transport: fc, \
multipath_owner: nmp, satp: VMW_SATP_DEFAULT_AA, psp: VMW_PSP_FIXED}   # why?
      naa.514f0c5000000002: {vendor: XtremIO, model: XtremApp, size_bytes: 2199023255552, transport: fc, \
multipath_owner: nmp, satp: VMW_SATP_DEFAULT_AA, psp: VMW_PSP_RR, rr_type: iops, rr_iops: 1}
"""
Run = Callable[..., Any]
ARGUMENTS = ("--isolated", "--select", "NMP002,NMP009", "--jobs", "1")


@pytest.fixture
def san(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "san.yaml").write_text(SAN)
    return tmp_path


def test_it_writes_a_plan_and_says_that_nothing_has_been_done(san: Path, sanlint: Run) -> None:
    done = sanlint("fix", "san.yaml", "-o", "out", *ARGUMENTS)
    assert done.code == 0, done.err
    assert sorted(str(path.relative_to(san)) for path in san.glob("out/**/*") if path.is_file()) == [
        "out/01-esxi-esx01.sh", "out/plan.md", "out/undo/01-esxi-esx01.sh",
    ]  # fmt: skip
    assert done.out == ""
    assert "1 finding: 1 command in 1 script" in done.err
    assert "nothing was executed" in done.err
    assert stat.S_IMODE((san / "out").stat().st_mode) == 0o700
    assert os.access(san / "out" / "01-esxi-esx01.sh", os.X_OK)
    assert (san / "san.yaml").read_text() == SAN
    plan = (san / "out" / "plan.md").read_text()
    assert "- [ ] 1. `01-esxi-esx01.sh` on **esx01**: 1 command for NMP002" in plan
    assert "**Nothing has been executed.**" in plan


def test_the_same_input_gives_the_same_bytes(san: Path, sanlint: Run) -> None:
    for folder in ("one", "two"):
        assert sanlint("fix", "san.yaml", "-o", folder, "--as-of", "2026-06-01", *ARGUMENTS).code == 0
    for path in (san / "one").rglob("*.*"):
        assert path.read_bytes() == (san / "two" / path.relative_to(san / "one")).read_bytes()


def test_nothing_is_overwritten_without_consent(san: Path, sanlint: Run) -> None:
    (san / "out").mkdir()
    (san / "out" / "plan.md").write_text("mine")
    done = sanlint("fix", "san.yaml", "-o", "out", *ARGUMENTS)
    assert done.code == 2
    assert "plan.md would be overwritten" in done.err
    assert [path.name for path in (san / "out").iterdir()] == ["plan.md"]
    assert sanlint("fix", "san.yaml", "-o", "out", "--force", *ARGUMENTS).code == 0
    assert "Nothing has been executed" in (san / "out" / "plan.md").read_text()


@pytest.mark.parametrize("name", ["plan.md", "01-esxi-esx01.sh", "undo"])
def test_it_never_writes_through_a_link(san: Path, sanlint: Run, name: str) -> None:
    (san / "elsewhere").mkdir()
    (san / "out").mkdir()
    (san / "out" / name).symlink_to(san / "elsewhere" / ("" if name == "undo" else "file"))
    done = sanlint("fix", "san.yaml", "-o", "out", "--force", *ARGUMENTS)
    assert done.code == 2
    assert "is a link" in done.err
    assert list((san / "elsewhere").iterdir()) == []


def test_the_folder_is_no_link_no_file_and_not_in_the_input(san: Path, sanlint: Run) -> None:
    (san / "exports").mkdir()
    (san / "exports" / "san.yaml").write_text(SAN)
    (san / "link").symlink_to(san / "exports")
    for folder, part in (("link", "link with this name"), ("san.yaml", "file or link"), ("exports/out", "is inside")):
        done = sanlint("fix", "exports", "-o", folder, *ARGUMENTS)
        assert done.code == 2
        assert part in done.err


def test_a_dry_run_shows_the_plan_and_writes_nothing(san: Path, sanlint: Run) -> None:
    done = sanlint("fix", "san.yaml", "--dry-run", *ARGUMENTS)
    assert done.code == 0
    assert done.out.startswith("# What to do, in this order")
    assert [path.name for path in san.iterdir()] == ["san.yaml"]


def test_it_says_what_is_missing(san: Path, sanlint: Run) -> None:
    assert "--output DIR" in sanlint("fix", "san.yaml", *ARGUMENTS).err
    done = sanlint("fix", "san.yaml", "--dry-run", "--accept", "ZON999", *ARGUMENTS)
    assert done.code == 2
    assert "--accept ZON999" in done.err
    assert "at least 6 characters" in sanlint("fix", "san.yaml", "--dry-run", "--accept", "3f", *ARGUMENTS).err
    (san / "note.txt").write_text("dear diary\n")
    assert sanlint("fix", "note.txt", "--dry-run", *ARGUMENTS).code == 3
    assert sanlint("fix", "no-such-file", "--dry-run", *ARGUMENTS).code == 2


def test_people_with_a_vcenter_get_scripts_for_powercli(san: Path, sanlint: Run) -> None:
    done = sanlint("fix", "san.yaml", "-o", "out", "--platform", "powercli", *ARGUMENTS)
    assert done.code == 0, done.err
    assert sorted(path.name for path in (san / "out").iterdir()) == ["01-powercli-esx01.ps1", "plan.md", "undo"]
    assert "`$esxcli` is `Get-EsxCli -V2 -VMHost $esx`" in (san / "out" / "plan.md").read_text()
    done = sanlint("fix", "san.yaml", "--dry-run", "--platform", "ssh", *ARGUMENTS)
    assert done.code == 2
    assert "the only choice is powercli" in done.err


def test_a_simulation_shows_which_findings_are_fixed(san: Path, sanlint: Run) -> None:
    done = sanlint("fix", "san.yaml", "--simulate", "-q", *ARGUMENTS)
    assert done.code == 0, done.out
    assert "Fixed:\n  NMP002" in done.out
    assert "fix 1 of 1 finding and cause no new findings" in done.out
    assert [path.name for path in san.iterdir()] == ["san.yaml"]


def test_a_simulation_that_shows_a_new_finding_says_so(san: Path, sanlint: Run) -> None:
    # With round robin at a limit that was set before, another rule has something to say.
    (san / "san.yaml").write_text(SAN.replace("VMW_PSP_FIXED}", "VMW_PSP_FIXED, rr_type: iops, rr_iops: 1000}"))
    done = sanlint("fix", "san.yaml", "--simulate", "-q", *ARGUMENTS)
    assert done.code == 1
    assert "New findings caused by the plan:\n  NMP009" in done.out


def test_an_inventory_is_fixed_in_place(san: Path, sanlint: Run) -> None:
    shown = sanlint("fix", "san.yaml", "--write", "--dry-run", *ARGUMENTS)
    assert (san / "san.yaml").read_text() == SAN
    done = sanlint("fix", "san.yaml", "--write", *ARGUMENTS)
    assert done.code == 0, done.err
    assert (san / "san.yaml").read_text() == SAN.replace("psp: VMW_PSP_FIXED}", "psp: VMW_PSP_RR}")
    assert done.out == shown.out
    assert [line[0] for line in done.out.splitlines()[3:] if line[0] in "+-"] == ["-", "+"]
    assert "findings: 0 commands" in sanlint("fix", "san.yaml", "--write", *ARGUMENTS).err


def test_an_entry_for_several_hosts_is_not_changed_for_one(san: Path, sanlint: Run) -> None:
    other = '  esx02:\n    platform: esxi\n    os_version: "4.1"\n    devices: *devices\n'
    (san / "san.yaml").write_text(SAN + other)
    done = sanlint("fix", "san.yaml", "--write", *ARGUMENTS)
    assert done.code == 0
    # Both hosts have the finding, so both are changed with one edit.
    assert (san / "san.yaml").read_text() == (SAN + other).replace("psp: VMW_PSP_FIXED}", "psp: VMW_PSP_RR}")
    # Without the other system it is unknown whether it has this value: what they share stays.
    unlike = other.replace("    platform: esxi\n", "    platform: linux\n")
    (san / "san.yaml").write_text(SAN + unlike)
    done = sanlint("fix", "san.yaml", "--write", *ARGUMENTS)
    assert "san.yaml:8 is shared with objects that must not change" in done.err
    assert (san / "san.yaml").read_text() == SAN + unlike


def test_exports_are_never_changed(san: Path, sanlint: Run) -> None:
    link = san / "link.yaml"
    (san / "real").mkdir()
    (san / "real" / "san.yaml").write_text(SAN)
    link.symlink_to(san / "real" / "san.yaml")
    done = sanlint("fix", "link.yaml", "--write", *ARGUMENTS)
    assert done.code == 2
    assert "is a link" in done.err
    assert (san / "real" / "san.yaml").read_text() == SAN


ARRAY = """\
sanlint: 1
hosts:
  esx01: {initiators: {vmhba2: {initiator_wwpn: "10:00:00:00:c9:03:01:02"}}}
storage_arrays:
  vmax1:
    family: symmetrix
    logins:
      - {initiator_wwpn: "10:00:00:00:c9:03:01:02", target_wwpn: "50:00:09:72:08:12:34:18", logged_in: true}
      - {initiator_wwpn: "10:00:00:00:c9:03:01:99", target_wwpn: "50:00:09:72:08:12:34:18", logged_in: false}
    views:
      mv_app:
        initiator_group: ig_app
        initiators:
          - "10:00:00:00:c9:03:01:02"   # the new adapter
          - "10:00:00:00:c9:03:01:99"   # the old one
        volumes: [{volume_name: "0A1", lun: 1}]
"""


def test_what_is_removed_on_an_array_is_removed_from_the_inventory_once_decided(san: Path, sanlint: Run) -> None:
    file = san / "array.yaml"
    file.write_text(ARRAY)
    given = ("fix", "array.yaml", "--isolated", "--select", "ARR019", "--jobs", "1")
    undecided = sanlint(*given, "--write")
    assert file.read_text() == ARRAY
    assert "1 to decide" in undecided.err
    done = sanlint(*given, "--write", "--accept", "ARR019", "-o", "out")
    assert done.code == 0, done.err
    assert file.read_text() == ARRAY.replace('          - "10:00:00:00:c9:03:01:99"   # the old one\n', "")
    assert "1 inventory changed, for 1 finding" in done.err
    (script,) = (san / "out").glob("*symcli*")
    undo = (san / "out" / "undo" / script.name).read_text()
    assert "symaccess -sid vmax1 -type initiator -name ig_app remove -wwn 10000000c9030199" in script.read_text()
    assert "symaccess -sid vmax1 -type initiator -name ig_app add -wwn 10000000c9030199" in undo


def test_what_is_hidden_is_left_alone_and_counted(san: Path, sanlint: Run) -> None:
    (san / "sanlint.yaml").write_text(
        "baseline: known.json\nsuppressions: [{rule: NMP009, reason: measured}]\nselect: [NMP002, NMP009]\n"
    )
    text = SAN.replace("rr_iops: 1}", "rr_iops: 1000}")
    (san / "san.yaml").write_text(text)
    assert sanlint("check", "san.yaml", "--write-baseline", "known.json", "--jobs", "1").code == 0
    (san / "san.yaml").write_text(text.replace("esx01:", "esx02:"))
    given = ("fix", "san.yaml", "--dry-run", "--jobs", "1")
    done = sanlint(*given)
    assert "1 command in 1 script" in done.err
    assert "skipped: 1 suppressed; --ignore-suppressions includes them" in done.err
    assert "- Skipped: 1 suppressed" in done.out
    (san / "san.yaml").write_text(text)
    done = sanlint(*given)
    assert "There is nothing to fix" in done.out
    assert "skipped: 1 suppressed and 1 known to the baseline" in done.err
    done = sanlint(*given, "--ignore-suppressions")
    assert "skipped" not in done.err
    assert "2 commands in 1 script" in done.err


def commands_in(text: str) -> list[str]:
    """The changing commands of a zoning script or a report, in order, each once."""
    text = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    text = html.unescape(text)
    found = re.findall(
        r'(?:zonecreate|cfgadd|cfgremove|zoneobjectexpunge|zonedelete|cfgenable) "[^\n`<]*"|cfgsave', text
    )
    return list(dict.fromkeys(found))


def test_every_report_shows_what_the_script_runs_in_its_order(tmp_path: Path, sanlint: Run) -> None:
    text = (resources.bases_folder() / "xtremio-bare.yaml").read_text()
    (tmp_path / "san.yaml").write_text(text.replace("members: [esx01_vmhba2,", "members: [esx01_vmhba2, esx02_vmhba2,"))
    given = (str(tmp_path / "san.yaml"), "--isolated", "--select", "ZON001", "--jobs", "1", "--as-of", "2026-06-01")
    assert sanlint("fix", *given, "-o", str(tmp_path / "out"), "--accept", "ZON001").code == 0
    script, undo = ((tmp_path / "out" / sub / "01-brocade-fabric-a.txt").read_text() for sub in ("", "undo"))
    expected = commands_in(script)
    assert [one.partition(" ")[0] for one in expected] == [
        "zonecreate", "cfgadd", "cfgremove", "zoneobjectexpunge", "cfgsave", "cfgenable",
    ]  # fmt: skip
    back = commands_in(undo)
    assert [one.partition(" ")[0] for one in back] == [
        "zonecreate", "cfgadd", "cfgremove", "zonedelete", "cfgsave", "cfgenable",
    ]  # fmt: skip
    shown = {name: sanlint("check", *given, "--format", name).out for name in ("full", "markdown", "html", "json")}
    (finding,) = json.loads(shown["json"])["findings"]
    steps = finding["fix"]
    shown["json"] = "\n".join([*(one["run"] for one in steps), *(one["undo"] or "" for one in steps)])
    shown["explain"] = sanlint("explain", finding["fingerprint"], given[0], "--isolated").out
    shown["plan"] = sanlint("fix", *given, "--dry-run").out
    for name, report in shown.items():
        listed = commands_in(report)
        assert [one for one in listed if one in expected] == expected, name
        assert set(listed) == {*expected, *back}, name
