"""``sanlint lsp`` as an editor uses it: a client starts it, opens documents, and looks at what is shown."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from lsprotocol import types

from fixtures.generate.sans.inventories import H1A, H2A, small_san
from tests import folders
from tests.cli.test_fix import SAN
from tests.lsp.editor import ENTRY, editor
from tests.thorough import THOROUGH

# The rules that find something here; tests of the audits themselves run all rules.
SELECTED = () if THOROUGH else ("--select", "PTH005,DOC006")


def _codes(diagnostics: list[types.Diagnostic]) -> set[object]:
    return {one.code for one in diagnostics}


def _the(diagnostics: list[types.Diagnostic], code: str) -> types.Diagnostic:
    return next(one for one in diagnostics if one.code == code)


def test_findings_are_those_of_the_command_and_follow_the_text(tmp_path: Path) -> None:
    text = small_san()
    (tmp_path / "san.yaml").write_text(text)
    command = [*ENTRY, "check", "san.yaml", "--format", "concise", *SELECTED]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    expected = {tuple(line.split(":", 2)[1:]) for line in done.stdout.splitlines() if line.startswith("san.yaml:")}
    assert expected

    async def session() -> None:
        async with editor(tmp_path, *SELECTED) as ed:
            first = await ed.open("san.yaml", text)
            names = {4: "", 1: "error", 2: "warning", 3: "info"}
            shown = {
                (str(one.range.start.line + 1), f" {one.code} {names[one.severity or 4]} {one.message}")
                for one in first
            }
            assert shown == expected
            # One line more at the top moves them all.
            moved = await ed.type("san.yaml", "# a comment\n" + text)
            assert {one.range.start.line - 1 for one in moved} == {one.range.start.line for one in first}
            # Text that cannot be read is an error.
            broken = await ed.type("san.yaml", text.replace("site: s1", "site: [s1"))
            assert [
                one.message for one in broken if one.severity == types.DiagnosticSeverity.Error and one.code is None
            ]
            assert _codes(await ed.type("san.yaml", text)) == _codes(first)

    asyncio.run(session())


def test_an_unknown_key_has_a_quick_fix(tmp_path: Path) -> None:
    text = small_san().replace("platform:", "platform:").replace("    site: s1\n", "    sitee: s1\n")

    async def session() -> None:
        async with editor(tmp_path, *SELECTED) as ed:
            found = await ed.open("san.yaml", text)
            wrong = next(one for one in found if "sitee" in one.message)
            (action,) = await ed.actions("san.yaml", wrong)
            assert await ed.applied("san.yaml", action, text) == small_san()

    asyncio.run(session())


def test_a_hover_says_why_and_how_to_fix_it(tmp_path: Path) -> None:
    async def session() -> None:
        async with editor(tmp_path, *SELECTED) as ed:
            text = small_san()
            found = await ed.open("san.yaml", text)
            one = next(one for one in found if one.code)
            shown = await ed.hover("san.yaml", one.range.start.line)
            assert f"**{one.code} " in shown
            assert "**Why:**" in shown and "**How to fix it:**" in shown
            assert not await ed.hover("san.yaml", 0)
            await ed.open("sanlint.yaml", "ignore: [PTH002]\n")
            assert "**PTH002 " in await ed.hover("sanlint.yaml", 0, 10)

    asyncio.run(session())


def test_related_locations_point_into_the_files_that_are_checked_together(tmp_path: Path) -> None:
    text = small_san().replace(f"members: ['{H1A}', ", f"members: ['{H1A}', '{H2A}', ", 1)
    at = text.index("fabrics:\n")
    zones = "sanlint: 1\nobserved: true\n" + text[at:]
    (tmp_path / "zones.yaml").write_text(zones)
    (tmp_path / "hosts.yaml").write_text("sanlint: 1\n")

    async def session() -> None:
        async with editor(tmp_path, ".", "--select", "DOC006") as ed:
            await ed.open("hosts.yaml", text[:at])
            # The file that is not open is shown, too, and leads to the other one.
            (found,) = ed.client.diagnostics[ed.uri("zones.yaml")]
            assert ed.uri("hosts.yaml") in {place.location.uri for place in found.related_information or ()}

    asyncio.run(session())


def test_a_finding_is_fixed_in_the_inventory(tmp_path: Path) -> None:
    async def session() -> None:
        async with editor(tmp_path, "--select", "NMP002") as ed:
            (found,) = await ed.open("san.yaml", SAN)
            action = next(one for one in await ed.actions("san.yaml", found) if one.title.startswith("Fix NMP002"))
            after = await ed.applied("san.yaml", action, SAN)
            assert after == SAN.replace("psp: VMW_PSP_FIXED}", "psp: VMW_PSP_RR}")
            assert await ed.type("san.yaml", after) == []

    asyncio.run(session())


def test_a_comment_suppresses_a_finding_as_soon_as_it_has_a_reason(tmp_path: Path) -> None:
    text = small_san().replace(f"members: ['{H1A}', ", f"members: ['{H1A}', '{H2A}', ", 1)

    async def session() -> None:
        async with editor(tmp_path, "--select", "ZON001") as ed:
            (found,) = await ed.open("san.yaml", text)
            (action,) = [one for one in await ed.actions("san.yaml", found) if one.title.startswith("Suppress ZON001")]
            after = await ed.applied("san.yaml", action, text)
            unhidden, missing = sorted(await ed.type("san.yaml", after), key=lambda one: one.code is None)
            assert (unhidden.code, "a suppression needs a reason" in missing.message) == ("ZON001", True)
            assert missing.range.start.line < unhidden.range.start.line
            after = after.replace("# sanlint: ignore[ZON001]:", "# sanlint: ignore[ZON001]: a cluster")
            assert await ed.type("san.yaml", after) == []

    asyncio.run(session())


def test_a_configuration_is_checked_as_it_is_typed(tmp_path: Path) -> None:
    async def session() -> None:
        async with editor(tmp_path) as ed:
            text = "severities: {ZON001: eror}\nparametres: {PTH002.min: 8}\n"
            found = await ed.open("sanlint.yaml", text)
            assert [(one.range.start.line, one.range.start.character) for one in found] == [(0, 13), (1, 0)]
            (action,) = await ed.actions("sanlint.yaml", found[1])
            text = await ed.applied("sanlint.yaml", action, text)
            assert "\nparameters: " in text
            (left,) = await ed.type("sanlint.yaml", text)
            (action,) = await ed.actions("sanlint.yaml", left)
            text = await ed.applied("sanlint.yaml", action, text)
            assert await ed.type("sanlint.yaml", text) == []
            (unknown,) = await ed.type("sanlint.yaml", "parameters: {PTH999.min: 8}\n")
            assert "PTH999" in unknown.message

    asyncio.run(session())


def test_a_rule_is_checked_as_it_is_typed(tmp_path: Path) -> None:
    new = subprocess.run(
        [*ENTRY, "rules", "new", "XAB001", "host-without-site", "--for", "host_summary", "--rules", str(tmp_path)],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    (path,) = tmp_path.glob("XAB001*.yaml")
    text = path.read_text()
    assert new.returncode == 0, new.stderr

    async def session() -> None:
        async with editor(tmp_path) as ed:
            assert await ed.open(path.name, text) == []
            (wrong,) = await ed.type(path.name, text.replace("severity:", "severty:", 1))
            (action,) = await ed.actions(path.name, wrong)
            assert await ed.applied(path.name, action, text.replace("severity:", "severty:", 1)) == text

    asyncio.run(session())


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['pygls'] = None\n"
        f"sys.path.insert(0, {str(folders.ROOT)!r})\n"
        "from checker.cli.support.run import run; sys.exit(run(['lsp']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "sanlint: error: this requires pygls: pip install 'sanlint[lsp]'\n",
    )
