"""Commands: whatever an export says, its values stay values on the command line, or there is no command."""

from __future__ import annotations

import shlex
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.rules.book import fix
from checker.rules.book.rule import FixCommand
from checker.rules.language import quoting
from checker.rules.language.template import TemplateError
from tests.thorough import examples

COLUMNS = {"host": "text", "volume": "text", "live_paths": "span", "missing_ports": "list", "ports": "list"}
HOSTILE = [
    "a b", "a;reboot", "a|b", "a&b", "$(reboot)", "`reboot`", "a'b", 'a"b', "a\\", "$HOME", "%PATH%", "a>b", "a*", "~",
    "a!b", "a^b", "(a)", "{a}", "#a", "é", "a\u2019b",
]  # fmt: skip
NEVER = [
    "",
    "a\nb",
    "a\rb",
    "\x1b[2J",
    "a\x00",
    "a\x9b",
    "a\u202eb",
    "a\u2028b",
    "-rf",
    "--force",
    "a\u00a0b",
    "\ud800",
    "x" * 2000,
]
_HOSTILE_TEXT = st.text(st.sampled_from("ab '\"`$();|&<>*?~#!\\{}[]^%\n\r\t\x1b=-") | st.characters(), max_size=20)


@settings(max_examples=examples(300))
@given(_HOSTILE_TEXT)
def test_posix_words_are_one_word_again(value):
    word = quoting.quote(value, "linux")
    if word is not None:
        assert shlex.split(f"command -d {word} tail") == ["command", "-d", value, "tail"]
        assert word.isprintable()


@pytest.mark.skipif(shutil.which("sh") is None, reason="no POSIX shell here")
@pytest.mark.parametrize("value", HOSTILE)
def test_a_shell_prints_the_value_and_runs_nothing(value):
    word = quoting.quote(value, "esxi")
    assert word is not None
    done = subprocess.run(["sh", "-c", f"printf %s {word}"], capture_output=True, check=True, timeout=600)
    assert done.stdout.decode() == value


@pytest.mark.parametrize("platform", quoting.platforms())
@pytest.mark.parametrize("value", NEVER)
def test_unsafe_values_are_never_quoted(platform, value):
    assert quoting.quote(value, platform) is None


@pytest.mark.parametrize("platform", ["brocade", "cisco-mds", "vplexcli", "xmcli", "symcli", "naviseccli"])
@pytest.mark.parametrize("value", HOSTILE)
def test_platforms_without_quoting_take_plain_names_only(platform, value):
    assert quoting.quote(value, platform) is None


@pytest.mark.parametrize("platform", sorted({*quoting.platforms()} - {"sysctl.d"}))
def test_the_names_of_the_field_pass_as_they_are(platform):
    for value in ("esx01", "50:01:44:f0:a1:b2:c3:d4", "naa.6000144000000010a001", "zone_A.1"):
        assert quoting.quote(value, platform) == value


@pytest.mark.parametrize(
    ("platform", "value", "expected"),
    [
        ("powershell", "it's", "'it''s'"), ("powershell", "a$b", "'a$b'"), ("powershell", 'a"b', None),
        ("powershell", "a\u2019b", None), ("powershell", "a b\\", None), ("powercli", "a;b", "'a;b'"),
        ("windows", "a b", '"a b"'), ("windows", "a%b", None), ("windows", "a&b", None), ("cmd", "a\\", "a\\"),
        ("cmd", "a b\\", None), ("cmd", 'a"b', None), ("windows", "$x", None), ("windows", "a`b", None),
        ("vplexcli", "/clusters/cluster-1/exports", "/clusters/cluster-1/exports"),
        ("brocade", "3/12", "3/12"), ("cisco-mds", "fc1/1", "fc1/1"),
    ],
)  # fmt: skip
def test_platforms_have_their_own_quotes(platform, value, expected):
    assert quoting.quote(value, platform) == expected


def test_a_command_is_given_for_each_item():
    command = FixCommand("vplexcli", "add -v {volume} -p {missing_port}", "remove -p {missing_port}", "missing_ports")
    fix.check(command, COLUMNS, ())
    steps = fix.steps(command, {"volume": "v1", "missing_ports": ["P1", "P2"]})
    assert [(step.run, step.undo, step.checklist) for step in steps] == [
        ("add -v v1 -p P1", "remove -p P1", False), ("add -v v1 -p P2", "remove -p P2", False),
    ]  # fmt: skip
    assert fix.steps(command, {"volume": "v1", "missing_ports": []}) == []


@pytest.mark.parametrize(
    ("values", "number"), [({"is_used": False}, 1), ({"is_used": True}, 0), ({"is_used": None}, 0), ({}, 0)]
)
def test_a_command_is_omitted_unless_its_flag_is_known_to_be_false(values, number):
    command = FixCommand("brocade", "alidelete {alias}", skip_if="is_used")
    assert len(fix.steps(command, {"alias": "old_hba", **values})) == number


def test_a_value_that_cannot_be_quoted_makes_a_line_of_a_checklist():
    command = FixCommand("vplexcli", "add -v {volume} -p {missing_port}", "remove -p {missing_port}", "missing_ports")
    good, bad = fix.steps(command, {"volume": "v1", "missing_ports": ["P1", "P2; \x1b[2Jdestroy"]})
    assert not good.checklist
    assert (bad.checklist, bad.undo) == (True, None)
    assert bad.run == "By hand: add -v v1 -p ‹P2; \ufffd[2Jdestroy›"


@pytest.mark.parametrize("values", [{"volume": None}, {}])
def test_an_unknown_value_makes_a_line_of_a_checklist(values):
    (step,) = fix.steps(FixCommand("esxi", "rescan {volume}"), values)
    assert step.checklist
    assert step.run == "By hand: rescan ‹volume›"
    (step,) = fix.steps(FixCommand("esxi", "add {port}", None, "ports"), values)
    assert step.checklist


def test_a_long_list_ends_with_a_line_that_says_so():
    steps = fix.steps(FixCommand("esxi", "add {port}", None, "ports"), {"ports": [f"p{n}" for n in range(1074)]})
    assert len(steps) == fix.MAX_STEPS + 1
    assert steps[-1].checklist
    assert "50 more" in steps[-1].run


@pytest.mark.parametrize("value", [*HOSTILE, *NEVER])
def test_an_undo_is_quoted_as_well(value):
    (step,) = fix.steps(FixCommand("linux", "echo done", "undo {host}"), {"host": value})
    if not step.checklist:
        assert step.undo is not None
        assert shlex.split(step.undo) == ["undo", value]
    assert step.run.isprintable()


@pytest.mark.parametrize(
    ("command", "part"),
    [
        (FixCommand("vplex-cli", "x"), "did you mean 'vplexcli'"),
        (FixCommand("linux", "x '{host}'"), "quoted automatically"),
        (FixCommand("linux", 'x "a {host}"'), "quoted automatically"),
        (FixCommand("powershell", 'x "it\'s {host}"'), "quoted automatically"),
        (FixCommand("linux", "x {port}"), "unknown name 'port'"),
        (FixCommand("linux", "x {hosts}", None, "hosts"), "unknown column"),
        (FixCommand("linux", "x", None, "host"), "must be a list"),
        (FixCommand("linux", "x\nrm -rf /"), "one line"),
        (FixCommand("linux", "x", "y {nope}"), "unknown name 'nope'"),
    ],
)
def test_wrong_commands_are_found_when_loading(command, part):
    with pytest.raises(TemplateError) as caught:
        fix.check(command, COLUMNS, ("min",))
    assert part in str(caught.value)


def test_authors_quotes_may_adjoin_and_on_switches_surround_a_value():
    fix.check(FixCommand("linux", "awk '{{print $1}}' {host}"), COLUMNS, ())
    fix.check(FixCommand("brocade", 'zoneadd "{host}", "{volume}"'), COLUMNS, ())
    (step,) = fix.steps(
        FixCommand("brocade", 'zoneadd "{host}", "{volume}"'), {"host": "z1", "volume": 'a"; reboot; "'}
    )
    assert step.checklist
