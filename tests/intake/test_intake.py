"""From bytes to exports: encodings, prompts, several commands in a file, and whose they are."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from checker.intake import pool
from checker.intake.bundles.limits import Limits
from checker.intake.decode import decode
from checker.intake.owners.hints import SourceHint
from checker.intake.sections.split import split_commands
from checker.intake.sources import sources_of
from tests.facts.resolve.two_paths import I1, I2, MULTIPATH, PATHS, T1, T2, core_path, mpath_brief
from tests.support import intake_of, store_of

CORE = "".join(core_path(*path) for path in PATHS)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_encodings_and_line_ends_do_not_matter(encoding: str, ends: str) -> None:
    assert decode(CORE.replace("\n", ends).encode(encoding)) == CORE


def test_control_sequences_of_a_captured_session_are_gone() -> None:
    assert decode(b"\x1b[1;32mok\x1b[0m \x1b]0;title\x07x\x08y\n") == "ok y\n"
    assert decode(b"^[[33;1mok^[[0m ESC[1mcluster-1ESC[m a[0m] ^[ ESC\n") == "ok cluster-1 a[0m] ^[ ESC\n"


@pytest.mark.parametrize("text", ['{"note": "the \u201cnew\u201d array"}\n', "name: Ann\u2019s 'old' array\n"])
def test_typographic_quotes_next_to_plain_ones_are_letters(text: str) -> None:
    assert decode(text.encode()) == text


def test_latin_1_is_read_where_utf_8_fails() -> None:
    assert decode("Größe\n".encode("latin-1")) == "Größe\n"


SESSION = f"""[root@esx07:~] esxcli storage core path list
{CORE}[root@esx07:~] esxcfg-mpath -b
{mpath_brief(PATHS)}[root@esx07:~] exit
"""


def test_a_session_is_cut_at_its_prompts_and_belongs_to_the_machine_they_name() -> None:
    intake = intake_of({"notes/capture.txt": SESSION})
    assert [(r.format, r.owner, r.owner_basis, r.first_line) for r in intake.records] == [
        ("esxi-core-path-list", "esx07", "prompt", 2),
        ("esxi-mpath-brief", "esx07", "prompt", SESSION[: SESSION.index("esxcfg-mpath")].count("\n") + 2),
    ]
    assert [r.unread_lines for r in intake.records] == [0, 0]


def test_lines_of_a_section_count_from_the_top_of_the_file() -> None:
    store = store_of({"capture.txt": SESSION})
    line = SESSION[: SESSION.index("vmhba2:C0:T0:L1 LUN:1")].count("\n") + 1
    assert (line,) in store.rows("SELECT line FROM obs_path WHERE hctl = 'vmhba2:C0:T0:L1'")


@pytest.mark.parametrize(
    ("prompt", "host"),
    [
        ("[root@esx01:~] ", "esx01"),
        ("root@lin-1:/tmp# ", "lin-1"),
        ("sw1:admin> ", "sw1"),
        ("sw1:FID128:admin> ", "sw1"),
        ("mds1# ", "mds1"),
        ("VPlexcli:/> ", None),
        ("~ # ", None),
        ("$ ", None),
    ],
)
def test_prompts(prompt: str, host: str | None) -> None:
    sections = split_commands(f"{prompt}show nothing\nline\n")
    assert [(s.command, s.host, s.first_line, s.text) for s in sections] == [("show nothing", host, 2, "line\n")]


def test_a_loop_after_a_prompt_is_a_command() -> None:
    loop = "for d in $(ls /vmfs/devices/disks/naa.*); do echo $d; partedUtil getptbl $d; done"
    (section,) = split_commands(f"~ # {loop}\nline\n")
    assert (section.command, section.text) == (loop, "line\n")


@pytest.mark.parametrize(
    "line", ["# for each in turn", "# a comment of the admin", "> quoted text", "#:#:#:# - #:# active", "cost: 5 $"]
)
def test_a_false_prompt_does_not_split_the_text(line: str) -> None:
    text = f"first\n{line}\nlast\n"
    assert [section.text for section in split_commands(text)] == [text]


def test_the_header_of_a_collection_names_host_and_time() -> None:
    text = f"# sanlint: host=lin9 captured_at=2026-05-01T10:00:00Z\n{MULTIPATH}"
    record = intake_of({"x.txt": text}).records[0]
    assert (record.owner, record.owner_basis) == ("lin9", "header")
    assert record.captured_at == datetime(2026, 5, 1, 10, tzinfo=UTC)


def test_the_configuration_sets_the_owner_of_a_file() -> None:
    hints = (SourceHint("*x.txt", "lin5", datetime(2026, 4, 1, tzinfo=UTC)),)
    record = intake_of({"x.txt": MULTIPATH}, hints).records[0]
    assert (record.owner, record.owner_basis, record.captured_at) == (
        "lin5",
        "config",
        datetime(2026, 4, 1, tzinfo=UTC),
    )


def test_formats_one_after_another_without_prompts_are_all_read() -> None:
    text = """switchName:\tsw5
switchType:\t109.1
switchState:\tOnline
switchMode:\tNative
switchRole:\tPrincipal
switchDomain:\t1
switchId:\tfffc01
switchWwn:\t10:00:00:05:1e:00:00:01
zoning:\t\tON (cfg1)
switchBeacon:\tOFF

Index Port Address Media Speed State     Proto
==============================================
   0   0   010000   id    N8   Online      FC  F-Port  10:00:00:00:c9:aa:00:01

Defined configuration:
 cfg:\tcfg1\tz1
 zone:\tz1\t10:00:00:00:c9:aa:00:01; 50:00:09:72:08:12:34:a1

Effective configuration:
 cfg:\tcfg1
 zone:\tz1
\t\t10:00:00:00:c9:aa:00:01
\t\t50:00:09:72:08:12:34:a1
"""
    intake = intake_of({"x.txt": text})
    assert [(r.format, r.owner) for r in intake.records] == [("brocade-switchshow", "sw5"), ("brocade-cfgshow", "sw5")]


def test_an_unknown_part_is_reported_with_what_was_read() -> None:
    text = f"[root@esx07:~] esxcli storage core path list\n{CORE}[root@esx07:~] some-vendor-tool --list\nalpha\nbeta\n"
    intake = intake_of({"x.txt": text})
    assert [(r.format, r.command) for r in intake.records] == [
        ("esxi-core-path-list", "esxcli storage core path list"),
        (None, "some-vendor-tool --list"),
    ]


def test_names_used_here_are_those_of_the_paths() -> None:
    rows = store_of({"esx01/a.txt": CORE}).rows("SELECT initiator_wwpn, target_wwpn FROM path ORDER BY 1")
    assert rows == [(I1, T1), (I2, T2)]


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(max_files=2), "more than 2 files (bundles.max_files)"),
        (Limits(max_read_bytes=2 * len(CORE) + 9), "more than 0 MiB (bundles.max_read_bytes)"),
    ],
)
def test_files_beyond_a_limit_are_noted_and_the_others_are_read(tmp_path: Path, limits: Limits, said: str) -> None:
    (tmp_path / "private").mkdir()
    for name in ("a", "b", "c", "d", "e"):
        (tmp_path / "san" / name).mkdir(parents=True)
        (tmp_path / "san" / name / "paths.txt").write_text(CORE)
    sources = sources_of([str(tmp_path / "san")], tmp_path / "private", limits)
    records = pool.read_all(sources, tmp_path / "private", jobs=1).records
    assert [(one.file[-11:], one.format is not None, [text for _, text in one.notes]) for one in records] == [
        ("a/paths.txt", True, []),
        ("b/paths.txt", True, []),
        ("c/paths.txt", False, [f"{said}: this file and the 2 files after it not read"]),
    ]


def test_one_large_file_is_read_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "esx07_esxcli-storage-core-path-list.txt").write_text(CORE)
    sources = sources_of([str(tmp_path)], tmp_path)
    expected = pool.read_all(sources, tmp_path, jobs=2)
    monkeypatch.setattr(pool, "PARALLEL_FROM_BYTES", 0)
    found = pool.read_all(sources, tmp_path, jobs=2)
    assert found.records == expected.records
    # What reading takes is free again before the tables are made.
    assert not list(found.observations.chunks())
    assert {kind for kind, _ in found.files} == {chunk.kind for chunk in expected.observations.chunks()} != set()
