"""Outputs as people send them: paged, quoted in mail, stamped by the terminal, in Markdown, in Ansible's JSON, titled."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable

import pytest

from checker.facts.observations import Observations
from checker.intake.decode import decode
from checker.intake.read import read_text
from checker.intake.record import ExportRecord
from checker.intake.wrapping import unwrapped
from tests import folders

SAMPLES = folders.SAMPLES
NAMES = (
    "brocade-switchshow",
    "nxos-show-zoneset-active",
    "clariion-getlun",
    "netapp-igroup-show.table",
    "svc-lshost",
    "vplex-ll-initiator-ports",
)
COMMANDS = dict(
    zip(NAMES, ("switchshow", "show zoneset active", "naviseccli getlun", "igroup show", "lshost", "ll"), strict=True)
)
Fact = tuple[str, tuple[tuple[str, str], ...]]


def _read(data: bytes) -> tuple[set[Fact], list[ExportRecord], set[int]]:
    found = Observations()
    records = read_text(decode(data), "owner1.txt", ("owner1.txt",), 0, found)
    facts: set[Fact] = set()
    lines: set[int] = set()
    for chunk in found.chunks():
        for index, line in enumerate(chunk.line):
            row = [(name, str(column[index])) for name, column in zip(chunk.columns, chunk.values, strict=True)]
            facts.add((chunk.kind, tuple(sorted(row))))
            lines.add(line)
    return facts, records, lines


def _each(text: str, prefix: str) -> str:
    return "\n".join(prefix + line for line in text.rstrip("\n").split("\n")) + "\n"


def _paged(text: str, question: str, page: int = 5) -> str:
    return "\n".join(
        (question if index % page == page - 1 else "") + line for index, line in enumerate(text.split("\n"))
    )


WRAPPED: dict[str, Callable[[str, str], str]] = {
    "pager of NX-OS": lambda text, _: _paged(text, "\x1b[7m--More--\x1b[m\r        \r"),
    "pager with backspaces": lambda text, _: _paged(text, "--More--" + "\b" * 8 + " " * 8 + "\b" * 8),
    "pager of a log without controls": lambda text, _: _paged(text, "--More--        "),
    "pager of IOS": lambda text, _: _paged(text, " --More-- \r          \r", page=2),
    "pager of Windows": lambda text, _: _paged(text, "-- More  -- \r             \r"),
    "pager of German Windows": lambda text, _: _paged(text, "-- Fortsetzung (12%) -- \r                        \r"),
    "less": lambda text, _: _paged(text, ":\x1b[K\r\x1b[K"),
    "less with line numbers": lambda text, _: _paged(text, "\x1b[7mlines 1-23\x1b[27m\x1b[K\r\x1b[K"),
    "cat -v": lambda text, _: text.replace("\n", "^M\n"),
    "mail": lambda text, _: _each(_each(text, "> "), ">"),
    "stamps": lambda text, _: _each(text, "[2026-01-02 10:11:12.123] "),
    "stamps of Tera Term": lambda text, _: _each(text, "[Fri Jan  2 10:11:12.123 2026] "),
    "Markdown": lambda text, _: f"# Switch A\n\nWhat is wrong here?\n\n```text\n{text}```\n\nAny ideas?\n",
    "Ansible": lambda text, _: json.dumps(
        {"changed": False, "stdout": [text], "stdout_lines": [text.split("\n")]}, indent=4
    ),
    "page": lambda text, _: f"<html><body>\n<p>What is wrong?</p>\n<pre>\n{html.escape(text)}</pre>\n</body></html>\n",
    "title": lambda text, command: f"==== {command} ====\n{text}",
    "title of a script": lambda text, command: f"Command: {command}\n{text}",
    "login": lambda text, _: f"login as: admin\nadmin@owner1's password:\n*** Authorised use only ***\n\n{text}",
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("how", WRAPPED)
def test_text_around_an_output_changes_no_fact(how: str, name: str) -> None:
    text = (SAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    plain, _, _ = _read(text.encode())
    wrapped, records, _ = _read(WRAPPED[how](text, COMMANDS[name]).encode())
    assert plain
    assert wrapped == plain
    assert [record.format for record in records if record.format] == [name.partition(".")[0]]


QUOTING = ("brocade-fabricshow.txt", "hitachi-raidcom-host-grp.detail.txt", "powercli-scsilun.csv")


@pytest.mark.parametrize("name", QUOTING)
def test_typographic_quotes_and_the_source_of_a_page_change_no_fact(name: str) -> None:
    text = f"A1::> version\n{(SAMPLES / name).read_text(encoding='utf-8')}A1::> exit\n"
    plain, records, _ = _read(text.encode())
    assert plain
    curly = re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", text).replace("'", "\u2019")
    for changed in (curly, html.escape(text), html.escape(text, quote=False)):
        assert changed != text
        read, found, _ = _read(changed.encode())
        assert read == plain
        assert [(one.format, one.owner) for one in found] == [(one.format, one.owner) for one in records]


BANNER = """User Access Verification
Password:
Bad terminal type: "xterm-256color". Will assume vt100.
Cisco Nexus Operating System (NX-OS) Software
TAC support: http://www.cisco.com/tac
Copyright (c) 2002-2024, Cisco Systems, Inc. All rights reserved.
The copyrights to certain works contained in this software are
owned by other third parties and used and distributed under
license. Certain components of this software are licensed under
the GNU General Public License (GPL) version 2.0 or the GNU
Lesser General Public License (LGPL) Version 2.1. A copy of each
such license is available at
http://www.opensource.org/licenses/gpl-2.0.php and
http://www.opensource.org/licenses/lgpl-2.1.php
"""


def test_the_banner_of_a_login_is_no_version_and_hides_no_output() -> None:
    text = (SAMPLES / "nxos-show-zoneset-active.txt").read_text(encoding="utf-8")
    plain, _, _ = _read(text.encode())
    under, records, _ = _read((BANNER + text).encode())
    assert under == plain
    assert [record.format for record in records] == ["nxos-show-zoneset-active"]
    alone = _read(f"{BANNER}sw1# show clock\n10:00:00 UTC\n".encode())[1]
    # Only the answer of a command that no reader knows is left.
    assert [record.format for record in alone] == [None]
    version = (SAMPLES / "nxos-show-version.txt").read_text(encoding="utf-8")
    assert [record.format for record in _read(version.encode())[1]] == ["nxos-show-version"]


@pytest.mark.parametrize("how", ["plain", "ad hoc", "playbook"])
def test_the_devices_that_ansible_queried_own_their_answers(how: str) -> None:
    text = (SAMPLES / "brocade-cfgshow.txt").read_text(encoding="utf-8")
    answers = {
        "plain": lambda host: f"{host} | CHANGED | rc=0 >>\n{text}\n",
        "ad hoc": lambda host: (
            f"{host} | SUCCESS => " + json.dumps({"stdout_lines": text.split("\n")}, indent=4) + "\n"
        ),
        "playbook": lambda host: (
            f"ok: [{host}] => " + json.dumps({"out.stdout_lines": text.split("\n")}, indent=4) + "\n"
        ),
    }
    one, records, _ = _read((answers[how]("sw-a1") + answers[how]("sw-b1")).encode())
    assert [(record.format, record.owner) for record in records] == [
        ("brocade-cfgshow", "sw-a1"),
        ("brocade-cfgshow", "sw-b1"),
    ]
    assert {dict(row)["switch"] for kind, row in one if kind == "zone"} == {"sw-a1", "sw-b1"}


def test_lines_keep_their_numbers() -> None:
    text = (SAMPLES / "nxos-show-zoneset-active.txt").read_text(encoding="utf-8")
    _, _, plain = _read(text.encode())
    for how in ("pager of NX-OS", "mail", "stamps"):
        assert _read(WRAPPED[how](text, "").encode())[2] == plain
    # Behind the head of the JSON, each line has its string.
    offset = WRAPPED["Ansible"](text, "").split("\n").index(f"            {json.dumps(text.split(chr(10))[0])},")
    assert _read(WRAPPED["Ansible"](text, "").encode())[2] == {line + offset for line in plain}


@pytest.mark.parametrize(
    "text",
    [
        "> quoted\nnot quoted\n",
        "[2026-01-02 10:11:12] stamped\nnot stamped\n",
        "2026-01-02 10:11:12 a log of a format\n2026-01-02 10:11:13 goes on\n",
        '{"stdout_lines": ["in one line", "as no file of ours"]}\n',
        '{\n  "stdout_lines": [\n    1,\n    2\n  ]\n}\n',
        "[section]\n[other]\n",
        "<prefix>1</prefix>\n<a>b</a>\n",
        "<pre> that never ends\n",
        '<a title="1 &gt; 0">b</a>\n',
        '{"text": "the &quot;new&quot; array"}\n',
    ],
)
def test_other_texts_are_left_alone(text: str) -> None:
    assert unwrapped(text) == text


def test_words_of_headlines_are_no_titles_of_commands() -> None:
    text = (SAMPLES / "nxos-show-zoneset-active.txt").read_text(encoding="utf-8")
    _, records, _ = _read(f"== version 2 ==\n## system overview\n-- show\n{text}".encode())
    assert len(records) == 1


def test_empty_fences_split_nothing() -> None:
    assert len(_read(b"switchName: sw1\n```\nswitchType: 109.1\n")[1]) == 1
