"""What only ``sanlint fleet`` needs: nothing else imports it, and without it everything else works."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from tests import rule_cache
from tests.fleet.bundles import MISALIGNED, ROOT

_EXTRA = ("dask", "distributed", "fsspec", "s3fs", "paramiko")
_BLOCK = f"import sys; sys.modules.update(dict.fromkeys({_EXTRA!r}))"
_RUN = "from checker.cli.entry import main; code = main()"


def run(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    rule_cache.fill(folder)
    env = {"PATH": "", "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder), "HOME": str(folder)}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def test_no_other_command_imports_the_fleet(tmp_path: Path) -> None:
    (tmp_path / "wmic-partition.txt").write_text(MISALIGNED)
    show = (
        "print([name for name in sys.modules if name.startswith('checker.fleet') or name.partition('.')[0] in EXTRA])"
    )
    code = f"import sys; EXTRA = {_EXTRA!r}\ntry:\n    {_RUN}\nfinally:\n    {show}"
    done = run(tmp_path, code, "check", "wmic-partition.txt", "--isolated", "--format", "concise")
    assert "ALN005" in done.stdout, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


def test_without_the_extra_everything_else_works_and_fleet_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "wmic-partition.txt").write_text(MISALIGNED)
    code = f"{_BLOCK}; {_RUN}; raise SystemExit(code)"
    checked = run(tmp_path, code, "check", "wmic-partition.txt", "--isolated", "--format", "concise")
    assert "ALN005" in checked.stdout, checked.stderr
    refused = run(tmp_path, code, "fleet", "run", "wmic-partition.txt", "-o", "results", "--isolated")
    assert refused.returncode == 2
    assert "pip install 'sanlint[fleet]'" in refused.stderr
    assert not (tmp_path / "results").exists()


def test_the_base_install_requires_none_of_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert not [one for one in project["dependencies"] if one.startswith(_EXTRA)]
    assert {one.partition(">")[0] for one in project["optional-dependencies"]["fleet"]} == {"distributed", "fsspec"}
