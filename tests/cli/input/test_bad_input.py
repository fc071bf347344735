"""What bad input gets: every file is named with what is wrong with it, and the run ends with a code, never a traceback."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import folders
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
FIXTURES = folders.FIXTURES
SWITCH = """\
sw1:FID128:admin> cfgshow
Defined configuration:
 zone:\tZ1\t10:00:00:00:c9:2b:c9:0c; 50:00:14:42:a0:00:00:01

Effective configuration:
 cfg:\tCFG_A
 zone:\tZ1\t10:00:00:00:c9:2b:c9:0c
\t\t50:00:14:42:a0:00:00:01

"""
_RECORD = """\
fc.20000090fae10101:10000090fae10101-fc.5000144046e0a111:50001442{port}-naa.6000144000000010a1115d0000000021
   UID: fc.20000090fae10101:10000090fae10101-fc.5000144046e0a111:50001442{port}-naa.6000144000000010a1115d0000000021
   Runtime Name: vmhba1:C0:T0:L1
   Device: naa.6000144000000010a1115d0000000021
   Device Display Name: EMC Fibre Channel Disk (naa.6000144000000010a1115d0000000021)
   Adapter: vmhba1
   Channel: 0
   Target: 0
   LUN: 1
   Plugin: NMP
   State: active
   Transport: fc
   Adapter Identifier: fc.20000090fae10101:10000090fae10101
   Target Identifier: fc.5000144046e0a111:50001442{port}
   Adapter Transport Details: WWNN: 20:00:00:90:fa:e1:01:01 WWPN: 10:00:00:90:fa:e1:01:01
   Target Transport Details: WWNN: 50:00:14:40:46:e0:a1:11 WWPN: 50:00:14:42:60:a1:11:00
   Maximum IO Size: 33553920

"""
PATHS = "[root@esx01:~] esxcli storage core path list\n" + _RECORD.format(port="60a11100")
# The second record ends before its state.
CUT = PATHS + _RECORD.format(port="70a11200").partition("   Adapter: ")[0]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def _files(sanlint: Run, *paths: str) -> dict[str, dict[str, Any]]:
    report = json.loads(sanlint("check", "--isolated", "--format", "json", *paths).out)
    return {file["path"]: file for file in report["coverage"]["files"]}


def _note(file: dict[str, Any]) -> str:
    return " ".join(note["text"] for note in file["notes"])


def test_what_is_no_file_is_listed_with_the_reason(sanlint: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "a").mkdir(parents=True)
    os.mkfifo(folder / "pipe")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("in/socket")
    listening.close()
    (folder / "nowhere").symlink_to("gone")
    (folder / "itself").symlink_to("itself")
    (folder / "out").symlink_to("/")
    (folder / "a" / "loop").symlink_to("..")
    files = _files(sanlint, "in")
    assert {name: _note(file) for name, file in files.items()} == {
        "in/a/loop": "skipped: symbolic link to a folder that is read anyway",
        "in/itself": "broken symbolic link",
        "in/nowhere": "broken symbolic link",
        "in/out": "skipped: symbolic link to a target outside the folder",
        "in/pipe": "not a regular file",
        "in/socket": "not a regular file",
    }
    assert [name for name, file in files.items() if file["ignored"]] == ["in/a/loop"]
    text = sanlint("check", "in/pipe", "in", "--isolated", "--format", "concise")
    assert text.code == 3
    assert "5 not recognised: in/itself (broken symbolic link)" in text.out
    assert sanlint("check", "in/nowhere", "--isolated").err == "sanlint: error: in/nowhere: broken symbolic link\n"


@pytest.mark.parametrize("command", ["check", "topology", "inventory", "fail", "workload"])
def test_an_empty_path_is_not_the_current_folder(command: str, sanlint: Run) -> None:
    more = {"topology": ("-o", "a.svg"), "inventory": ("-o", "a.yaml"), "fail": ("--every", "single")}.get(command, ())
    result = sanlint(command, "", *more)
    assert result.code == 2
    assert result.err.startswith("sanlint: error: empty path")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty file"),
        (b"\0" * 600, "empty file"),
        (b" \n\t\n", "empty file"),
        (bytes(range(256)) * 40, "binary data, not text"),
        (b"PK\x03\x04" + b"\0" * 40, "damaged zip archive"),
        (b"\x1f\x8b\x08" + b"x" * 40, "damaged compressed data"),
        ("dear diary\n".encode("utf-16-le") * 30, ""),
        (b"a" * 5_000_000, ""),
        (b'{"a":"' + b"x" * 5_000_000 + b'"}', ""),
        (b"[" * 200_000, ""),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, ""),
    ],
)
def test_unrecognised_files_are_listed(sanlint: Run, tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "x.txt").write_bytes(content)
    outcome = sanlint("check", "x.txt", "--isolated", "--format", "concise")
    assert outcome.code == 3
    assert "1 not recognised: x.txt" in outcome.out
    assert said in outcome.out
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize(
    "content",
    [
        "sanlint: 1\nhosts: " + "[" * 20_000 + "]" * 20_000,
        "sanlint: 1\nhosts:\n  x:\n    y: " + "{a: " * 5000 + "1" + "}" * 5000,
        "sanlint: 1\na: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{n}: &{n} [{', '.join(['*' + p] * 9)}]\n" for p, n in zip("abcdefgh", "bcdefghi", strict=True)),
        "sanlint: 1\nhosts: &h [*h]\n",
        "sanlint: 1\nhosts: {x: {os_version: [\n",
    ],
)
def test_an_inventory_that_cannot_be_read_says_where_reading_stopped(sanlint: Run, content: str) -> None:
    Path("x.yaml").write_text(content)
    outcome = sanlint("check", "x.yaml", "--isolated", "--format", "concise")
    assert "1 only partly read: x.yaml:" in outcome.out
    assert "(reading stopped: " in outcome.out
    assert "Traceback" not in outcome.err
    assert outcome.code == 3


def test_a_truncated_export_keeps_complete_records_and_names_the_line(sanlint: Run) -> None:
    Path("x.txt").write_text(CUT)
    [file] = _files(sanlint, "x.txt").values()
    assert (file["incomplete"], file["records"] > 0) == (True, True)
    outcome = sanlint("check", "x.txt", "--isolated", "--format", "concise", "--strict")
    assert "1 only partly read: x.txt:20 (truncated: the record of fc.2000" in outcome.out
    assert "--strict: not recognised or only partly read: x.txt" in outcome.err
    assert outcome.code == 3


@pytest.mark.parametrize(
    ("first", "second", "fact"),
    [
        ("observed: true", "observed: true", "vendor"),
        ("observed: true", "# declared", "size_bytes"),
        ("# declared", "# declared", "size_bytes"),
    ],
)
def test_two_sources_that_contradict_each_other_are_both_named(
    sanlint: Run, first: str, second: str, fact: str
) -> None:
    values, name_of_fact = {"size_bytes": ((1024, 2048), "size (bytes)"), "vendor": (("EMC", "DGC"), "vendor")}[fact]
    for name, head, value in (("a.yaml", first, values[0]), ("b.yaml", second, values[1])):
        Path(name).write_text(
            f"sanlint: 1\n{head}\nhosts:\n  esx01:\n    devices:\n"
            f"      naa.6000144000000010a1115d0000000021: {{{fact}: {value}}}\n"
        )
    outcome = sanlint("check", "a.yaml", "b.yaml", "--isolated", "--format", "concise")
    [line] = [line for line in outcome.out.splitlines() if "DOC012" in line]
    for text in (name_of_fact, "a.yaml:6", str(values[0]), "b.yaml:6", str(values[1])):
        assert text in line


def test_a_malformed_name_is_a_finding_at_its_line(sanlint: Run) -> None:
    Path("sw1.txt").write_text(SWITCH.replace("a0:00:00:01\n\nEff", "a0:00:00:0g\n\nEff"))
    outcome = sanlint("check", "sw1.txt", "--isolated", "--format", "concise")
    assert "sw1.txt:3: DOC002 error" in outcome.out
    assert "50:00:14:42:a0:00:00:0g" in outcome.out


@pytest.mark.parametrize("form", ["table", "full", "concise"])
def test_names_from_outside_never_act_on_the_terminal(sanlint: Run, form: str) -> None:
    hostile = "esx\x1b[31m\n[red]07\x9b2J\u202e"
    folder = Path(f"in{hostile}")
    folder.mkdir()
    (folder / f"odd{hostile}.txt").write_text("not a format\nat all\nnor that\nor that\n")
    name = json.dumps(hostile)
    (folder / f"inventory{hostile}.yaml").write_text(
        f"sanlint: 1\nobserved: true\nhosts:\n  {name}:\n    os_version: {name}\n    {name}: 1\n"
    )
    (folder / "second.yaml").write_text(
        f"sanlint: 1\nobserved: true\nhosts:\n  {name}:\n    os_version: {json.dumps('other' + hostile)}\n"
    )
    outcome = sanlint("check", str(folder), "--isolated", "--format", form, "--coverage", "--color", "never")
    assert "DOC012" in outcome.out
    assert "[red]07" in outcome.out
    assert not set("\x1b\x9b\u202e") & set(outcome.out + outcome.err)


def test_file_names_that_are_no_utf8_are_written_as_escapes_and_kept_apart(sanlint: Run, tmp_path: Path) -> None:
    for name in (b"esx\xff", b"esx\xfe"):
        folder = tmp_path / "in" / os.fsdecode(name)
        folder.mkdir(parents=True)
        (folder / "cfgshow.txt").write_text(SWITCH.partition("\n")[2])
    assert [(file["path"], file["owner"]) for file in _files(sanlint, "in").values()] == [
        ("in/esx\\xfe/cfgshow.txt", "esx\\xfe"),
        ("in/esx\\xff/cfgshow.txt", "esx\\xff"),
    ]


def test_out_of_range_values_are_reported_and_the_rest_is_read(sanlint: Run) -> None:
    size = 10**30
    Path("x.yaml").write_text(
        'sanlint: 1\nhosts:\n  "esx\\ud800":\n    os_version: "7\\udfff"\n    devices:\n'
        f"      naa.6000144000000010a1115d0000000021: {{vendor: EMC, size_bytes: {size}}}\n"
    )
    Path("x.json").write_text(json.dumps({"sanlint": 1, "hosts": {"esx\ud800": {"os_version": "7\udfff"}}}))
    outcome = sanlint("check", "x.yaml", "x.json", "--isolated", "--format", "concise", "--coverage")
    assert outcome.code in (0, 1), outcome.err
    said = " ".join(outcome.out.split())
    assert "line 6: skipped device size bytes: 10000000000000000" in said
    assert "is not a valid value" in said
    assert "line 3: host os version: '7\\udfff' contains half a character, which was replaced" in said
    assert "2 files: 1 host" in said


def test_a_file_is_read_once_however_many_paths_lead_to_it(sanlint: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in" / "sw1" / "logs"
    folder.mkdir(parents=True)
    (folder / "cfgshow.txt").write_text(SWITCH.partition("\n")[2])
    (folder / "again.txt").symlink_to("cfgshow.txt")
    whole = sanlint("check", "in", "--isolated", "--select", "ZON", "--format", "json", "--as-of", "2026-11-01").out
    assert len(json.loads(whole)["coverage"]["files"]) == 1
    for paths in (["in/sw1/logs/cfgshow.txt", "in"], ["in", "./in/sw1", str(folder)], ["in/sw1/logs", "in", "in"]):
        files = json.loads(sanlint("check", *paths, "--isolated", "--select", "ZON", "--format", "json").out)[
            "coverage"
        ]["files"]
        assert [(one["path"], one["owner"]) for one in files] == [("in/sw1/logs/cfgshow.txt", "sw1")]


def test_a_reader_that_breaks_stops_neither_the_file_nor_the_others(
    sanlint: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dataclasses

    from checker.readers import registry

    Path("a.txt").write_text(SWITCH)
    Path("b.txt").write_text(PATHS)
    good = registry.reader_named("brocade-cfgshow")

    def broken(_capture: object, _writer: object) -> None:
        raise ZeroDivisionError("by zero")

    module = {"brocade-cfgshow": dataclasses.replace(good, read=broken)}
    kept = registry._in_module
    monkeypatch.setattr(
        registry, "_in_module", lambda name: {**kept(name), **(module if name.endswith("cfgshow") else {})}
    )
    outcome = sanlint("check", "a.txt", "b.txt", "--isolated", "--format", "concise")
    assert outcome.code == 4
    assert "Error: a.txt:2: ZeroDivisionError: by zero" in outcome.out
    assert "1 only partly read: a.txt:2 (reading stopped: internal error in reader brocade-cfgshow" in outcome.out
    assert "1 host" in outcome.out


def test_a_detector_that_breaks_stops_only_its_file(sanlint: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from checker.intake import read as intake

    Path("a.txt").write_text("broken: " + SWITCH)
    Path("b.txt").write_text(PATHS)
    split = intake.split_commands  # type: ignore[attr-defined]

    def breaks(text: str, *more: Any) -> Any:
        if text.startswith("broken"):
            raise ZeroDivisionError("by zero")
        return split(text, *more)

    monkeypatch.setattr(intake, "split_commands", breaks)
    outcome = sanlint("check", "a.txt", "b.txt", "--isolated", "--format", "concise")
    assert outcome.code == 4
    assert "1 not recognised: a.txt (reading stopped: internal error (ZeroDivisionError: by zero))" in outcome.out
    assert "1 host" in outcome.out
