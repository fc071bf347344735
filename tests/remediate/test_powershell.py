"""PowerShell scripts, read by a grammar of PowerShell: they are whole, and every name is one argument of one command."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.remediate.planner import make_plan
from checker.remediate.powercli import cmdlet
from checker.remediate.render import powershell
from checker.rules.book.book import built_in_book
from checker.rules.book.rule import FixCommand
from checker.rules.change.machines import Machines
from tests.powershell import Call, Script
from tests.remediate.plans import HOSTILE, finding, occasion, scripts, steps
from tests.thorough import examples

THING = FixCommand("powershell", "Set-Thing -Name {volume}", "Clear-Thing -Name {volume}", check="Get-Thing {volume}")
POLICY = FixCommand(
    "esxi",
    "esxcli storage nmp device set --device {volume} --psp VMW_PSP_RR",
    "esxcli storage nmp device set --device {volume} --psp VMW_PSP_FIXED",
    check="esxcli storage nmp device list --device {volume}",
)
# What each script says of itself: nothing else may be called, and nothing else be in double quotes.
FRAME = {"Write-Host", "Test-Run", "Assert-Done", "Get-VMHost", "Where-Object", "Get-EsxCli"}
FRAME_TEXTS = {
    '"+ $Command"', '"would run: $Command"', '"this is $env:COMPUTERNAME; the script is for another machine"',
    '"stopped in step $Step with code $LASTEXITCODE; later steps were not run"',
    '"vCenter has $($esx.Count) hosts with this name; choose one with -VMHost"',
}  # fmt: skip
_TEXT = st.text(st.sampled_from("ab '\"`$();|&<>*?#!\\{}[]@%\n\r\u2019\u201c=-,") | st.characters(), max_size=20)


def calls(text: str) -> list[Call]:
    """What a script calls in addition to its frame; its texts in double quotes are those of the frame."""
    script = Script(text)
    assert set(script.texts()) <= FRAME_TEXTS
    return [call for call in script.calls() if call.name not in FRAME]


def on_windows(values: list[str]) -> tuple[str, str]:
    found = [finding(steps(THING, volume=value), value, number) for number, value in enumerate(values)]
    ((_, text, undo),) = scripts(found, Machines(names={"h1": tuple(values)}))
    return text, undo or ""


def through_vcenter(values: list[str]) -> tuple[str, str]:
    found = [finding(steps(POLICY, volume=value), value, number) for number, value in enumerate(values)]
    plan = make_plan(found, Machines(names={"h1": tuple(values)}), vcenter=True)
    script = next(one for one in plan.scripts if one.platform == "powercli")
    return powershell.script(script, occasion(plan)), powershell.undo(script, occasion(plan)) or ""


def used_on_windows(values: list[str]) -> set[str]:
    """The values that the script uses; each is one argument, of the command before and of the look after it."""
    text, undo = on_windows(values)
    result = calls(text)
    used = [call.words[-1] for call in result if call.name == "Set-Thing"]
    assert result == [call for value in used for call in _thing(value)]
    assert {*calls(undo)} == {Call("Clear-Thing", ("-Name", value)) for value in used}
    return {*used}


def _thing(value: str) -> tuple[Call, Call]:
    return Call("Set-Thing", ("-Name", value)), Call("Get-Thing", (value,))


def used_by_powercli(values: list[str]) -> set[str]:
    """The same of a script for PowerCLI, where each value is an entry of a table of arguments."""
    text, undo = through_vcenter(values)
    used = {call.words[0].removeprefix("device=") for call in calls(text)}
    device = "$esxcli.storage.nmp.device."
    expected = {Call(f"{device}set", (f"device={value}", "psp=VMW_PSP_RR")) for value in used}
    assert {*calls(text)} == expected | {Call(f"{device}list", (f"device={value}",)) for value in used}
    assert {*calls(undo)} == {Call(f"{device}set", (f"device={value}", "psp=VMW_PSP_FIXED")) for value in used}
    return used


def test_hostile_names_are_arguments_and_nothing_else() -> None:
    values = ["plain", "it's", *HOSTILE]
    for used in (used_on_windows(values), used_by_powercli(values)):
        assert {"plain", "it's", "$(touch canary)", "`touch canary`", "a;touch canary", "$HOME"} <= used <= {*values}


@settings(max_examples=examples(40))
@given(st.lists(_TEXT, min_size=1, max_size=8))
def test_any_name_is_an_argument_and_nothing_else(values: list[str]) -> None:
    assert used_on_windows(["plain", *values]) <= {"plain", *values}
    assert used_by_powercli(["plain", *values]) <= {"plain", *values}


def test_a_name_without_quotes_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from checker.rules.language import quoting

    monkeypatch.setitem(quoting._QUOTERS, "powershell", lambda value: value)  # type: ignore[index]
    with pytest.raises((AssertionError, SyntaxError)):
        used_on_windows(["a;touch canary"])


def test_every_command_of_the_rules_can_be_read() -> None:
    read = 0
    for rule in built_in_book().rules.values():
        for command in rule.fix_commands:
            texts = [text for text in (command.run, command.undo, command.check) if text is not None]
            filled = [re.sub(r"\{[a-z0-9_|]+\}", "1", text) for text in texts]
            if command.platform == "esxi":
                filled = [said for text in filled if (said := cmdlet(text)) is not None]
            elif command.platform not in {"powershell", "windows"}:
                continue
            for text in filled:
                assert len(Script(text).calls()) >= 1, f"{rule.id}: {text}"
                read += 1
    assert read > 50
