"""Two states of a SAN side by side: what is new, what is mended, and what nobody looked at any more."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[2] / "fixtures" / "demo"
ENTRY = [sys.executable, "-c", "import sys; from checker.cli.entry import main; sys.exit(main())"]


def diff(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*ENTRY, "diff", *arguments, "--config", str(DEMO / "sanlint.yaml")]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The demonstration SAN some days later: a path died, a zone was renamed, a host was not collected."""
    folder = tmp_path / "later"
    shutil.copytree(DEMO / "exports", folder)
    shutil.rmtree(folder / "esx07")
    paths = folder / "esx03" / "core_path_list.txt"
    paths.write_text(paths.read_text().replace("   State: active", "   State: dead", 1))
    zones = folder / "sw-a1" / "putty.log"
    zones.write_text(zones.read_text().replace("z_db01_vplex", "z_db01_new"))
    return folder


def rules(found: list[dict[str, str]]) -> set[str]:
    return {one["rule"] for one in found}


def test_findings_and_objects_are_told_by_what_became_of_them(later: Path) -> None:
    done = diff(str(DEMO / "exports"), str(later), "-o", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert rules(found["findings"]["new"]) == {"PTH002", "PTH014"}
    assert all("esx03" in one["message"] for one in found["findings"]["new"])
    changed = found["objects"]["changed"]
    assert [(one["kind"], one["facts"]["state"]) for one in changed] == [
        ("path", {"before": "active", "after": "dead"})
    ]
    zones = {(one["kind"], one["key"]["zone"]) for one in found["objects"]["added"] if one["kind"] == "zone"}
    assert zones == {("zone", "z_db01_new")}
    assert {one["key"].get("zone") for one in found["objects"]["removed"] if one["kind"] == "zone"} == {"z_db01_vplex"}
    assert found["summary"]["new"] == len(found["findings"]["new"])


def test_what_is_no_longer_looked_at_is_not_called_mended(later: Path) -> None:
    found = json.loads(diff(str(DEMO / "exports"), str(later), "-o", "json").stdout)["findings"]
    # The policy of esx07's array is gone with its exports, and with it the reason to look.
    assert "NMP002" in rules(found["unseen"])
    assert "NMP002" not in rules(found["mended"])
    table = diff(str(DEMO / "exports"), str(later)).stdout
    assert "No longer looked at" in table
    assert "what was found before may still be so" in " ".join(table.split())


def test_the_same_state_differs_in_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(DEMO / "exports", copy)
    found = json.loads(diff(str(DEMO / "exports"), str(copy), "-o", "json", "--fail-on-new").stdout)
    assert {name: count for name, count in found["summary"].items() if name != "unchanged" and count} in (
        {},
        # Two findings name files by their path, and those differ.
        {"new": 2, "mended": 2},
        {"new": 2, "unseen": 1, "mended": 1},
        {"new": 1, "mended": 1},
    )
    assert found["objects"] == {"added": [], "removed": [], "changed": []}


def test_the_exit_code_tells_of_new_findings_only_if_asked(later: Path) -> None:
    assert diff(str(DEMO / "exports"), str(later)).returncode == 0
    assert diff(str(DEMO / "exports"), str(later), "--fail-on-new").returncode == 1
    assert diff(str(later), str(DEMO / "exports"), "--fail-on-new", "-q").returncode == 1
    assert diff(str(DEMO / "exports"), "no-such-folder").returncode == 2


def test_what_holds_nothing_is_no_state(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("dear diary\n")
    done = diff(str(DEMO / "exports"), str(tmp_path / "note.txt"))
    assert done.returncode == 3
    assert "note.txt: nothing usable was read" in done.stderr
