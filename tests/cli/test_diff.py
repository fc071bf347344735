"""Two states of a SAN side by side: what is new, what is fixed, and what is no longer evaluated."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from checker.cli.support.run import run
from fixtures.generate.sans.inventories import small_san
from tests import folders
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
FIXTURES = folders.FIXTURES
DEMO = FIXTURES / "demo"


def diff(*arguments: str) -> Outcome:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(["diff", *arguments])
    return Outcome(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration SAN some days later: a path died, a zone was renamed, a host was not collected."""
    folder = tmp_path_factory.mktemp("diff") / "later"
    shutil.copytree(DEMO / "exports", folder)
    shutil.rmtree(folder / "esx07")
    paths = folder / "esx03" / "core_path_list.txt"
    paths.write_text(paths.read_text().replace("   State: active", "   State: dead", 1))
    zones = folder / "sw-a1" / "putty.log"
    zones.write_text(zones.read_text().replace("z_db01_vplex", "z_db01_new"))
    return folder


@pytest.fixture(scope="module")
def compared(later: Path) -> dict[str, Any]:
    """What the comparison says, for programs and for people: made once, for it takes two audits."""
    done = diff(str(DEMO / "exports"), str(later), "--config", str(DEMO / "sanlint.yaml"), "--format", "json")
    assert done.code == 0, done.err
    return json.loads(done.out)


def _few(folder: Path, *chosen: str) -> tuple[str, str]:
    """The option for a configuration with few rules, where it does not matter which."""
    (folder / "few.yml").write_text(f"select: [{', '.join(chosen)}]\n")
    return "--config", str(folder / "few.yml")


def rules(found: list[dict[str, str]]) -> set[str]:
    return {one["rule"] for one in found}


def test_findings_and_objects_are_grouped_by_change(compared: dict[str, Any]) -> None:
    assert rules(compared["findings"]["new"]) == {"PTH002", "PTH014"}
    assert all("esx03" in one["message"] for one in compared["findings"]["new"])
    changed = compared["objects"]["changed"]
    assert [(one["kind"], one["facts"]["state"]) for one in changed] == [
        ("path", {"before": "active", "after": "dead"})
    ]
    zones = {(one["kind"], one["key"]["zone"]) for one in compared["objects"]["added"] if one["kind"] == "zone"}
    assert zones == {("zone", "z_db01_new")}
    assert {one["key"].get("zone") for one in compared["objects"]["removed"] if one["kind"] == "zone"} == {
        "z_db01_vplex"
    }
    assert compared["summary"]["new"] == len(compared["findings"]["new"])


def test_what_is_no_longer_checked_is_not_reported_as_fixed(compared: dict[str, Any]) -> None:
    # The policy of esx07's array is gone with its exports, and with it the reason to look.
    assert "NMP002" in rules(compared["findings"]["unseen"])
    assert "NMP002" not in rules(compared["findings"]["mended"])


def test_the_same_state_differs_in_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(FIXTURES / "looks-like-enough-paths" / "exports", copy)
    before = str(FIXTURES / "looks-like-enough-paths" / "exports")
    done = diff(before, str(copy), "--isolated", "--format", "json", "--fail-on-new")
    found = json.loads(done.out)
    assert (done.code, {name for name, count in found["summary"].items() if count}) == (0, {"unchanged"})
    assert found["objects"] == {"added": [], "removed": [], "changed": []}


def test_the_exit_code_reflects_new_findings_only_on_request(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(small_san())
    (tmp_path / "new.yaml").write_text(small_san().replace("state: active", "state: dead", 1))
    old, new = str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml")
    few = _few(tmp_path, "PTH014")
    page = diff(old, new, *few)
    assert (page.code, "New" in page.out) == (0, True), page.out
    assert diff(old, new, *few, "--fail-on-new").code == 1
    assert diff(new, new, *few, "--fail-on-new", "-q").code == 0
    assert diff(old, "no-such-folder").code == 2


def test_a_host_that_was_not_collected_again_is_reported(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text(small_san().replace("state: active", "state: dead", 1))
    text = small_san()
    (tmp_path / "new.yaml").write_text(text[: text.index("hosts:")] + text[text.index("storage_arrays:") :])
    page = diff(str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml"), *_few(tmp_path, "PTH")).out
    assert "No longer evaluated" in page
    assert "could not be fully evaluated on the new exports, so these findings may still apply" in " ".join(
        page.split()
    )


def test_empty_input_is_not_a_state(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("dear diary\n")
    before = str(FIXTURES / "looks-like-enough-paths" / "exports")
    done = diff(before, str(tmp_path / "note.txt"), *_few(tmp_path, "PTH014"))
    assert done.code == 3
    assert "note.txt: nothing usable was read" in done.err


def test_exports_in_another_folder_or_packed_have_the_same_findings(tmp_path: Path) -> None:
    # One file is cut off and days older than the others: findings about files themselves.
    kept = {"esx07/collected.txt", "sw-a2/porterrshow-0830.txt"}
    for name in kept:
        for folder in ("before", "after/deep"):
            (tmp_path / folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(DEMO / "exports" / name, tmp_path / folder / name)
    shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "after")
    for later in ("after", "packed.zip"):
        found = diff(str(tmp_path / "before"), str(tmp_path / later), "--isolated", "--fail-on-new", "--format", "json")
        assert found.code == 0, found.out
        known = {one["rule"] for one in json.loads(found.out)["findings"]["unchanged"]}
        assert {"DOC004", "DOC013"} <= known


def _paths_of_esx01(dead: int) -> str:
    """Four paths to a VPLEX volume, A directors behind one HBA and B directors behind the other; the last are dead."""
    routes = [
        ("vmhba2", "aa:01", "60:1f:5a:00"),
        ("vmhba2", "aa:01", "60:1f:5a:01"),
        ("vmhba3", "aa:02", "70:1f:5a:00"),
        ("vmhba3", "aa:02", "70:1f:5a:01"),
    ]
    return "".join(
        f"fc.{hba}-{target}\n"
        f"   UID: fc.{hba}-{target}\n"
        f"   Runtime Name: {hba}:C0:T{number}:L3\n"
        "   Device: naa.6000144000000010601f5a0000000012\n"
        f"   State: {'dead' if number >= len(routes) - dead else 'active'}\n"
        "   Transport: fc\n"
        f"   Adapter Transport Details: WWNN: 20:00:00:90:fa:00:{port} WWPN: 10:00:00:90:fa:00:{port}\n"
        f"   Target Transport Details: WWNN: 50:00:14:42:60:1f:5a:00 WWPN: 50:00:14:42:{target}\n\n"
        for number, (hba, port, target) in enumerate(routes)
    )  # fmt: skip


def test_a_fault_stays_the_same_finding_when_one_more_path_dies(tmp_path: Path) -> None:
    for name, dead in (("before", 0), ("after", 1)):
        folder = tmp_path / name / "esx01"
        folder.mkdir(parents=True)
        (folder / "esxcli_storage_core_path_list.txt").write_text(_paths_of_esx01(dead))
    found = json.loads(diff(str(tmp_path / "before"), str(tmp_path / "after"), "--format", "json").out)["findings"]
    assert "PTH003" in rules(found["unchanged"])
    assert rules(found["new"]) == {"PTH014"}
    assert not found["mended"]
