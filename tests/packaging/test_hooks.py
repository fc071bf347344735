"""What other repositories use of this one: the pre-commit hook and the GitHub Action."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from fixtures.generate.sans.inventories import small_san
from tests import folders

ROOT = folders.ROOT
BIN = Path(sys.executable).parent
HOOK: dict[str, Any] = YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")[0]


def test_the_manifest_is_valid_and_requires_one_call_over_everything() -> None:
    from pre_commit.clientlib import load_manifest

    (hook,) = load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    assert hook["id"] == "sanlint"
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False
    assert hook["require_serial"] is True
    assert hook["minimum_pre_commit_version"] == "2.9.0"


def test_every_export_that_is_read_makes_the_hook_run() -> None:
    files = [
        path for path in (ROOT / "fixtures").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc", ".md")
    ]
    assert len(files) > 100
    assert [path.name for path in files if not re.search(HOOK["files"], path.relative_to(ROOT).as_posix())] == []
    for name in ("sanlint.yaml", "exports/cfgshow", "a/Session.LOG", "esx.tgz", "b/multipath.conf", "rvtools.xlsx"):
        assert re.search(HOOK["files"], name), name
    for name in ("README.md", "site.py", "main.tf", ".gitignore", "picture.svg"):
        assert not re.search(HOOK["files"], name), name


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one inventory and the hook as it is declared, but with the sanlint that is installed here."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path_factory.mktemp("scratch")
    command, *rest = HOOK["entry"].split()
    hook = {**HOOK, "language": "system", "entry": " ".join([str(BIN / command), *rest])}
    hook["args"] = ["inventory"]
    config = {"repos": [{"repo": "local", "hooks": [hook]}]}
    (folder / ".pre-commit-config.yaml").write_text(json.dumps(config))
    (folder / "inventory").mkdir()
    (folder / "inventory" / "san.yaml").write_text(small_san())
    (folder / "README.md").write_text("x\n")
    for arguments in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
    return folder


def _pre_commit(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PRE_COMMIT_HOME": str(folder / ".git" / "store"), "NO_COLOR": "1"}
    command = [str(BIN / "pre-commit"), "run", "--color", "never", "sanlint", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, check=False)


def test_pre_commit_runs_it_once_and_fails_with_its_findings(scratch: Path) -> None:
    ran = _pre_commit(scratch, "--all-files")
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "- exit code: 1" in ran.stdout
    assert re.search(r"^inventory/san\.yaml:\d+: [A-Z]+\d+ (error|warning) ", ran.stdout, re.MULTILINE), ran.stdout
    assert ran.stdout.count("Evaluated") == 1
    assert "\x1b" not in ran.stdout


def test_pre_commit_passes_in_a_repository_without_exports(scratch: Path) -> None:
    (scratch / "empty").mkdir()
    (scratch / "empty" / "notes.txt").write_text("No exports yet.\n")
    ran = subprocess.run(
        [str(BIN / "sanlint"), *HOOK["entry"].split()[1:], "empty"],
        cwd=scratch,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, "no exports found: nothing was checked" in ran.stderr) == (0, True), ran.stdout + ran.stderr


def test_pre_commit_skips_it_where_nothing_of_the_san_changed(scratch: Path) -> None:
    ran = _pre_commit(scratch, "--files", "README.md")
    assert ran.returncode == 0
    assert "Skipped" in ran.stdout


def test_the_action_is_valid() -> None:
    ran = subprocess.run(
        [str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.github-actions", str(ROOT / "action.yml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("section", "schema"),
    [
        ("GitHub Actions", "vendor.github-workflows"),
        ("GitLab", "vendor.gitlab-ci"),
        ("Azure Pipelines", "vendor.azure-pipelines"),
    ],
)
def test_recipes_are_valid(section: str, schema: str, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "guide" / "ci.md").read_text(encoding="utf-8").split(f"\n## {section}\n")[1]
    (tmp_path / "recipe.yml").write_text(text.split("```yaml\n")[1].split("```")[0])
    ran = subprocess.run(
        [str(BIN / "check-jsonschema"), "--builtin-schema", schema, str(tmp_path / "recipe.yml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_script_of_the_action_is_sound() -> None:
    ran = subprocess.run(
        [str(BIN / "shellcheck"), str(ROOT / ".ci" / "action-check")], capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


def test_no_input_of_the_action_gets_into_a_script() -> None:
    """The runner puts ``${{ … }}`` into scripts as text, which may contain commands."""
    action = YAML(typ="safe").load(ROOT / "action.yml")
    assert [step["run"] for step in action["runs"]["steps"] if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize(
    ("more", "code"), [({}, 1), ({"SANLINT_PROFILE": "go-live", "SANLINT_SARIF": "out dir.sarif"}, 0)]
)
def test_the_action_calls_sanlint(tmp_path: Path, more: dict[str, str], code: int) -> None:
    stub = tmp_path / "sanlint"
    log = {"runs": [{"results": [{"ruleId": "A"}, {"ruleId": "B", "suppressions": [{"kind": "external"}]}]}]}
    stub.write_text(
        f"#!/bin/sh\nprintf '%s\\n' \"$@\" >called\necho '{json.dumps(log)}' >'out dir.sarif'\nexit {code}\n"
    )
    stub.chmod(stub.stat().st_mode | stat.S_IXUSR)
    environment = {
        "PATH": os.environ["PATH"],
        "SANLINT": str(stub),
        "PYTHON": sys.executable,
        "SANLINT_PATHS": "a folder\n$(touch owned)",
        "SANLINT_ARGS": "--fail-on=error\n--select=PTH",
        "SANLINT_SUMMARY": "true",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        **more,
    }
    ran = subprocess.run(["bash", str(ROOT / ".ci" / "action-check")], cwd=tmp_path, env=environment, check=False)
    assert ran.returncode == code
    assert (tmp_path / "outputs").read_text() == f"exit-code={code}\n"
    assert not (tmp_path / "owned").exists()
    profile = ["--profile", "go-live", "--format", "sarif:out dir.sarif"] if more else []
    assert (tmp_path / "called").read_text().splitlines() == [
        "check",
        "--format",
        "github",
        *profile,
        "--format",
        f"markdown:{tmp_path / 'summary.md'}",
        "--fail-on=error",
        "--select=PTH",
        "--",
        "a folder",
        "$(touch owned)",
    ]
    left = json.loads((tmp_path / "out dir.sarif").read_text())["runs"][0]["results"]
    assert [result["ruleId"] for result in left] == (["A"] if more else ["A", "B"])
