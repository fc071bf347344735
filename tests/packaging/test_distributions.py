"""Rules, schemas and bases are found from an installed wheel, an unpacked sdist and an editable checkout alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests import folders

ROOT = folders.ROOT
pytestmark = pytest.mark.packaging

REPORT = """
import contextlib, io, json, sys
import checker
from checker import resources
from checker.cli.entry import main

sys.argv = ["sanlint", "rules", "list", "--format", "json"]
print(json.dumps({
    "package": checker.__file__,
    "bases": sorted(str(p.relative_to(resources.bases_folder())) for p in resources.bases_folder().rglob("*.yaml")),
    "schemas": sorted(p.name for p in resources.schemas_folder().glob("*.schema.json")),
    "rule_files": sorted(p.name for p in resources.rules_folder().rglob("*.yaml")),
    "compiled": resources.book_folder() is not None,
}), flush=True)
sys.exit(main())
"""


def _build(source: Path, target: Path, kind: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(target.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked sdist, built from the checkout."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(_build(ROOT, folder / "dist", "sdist")) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.glob("sanlint-*"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist: what is missing there is missing here."""
    return _build(sdist, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages into which the wheel is installed; what it depends on comes from this environment."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(folder)]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True)
    return folder


def _install_report(path: Path | None, cwd: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    environment = {**os.environ}
    environment.pop("PYTHONPATH", None)
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    done = subprocess.run(
        [sys.executable, "-c", REPORT], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    first, rest = done.stdout.split("\n", 1)
    return json.loads(first), json.loads(rest)


def test_wheel_sdist_and_checkout_have_the_same_content(installed: Path, sdist: Path, tmp_path: Path) -> None:
    seen = {
        "checkout": _install_report(ROOT, tmp_path),
        "sdist": _install_report(sdist, tmp_path),
        "wheel": _install_report(installed, tmp_path),
    }
    for name, path in (("checkout", ROOT), ("sdist", sdist), ("wheel", installed)):
        assert Path(seen[name][0]["package"]).is_relative_to(path)
        assert seen[name][0]["compiled"] is (name == "wheel"), "only a wheel carries the compiled book"
        for part in ("bases", "schemas", "rule_files"):
            assert seen[name][0][part] == seen["checkout"][0][part]
        assert seen[name][1] == seen["checkout"][1], f"the rules of the {name}"
    assert seen["wheel"][0]["schemas"]
    assert seen["wheel"][0]["rule_files"]
    assert seen["wheel"][0]["bases"]


def test_an_editable_install_uses_the_checkout(tmp_path: Path) -> None:
    """The environment that runs the tests is one (``make test`` installs it so)."""
    try:
        from importlib.metadata import distribution

        origin = json.loads(distribution("sanlint").read_text("direct_url.json") or "{}")
    except ImportError:
        origin = {}
    if not origin.get("dir_info", {}).get("editable"):
        pytest.skip("sanlint is not installed as editable in this environment")
    seen, rules = _install_report(None, tmp_path)
    assert Path(seen["package"]).is_relative_to(ROOT)
    assert len(rules) <= len(seen["rule_files"])


def test_the_wheel_carries_what_it_should_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        entry_points = archive.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
    assert "sanlint = checker.cli.entry:main" in entry_points
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.split("/")[0] for name in names} == {
        "checker",
        next(n.split("/")[0] for n in names if "dist-info" in n),
    }
    assert "checker/_data/book/core.json" in names
    assets = {str(file.relative_to(ROOT)) for file in (ROOT / "checker/report/page/assets").iterdir()}
    assert assets and assets <= set(names), "the page's style and script"


def test_the_pins_name_versions_and_no_hosts() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert lines
    for line in lines:
        name, equals, version = line.partition("==")
        assert name and equals and version, line
        assert "/" not in line and "@" not in line, line
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    expected = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in lines}
    import re

    assert {re.split(r"[<>=!~\[ ]", one)[0].lower().replace("_", "-") for one in expected} <= pinned
