"""Inputs of less than a hundred kilobytes that once took seconds to hours: each has to end within moments."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.anonymize.collect import Collected, from_text
from checker.anonymize.mentioned import users_in
from checker.anonymize.secrets.remove import without_secrets
from checker.facts import normalise
from checker.intake.bundles.limits import Limits
from checker.intake.pool import read_all
from checker.intake.sections.banners import headings
from checker.intake.sections.split import split_commands
from checker.intake.unrecognised.greeting import is_greeting
from checker.intake.walk import find_files
from checker.intake.wrapping import unwrapped
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from tests.hostile.exports.repeated import endless
from tests.readers.harness import facts, sample
from tests.triage.tickets.test_ticket import read as read_ticket

SECONDS = 2.0
BLANKS = " " * 20_000
RULER = "-" * 16
TABS = "|\t" * 40


def _read(name: str, text: str) -> ReadResult:
    return read_capture(reader_named(name), Capture(text, "export.txt", owner="owner1"))


def _name(folder: Path, name: str) -> None:
    (folder / name).write_text(sample("vplex-ll-export-ports"))
    found = read_all(find_files([str(folder)]), folder, jobs=1, limits=Limits.of({"max_seconds": 12 * SECONDS}))
    assert [(one.format, one.notes) for one in found.records] == [("vplex-ll-export-ports", [])]


TEXTS: dict[str, Callable[[], object]] = {
    "a title that does not end": lambda: split_commands(f'---"esxtop {BLANKS}\x00'),
    "a command that does not end": lambda: split_commands(f"Command: multipath {BLANKS}\x00"),
    "a heading that does not end": lambda: list(headings(f">>\tsystem{BLANKS}\x00\n")),
    "a heading in brackets": lambda: list(headings(f"[system {BLANKS}\x00\n")),
    "tags that repeat": lambda: unwrapped("<pre>\n" + "</html  > " * 19 + "x\n</pre>"),
    "options of ping": lambda: _read("network-ping", f"{sample('network-ping')}\nping{' -1 --a' * 20} /\n"),
    "ping in other words": lambda: _read("network-ping", f"{sample('network-ping')}\n{'Ping:' * 70}\n"),
    "identifiers of no fabric": lambda: _read("brocade-lscfg", f"{sample('brocade-lscfg')}\nFID |{TABS}x\n"),
    "a ruler of a port": lambda: _read("oceanstor-initiator", f"{sample('oceanstor-initiator')}\n{'-' * 5_000}x\n"),
    "a login": lambda: is_greeting(f"Trying {'.' * 60_000}\x00", first=True),
    "headers of no mail": lambda: read_ticket("From: a\n" * 2_500),
    "a ticket of blank lines": lambda: read_ticket("\n" * 25_000 + "!"),
    "a ticket of clocks": lambda: read_ticket("10:15 " * 10_500),
    "a range of ranges": lambda: read_ticket("05-" * 20_000),
    "an arrow without figures": lambda: read_ticket(f"12 {BLANKS * 3} at 7"),
    "a user of blanks": lambda: without_secrets(f"tool -u{'=' * 20_000} -p removed"),
    "a licence of blanks": lambda: without_secrets("license add" + "\t" * 20_000 + "\x00"),
    "a key without a value": lambda: without_secrets(' password"\t:' + "\t" * 20_000 + "\x00"),
    "a credential of blanks": lambda: without_secrets(f"New-Object PSCredential(){BLANKS}\x00 PSCredential {BLANKS}\x00"),
    "an account of tabs": lambda: users_in("account" + "\t" * 40_000 + "\x00 removed"),
    "a contact of blanks": lambda: from_text(f"contact{BLANKS * 2}{'x' * 500}\n", Collected()),
    "a size of blanks": lambda: normalise.size_bytes(f"1{BLANKS * 2}x"),
    "a speed of blanks": lambda: normalise.speed_gbps(f"{BLANKS * 2}x"),
    "an answer of Ansible with blanks": lambda: unwrapped(
        f'db1 | SUCCESS => {{\n    "stdout_lines": [\n        "abc"{BLANKS * 3}x\n    ]{BLANKS * 3}x\n]\n}}\n'
    ),
    "headings of thousands of machines": lambda: split_commands(f"{RULER}\na[1-1023]\n{RULER}\nx\n" * 2_000),
    "headings of lists of machines": lambda: split_commands(f"{RULER}\na[{'1-1023,' * 56}]\n{RULER}\nx\n" * 220),
    "a message that is sent": lambda: without_secrets(f"sendln ,a{'#' * 20_000}"),
    "runs of all workloads and storages": lambda: _read(
        "workload-vdbench-parm",
        "".join(f"sd=sd{n},lun=/dev/x{n}\n" for n in range(1_500))
        + "".join(f"wd=w{n},sd=sd*\nrd=r{n},wd=w*,iorate=1\n" for n in range(1_200)),
    ),
    "ranges of no storage": lambda: _read(
        "workload-vdbench-parm", f"sd=sd1,lun=/dev/x\nwd=w1,sd=({'1-x' * 30_000})\nrd=r1,wd=w1,iorate=1\n"
    ),
    "brackets instead of names": lambda: _read(
        "nxos-show-zone", sample("nxos-show-zone").replace("    pwwn ", f"    pwwn {'[]' * 30_000}", 1)
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", TEXTS)
def test_it_ends(what: str) -> None:
    assert not endless(iter([(what, TEXTS[what])]), SECONDS)


@pytest.mark.parametrize("name", ["exports" * 34 + "q.txt", "q" + ".cfg" * 60 + ".x.txt", "exports-" * 30 + "q.txt"])
def test_a_file_name_is_divided_into_few_words(tmp_path: Path, name: str) -> None:
    assert not endless(iter([(name, lambda: _name(tmp_path, name))]), SECONDS)


def test_a_line_with_a_very_wide_gap_is_reported_and_proves_nothing() -> None:
    text = sample("nxos-show-zone")
    lines = text.splitlines()
    number = next(place for place, line in enumerate(lines) if "pwwn" in line)
    lines[number] = lines[number].replace("pwwn", f"pwwn{BLANKS}")
    result = _read("nxos-show-zone", "\n".join(lines))
    assert (result.unread_lines, result.first_unread, result.ends_inside_record) == (1, number + 1, True)
    assert [(note.line, note.text) for note in result.notes if "blanks" in note.text] == [
        (number + 1, "lines with 1,000 blanks in a row are not read")
    ]
    # What is wide but possible is read as before.
    lines[number] = lines[number].replace(BLANKS, " " * 900)
    assert facts(_read("nxos-show-zone", "\n".join(lines))) == facts(_read("nxos-show-zone", text))


@pytest.mark.parametrize("name", ["pure-purehost", "unity-uemcli-csv"])
def test_a_field_without_an_end_is_no_internal_error(name: str) -> None:
    result = _read(name, f"{sample(f'{name}.csv').rstrip()}{'a' * 200_000}\n")
    assert result.failure is None and result.ends_inside_record
    assert [note.text for note in result.notes] == ["reading stopped: field larger than field limit (131072)"]


def test_a_digit_that_is_no_number_is_no_internal_error() -> None:
    text = re.sub(r"<(media-speed-capability|speed)>[0-9]+<", r"<\1>²<", sample("brocade-rest-xml.chassis.xml"))
    assert "²" in text
    assert _read("brocade-rest-xml", text).failure is None
    heading = "-" * 16
    sections = split_commands(f"{heading}\na[²-³],b[1-2]\n{heading}\nx\n")
    assert {section.host for section in sections} >= {"b1", "b2"}
