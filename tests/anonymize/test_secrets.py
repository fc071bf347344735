"""Credentials: dropped by ``anonymize``, and shown by no command whatever it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.anonymize.secrets.remove import without_secrets
from checker.cli.support.run import run
from checker.report.registry import formats
from tests.anonymize.planted import SPELLED, TEXTS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        file = tmp_path / "san" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "san"


def _shown(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> str:
    capsys.readouterr()
    run(arguments)
    both = capsys.readouterr()
    return both.out + both.err


def test_no_report_shows_a_secret(folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    forms = sorted(formats())
    outputs = [word for form in forms for word in ("--format", f"{form}:{tmp_path / form}")]
    output = _shown(capsys, ["check", "--isolated", *outputs, "--coverage", str(folder)])
    shown = {form: (tmp_path / form).read_text(encoding="utf-8") for form in forms}
    assert "mds-a" in shown["json"]
    assert [(form, one) for form, text in (*shown.items(), ("run", output)) for one in SPELLED if one in text] == []


def test_no_other_command_shows_a_secret(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in TEXTS:
        shown = _shown(capsys, ["formats", "--detect", str(folder / name)])
        assert shown
        assert [one for one in SPELLED if one in shown] == []
    for arguments in (["formats", "--self-check", str(folder)], ["inventory", "--isolated", "--sources", str(folder)]):
        shown = _shown(capsys, arguments)
        assert "mds-a" in shown
        assert [one for one in SPELLED if one in shown] == []


@pytest.mark.parametrize(
    "line",
    [
        "password: null",
        '{"password": null, "token": false}',
        "password aging: disabled",
        "    mode: basic merge-control: allow",
        "Password policy is strict",
        "bypass: 12",
        "passes: 3",
        "passive: yes",
        "reservation key 0x1234567890abcdef",
        "keyspace: 12",
        "user_friendly_names yes",
        "zone name key_store vsan 10",
        "auth 0",
        "   Runtime Name: vmhba1:C0:T0:L1",
        '"host-key": "H4", "group-key": "HG2"',
        '<PROPERTY name="host-key">H4</PROPERTY>',
        "esxcli storage nmp device list -d naa.x -p VMW_PSP_RR",
        "# see the password policy",
        "The password is not set.",
        "password authentication",
        "Password aging is 90 days",
        "secret: none, token expired",
        "the passwords are stored encrypted",
        "12:30:00 esx01:vmhba1@storage",
        "member 50:00:14:42:60:a1:11:00@10.1.1.1",
        "host,password policy,paths\nesx01,strict,4",
        "host,password\nesx01,yes",
    ],
)
def test_what_is_not_secret_is_kept(line: str) -> None:
    assert without_secrets(line) == line


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ('{"password": "a\\"b", "x": 1}', '{"password": "removed", "x": 1}'),
        ('{"password": 1234, "x": 1}', '{"password": 0, "x": 1}'),
        ("<user><password>abc</password></user>", "<user><password>removed</password></user>"),
        ("curl -k -u joe:abc https://x/", "curl -k -u joe:removed https://x/"),
        ("see https://joe:abc@host/x", "see https://joe:removed@host/x"),
        ("naviseccli -User u -Password abc -Scope 0", "naviseccli -User u -Password removed -Scope 0"),
        ("joe's password is swordfish.", "joe's password is removed."),
        ("user,pwd,role\njoe,hello,admin\n\njoe,hello,admin", "user,pwd,role\njoe,removed,admin\n\njoe,hello,admin"),
        ("Community 1: Secret C0de (rw)", "Community 1: removed"),
        (
            "esxcli iscsi adapter auth chap set -A vmhba64 -N u -S 9ab -l required",
            "esxcli iscsi adapter auth chap set -A vmhba64 -N u -S removed -l required",
        ),
        ("esxcli system account add -i u -p abc -c abc", "esxcli system account add -i u -p removed -c removed"),
        ("esxcli system snmp set -c abc -p 161", "esxcli system snmp set -c removed -p 161"),
        ("esxcli system snmp set --port=161 -u abc -c abc", "esxcli system snmp set --port=161 -u removed -c removed"),
        ('sw1:admin> passwd joe -old "abc" -new abc', "sw1:admin> passwd joe -old removed -new removed"),
    ],
)
def test_how_the_line_stays(line: str, new: str) -> None:
    assert without_secrets(line) == new


@pytest.mark.parametrize(
    "option", ["Pass", "UserPw", "Pwd", "Passphrase", "ClientSecret", "ApiToken", "ApiKey", "api-key"]
)
@pytest.mark.parametrize("dashes", ["-", "--"])
def test_the_option_of_any_program_whose_name_ends_like_a_credential(option: str, dashes: str) -> None:
    assert without_secrets(f"Connect-It {dashes}{option} abc -Name b") == f"Connect-It {dashes}{option} removed -Name b"


@pytest.mark.parametrize(
    "text",
    [
        "password." * 30_000,
        "password,a\n" * 20_000,
        "password," * 20_000,
        "key " * 60_000,
        "a" * 400_000 + " password",
        "-----BEGIN RSA KEY-----\n" * 3000,
    ],
)
def test_hostile_lines_keep_their_length_and_their_lines(text: str) -> None:
    """How long they take is measured by benchmarks/bench_hostile.py."""
    assert without_secrets(text).count("\n") <= text.count("\n")
