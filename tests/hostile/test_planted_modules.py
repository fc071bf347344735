"""Modules planted where sanlint runs: none is ever imported, neither by the command nor by a process that it starts."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import folders
from tests.hostile.site_rule import write_rule
from tests.thorough import sample

SCRIPT = "import sys\nfrom checker.cli.entry import main\nsys.exit(main())\n"
POOL = """import multiprocessing
import sys

from checker.cli.entry import main

if __name__ == "__main__":
    import checker.intake.pool

    checker.intake.pool.PARALLEL_FROM_BYTES = 0
    multiprocessing.set_start_method({method!r})
    sys.exit(main())
"""


def names() -> set[str]:
    """Every module of the standard library and every dependency, and those that children import first."""
    project = tomllib.loads((folders.ROOT / "pyproject.toml").read_text())["project"]
    needed = {one.split(">")[0].replace("-", "_") for one in project["dependencies"]}
    return {
        *sys.stdlib_module_names,
        *needed,
        "ruamel",
        "python_calamine",
        "arro3",
        "backports",
        "click",
        "yaml",
        "sitecustomize",
    }


def plant(folder: Path, marker: Path, *also: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in {*names(), *also}:
        (folder / f"{name}.py").write_text(f"open({str(marker)!r}, 'a').write({name!r} + chr(10))\n")


class Site:
    """A working directory with exports and a rule pack, all full of planted modules."""

    def __init__(self, folder: Path, script: str = SCRIPT, *, next_to: bool = True) -> None:
        self.marker, self.work = folder / "marker", folder / "work"
        self.pack = write_rule(self.work / "pack")
        for place in (self.work, self.work / "exports", self.pack, folder / "home"):
            plant(place, self.marker, "checker")
        self.script = folder / "bin" / "sanlint"
        self.script.parent.mkdir()
        if next_to:
            plant(self.script.parent, self.marker)
        self.script.write_text(script)
        for export in sorted((folders.FIXTURES / "demo" / "exports").rglob("*.txt"))[:6]:
            (self.work / "exports" / export.name).write_bytes(export.read_bytes())
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
            "PYTHONPATH": str(folders.ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the script in the working directory; the test fails if a planted module was imported."""
        done = subprocess.run(
            [sys.executable, str(self.script), *arguments],
            cwd=self.work, env=self.environment, capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert not self.marker.exists(), f"imported: {self.marker.read_text().split()}"
        return done


@pytest.mark.parametrize(
    ("arguments", "codes"),
    sample(
        [
            (["check", "exports", "--isolated"], {0, 1}),
            (["check", "exports", "--isolated", "--rules", "pack"], {0, 1}),
            (["explain", "PTH002"], {0}),
            (["explain", "XAB001", "--rules", "pack"], {0}),
            (["fix", "exports", "--dry-run", "--rules", "pack"], {0}),
            (["rules", "test", "--rules", "pack", "--quick", "--alone"], {1}),
            (["rules", "test", "PTH001", "PTH002", "--quick", "--alone", "--brief", "--jobs", "2"], {0}),
        ][::-1],
        3,
    ),
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_no_planted_module_is_imported(tmp_path: Path, arguments: list[str], codes: set[int]) -> None:
    done = Site(tmp_path).run(*arguments)
    assert done.returncode in codes, done.stderr


@pytest.mark.parametrize("method", sample(["spawn", "fork", "forkserver"], 3))
def test_workers_import_no_planted_module(tmp_path: Path, method: str) -> None:
    site = Site(tmp_path, POOL.format(method=method), next_to=False)
    done = site.run("check", "exports", "--isolated", "--jobs", "2", "--rules", "pack")
    assert done.returncode in {0, 1}, done.stderr


def test_rules_of_a_configuration_in_the_input_need_an_option(tmp_path: Path) -> None:
    site = Site(tmp_path)
    (site.work / "sanlint.yaml").write_text("rules: [pack]\n")
    found = site.run("check", ".")
    assert found.returncode == 2
    assert (
        "sanlint.yaml:1:1: this configuration is inside the audited input, so its rules are not loaded" in found.stderr
    )
    named = site.run("check", ".", "--config", "sanlint.yaml", "-o", "json", "--select", "XAB001")
    assert named.returncode == 1
    assert "XAB001" in named.stdout
    # Outside the input, the configuration is the auditor's own.
    assert "XAB001" in site.run("check", "exports", "-o", "json", "--select", "XAB001").stdout
