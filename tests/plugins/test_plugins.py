"""Plugins of other packages: used when they are right, named when they are not, and free when there are none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from checker.cli.plugin.template import files
from tests import folders

ENTRY = "import sys; from checker.cli.entry import main; sys.exit(main())"


def _install(folder: Path, name: str, entry_points: str, **modules: str) -> None:
    """Put a distribution with entry points and modules into a folder, as an installer does."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)


def _sanlint(
    cwd: Path, *arguments: str, site: Path | None = None, code: str = ENTRY
) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, [folders.ROOT, *([site] if site is not None else [])]))
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "san.yaml").write_text("sanlint: 1\nhosts: {esx01: {platform: esxi}}\n")
    return folder


@pytest.mark.packaging
def test_a_new_plugin_passes_its_own_tests(tmp_path: Path) -> None:
    done = _sanlint(tmp_path, "plugin", "new", "acme-san")
    assert done.returncode == 0, done.stderr
    assert "exists and is not an empty folder" in _sanlint(tmp_path, "plugin", "new", "acme-san").stderr
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*install, "--target", str(site), str(tmp_path / "acme-san")], check=True, capture_output=True)
    tests = (
        "import sys, pytest; sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-p', 'no:asyncio', 'acme-san']))"
    )
    proved = _sanlint(tmp_path, site=site, code=tests)
    assert proved.returncode == 0, proved.stdout[-3000:]
    assert "5 passed" in proved.stdout


def test_a_broken_plugin_is_named_and_the_rest_works(work: Path, tmp_path: Path) -> None:
    points = (
        "[sanlint.readers]\nmissing = no_such_module:READERS\nwrong = bad:READERS\n"
        "[sanlint.reports]\nbroken = bad:FORMAT\n[sanlint.rules]\nnowhere = bad:RULES\n"
    )
    module = "READERS = ('not a reader',)\nRULES = '/no/such/folder'\n1 / 0 if False else None\n"
    _install(tmp_path / "site", "bad-plugin", points, bad=module)
    done = _sanlint(work, "check", "san.yaml", "--format", "json", "--select", "HOST", site=tmp_path / "site")
    assert done.returncode in (0, 1, 3), done.stderr
    notices = "\n".join(json.loads(done.stdout)["notices"])
    for name, why in (("missing", "no_such_module"), ("wrong", "str is not a Reader"), ("nowhere", "/no/such/folder")):
        assert f"plugin {name} (sanlint." in notices
        assert why in notices
    assert "of bad-plugin is not used" in notices
    other = _sanlint(work, "check", "san.yaml", "--format", "broken", site=tmp_path / "site")
    assert other.returncode == 2
    assert "plugin broken (sanlint.reports) of bad-plugin is not used" in other.stderr
    listed = _sanlint(work, "plugin", "list", site=tmp_path / "site")
    assert (listed.returncode, listed.stderr.count("is not used")) == (1, 4)


def test_a_detection_that_fails_does_not_stop_other_readers(work: Path, tmp_path: Path) -> None:
    module = (
        "from checker.readers.toolkit.base import Reader\n"
        "def detect(capture): raise KeyError('oops')\n"
        "def read(capture, out): pass\n"
        "READERS = (Reader('acme', 'acme', 'acme', {}, detect, read),)\n"
    )
    _install(tmp_path / "site", "bad-plugin", "[sanlint.readers]\nacme = acme:READERS\n", acme=module)
    (work / "unknown.txt").write_text("something that no built-in reader claims\n")
    done = _sanlint(work, "check", ".", "--format", "json", "--select", "HOST", site=tmp_path / "site")
    assert any("detection of acme failed: KeyError" in notice for notice in json.loads(done.stdout)["notices"])
    assert "1 host" in _sanlint(work, "check", ".", "--format", "concise", site=tmp_path / "site").stdout


def test_a_plugin_in_the_audited_folder_is_not_loaded(work: Path) -> None:
    _install(
        work, "evil", "[sanlint.readers]\nevil = evil:READERS\n", evil="open('owned', 'w').close()\nREADERS = ()\n"
    )
    assert _sanlint(work, "check", ".", "--format", "json", "--select", "HOST").returncode in (0, 1, 3)
    assert _sanlint(work, "plugin", "list").stdout == "no plugins installed\n"
    assert not (work / "owned").exists()


def test_without_plugins_nothing_is_imported_to_find_them(work: Path) -> None:
    """The search is remembered until a folder of the module search path changes."""
    code = (
        "import sys; from checker import plugins\n"
        "found = plugins.plugins(plugins.READERS)\n"
        "print(len(found), 'importlib.metadata' in sys.modules)"
    )
    _sanlint(work, code=code)
    assert _sanlint(work, code=code).stdout == "0 False\n"
    version = "import sys; from checker.cli.support.run import run; run(['--version']); print('checker.plugins' in sys.modules)"
    assert _sanlint(work, code=version).stdout.endswith("False\n")


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("sarif", "an output format"),
        ("json", "an output format"),
        ("class", "a keyword of Python"),
        ("checker", "an installed Python module"),
        ("logging", "an installed Python module"),
        ("sanlint", "an installed package"),
    ],
)
def test_a_plugin_cannot_take_the_name_of_something_else(tmp_path: Path, name: str, owner: str) -> None:
    done = _sanlint(tmp_path, "plugin", "new", name)
    assert (done.returncode, done.stderr) == (2, f"sanlint: error: {name!r} is the name of {owner}; choose another\n")
    assert list(tmp_path.iterdir()) == []


def test_the_template_needs_a_valid_name(work: Path) -> None:
    done = _sanlint(work, "plugin", "new", "Acme San")
    assert done.returncode == 2
    assert "lower-case letters, digits and hyphens" in done.stderr
    assert "@" not in "".join(files("acme")["pyproject.toml"])
