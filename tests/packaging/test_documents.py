"""What the documents promise is so: links, commands, options, exit codes."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from checker.errors import ConfigError, InternalError, NothingReadError, RuleError, UsageError
from tests import folders

ROOT = folders.ROOT
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
IDS = [str(document.relative_to(ROOT)) for document in DOCUMENTS]


@pytest.mark.parametrize("document", DOCUMENTS, ids=IDS)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=IDS)
def test_options_exist(document: Path) -> None:
    from typer.main import get_command

    from checker.cli.app import application

    known = {"--help"}
    commands = [get_command(application())]
    while commands:
        command = commands.pop()
        known |= {option for parameter in command.params for option in parameter.opts}
        commands += list(getattr(command, "commands", {}).values())
    for call in re.findall(r"sanlint (?:check|explain|rules|formats)[^`\n#]*", document.read_text(encoding="utf-8")):
        for option in re.findall(r"(?<=\s)--[a-z][a-z-]+", call):
            assert option in known, f"{call}: {option}"


def test_the_table_of_exit_codes_is_that_of_the_program() -> None:
    rows = dict(re.findall(r"(?m)^\| (\d[\d, ]*) \| (.+) \|$", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert set(rows) == {"0", "1", "2", "3", "4", f"{128 + signal.SIGINT}, {128 + signal.SIGTERM}"}
    for code, classes in (
        ("2", (UsageError, ConfigError, RuleError)),
        ("3", (NothingReadError,)),
        ("4", (InternalError,)),
    ):
        assert {one.exit_code for one in classes} == {int(code)}


def test_the_readme_gives_the_numbers_of_formats() -> None:
    from checker.readers.registry import readers

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    stated = re.search(r"over (\d+) formats", text)
    assert stated is not None
    assert int(stated[1]) < len(readers()) <= int(stated[1]) + 100
    share = sum(not reader.verified for reader in readers()) / len(readers())
    assert "More than a third of the formats are not verified" in text
    assert 1 / 3 < share < 2 / 5


def test_commands_to_collect_are_read() -> None:
    """Each command named for a platform is, word for word, that of a reader; options and objects may follow."""
    from checker.readers.registry import readers

    text = (ROOT / "docs" / "guide" / "collecting.md").read_text(encoding="utf-8")
    sections = re.split(r"(?m)^## ", text)
    known = {part.strip() for reader in readers() for part in reader.command.split(";")}
    known |= {"cat /etc/os-release"}
    expected = {"Brocade": "brocade", "Cisco": "cisco-mds", "VPLEX": "vplex"}
    for title in expected:
        section = next(one for one in sections if one.startswith(title))
        for command in re.findall(r"`([^`]+)`", section):
            if command.startswith("GET "):
                continue
            assert any(command == one or command.startswith(one) for one in known), command
