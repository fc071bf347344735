"""The VS Code extension: its settings, what it starts, and that tools of the npm registry package it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests import folders
from tests.thorough import THOROUGH

EXTENSION = folders.ROOT / ".ci" / "release" / "vscode"
MANIFEST = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
SETTINGS = MANIFEST["contributes"]["configuration"]["properties"]


def test_the_program_uses_the_settings_of_the_manifest_and_nothing_else() -> None:
    text = (EXTENSION / MANIFEST["main"]).read_text(encoding="utf-8")
    assert {f"sanlint.{name}" for name in re.findall(r'settings\.get\("(\w+)"\)', text)} == set(SETTINGS)
    required = {name.split("/")[0] for name in re.findall(r'require\("([^"]+)"\)', text)}
    assert required == {"vscode", *MANIFEST["dependencies"]}


def test_a_workspace_that_is_not_trusted_names_neither_program_nor_arguments() -> None:
    assert SETTINGS["sanlint.command"]["scope"] == "machine"
    assert MANIFEST["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] == ["sanlint.arguments"]


def test_the_default_arguments_are_those_of_the_command() -> None:
    from typer.main import get_command

    from checker.cli.app import application

    (command,) = (one for name, one in get_command(application()).commands.items() if name == "lsp")  # type: ignore[attr-defined]
    options = {option for parameter in command.params for option in parameter.opts}
    assert {one for one in SETTINGS["sanlint.arguments"]["default"] if one.startswith("-")} <= options


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed (Debian: apt install npm)")
@pytest.mark.skipif(not THOROUGH, reason="downloads packages for a minute; make prove runs it")
def test_it_is_packaged(tmp_path: Path) -> None:
    for file in EXTENSION.iterdir():
        if file.is_file():
            shutil.copy(file, tmp_path)
    quiet = ["--silent", "--no-audit", "--no-fund"]
    if subprocess.run(["npm", "install", *quiet], cwd=tmp_path, capture_output=True, check=False).returncode:
        pytest.skip("the npm registry cannot be reached")
    done = subprocess.run(
        ["npm", "run", "--silent", "package"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / f"sanlint-{MANIFEST['version']}.vsix") as packed:
        names = set(packed.namelist())
    assert {"extension/extension.js", "extension/package.json"} <= names
    assert any(name.startswith("extension/node_modules/vscode-languageclient/lib/node/") for name in names)
    assert not any("vsce" in name for name in names)
