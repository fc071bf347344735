"""The tutorials do what they say: each command is run, and prints what is shown below it.

A block ``console`` contains commands after ``$``; in their output, ``...`` stands for anything. ``title="exit code N"`` names
another exit code than 0. A block ``yaml title="FILE"`` is written to that file. All runs in one folder, with the demonstration SAN in
``exports``, and the exports of a ticket in ``ticket``.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from checker.cli.support.run import run
from tests import folders
from tests.triage.ticket import write_ticket

ROOT = folders.ROOT
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
_BLOCK = re.compile(r"^```(console|yaml)(?: title=\"([^\"]*)\")?\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_there_is_a_tutorial_for_each_kind_of_user() -> None:
    assert {path.stem for path in TUTORIALS} >= {"go-live", "pre-commit", "triage"}


@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_tutorial_commands_produce_the_printed_output(
    tutorial: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "fixtures" / "demo" / "exports", tmp_path / "exports")
    if tutorial.stem == "triage":
        write_ticket(tmp_path / "ticket")
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "-q"], check=True)
    monkeypatch.setenv("COLUMNS", "100")
    ran = 0
    for language, title, text in _BLOCK.findall(tutorial.read_text(encoding="utf-8")):
        if language == "yaml":
            if title:
                (tmp_path / title).write_text(text, encoding="utf-8")
            continue
        code = int(title.rpartition(" ")[2]) if title else 0
        for command, expected in _commands(text):
            if command[0] != "sanlint":
                continue
            capfd.readouterr()
            found = _run(command[1:])
            out, err = capfd.readouterr()
            assert found == code, f"{shlex.join(command)}: {out}{err}"
            assert _fits(expected, out + err), f"{shlex.join(command)} prints\n{out}{err}\nand not\n{expected}"
            ran += 1
    assert ran > 2


def _run(arguments: list[str]) -> int:
    if ">" in arguments:
        place = arguments.index(">")
        raise AssertionError(
            f"use an option that writes {arguments[place + 1]}, so that the tutorial works in every shell"
        )
    return run(arguments)


def _commands(text: str) -> list[tuple[list[str], str]]:
    parts = re.split(r"(?m)^\$ ", text)[1:]
    found = []
    for part in parts:
        command, _, expected = part.replace("\\\n", " ").partition("\n")
        found.append((shlex.split(command, comments=True), expected))
    return found


def _fits(expected: str, found: str) -> bool:
    """Whether all texts between dots occur in this order; blanks and line ends all count as one blank."""
    left = " ".join(found.split())
    for piece in (" ".join(part.split()) for part in expected.split("...")):
        if piece not in left:
            return False
        left = left.partition(piece)[2] if piece else left
    return True
