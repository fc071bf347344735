"""``explain``, ``rules``, ``formats`` and the frame around all commands."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import folders
from tests.cli.conftest import Outcome, Stub

Run = Callable[..., Outcome]
ROOT = folders.ROOT
ENTRY = [sys.executable, "-c", "import sys; from checker.cli.entry import main; sys.exit(main())"]


def test_explain_shows_a_rule_by_id_in_any_case_and_by_name(audit: Stub, sanlint: Run) -> None:
    pages = [sanlint("explain", word).out for word in ("PTH003", "pth003", "director-missing-on-fabric")]
    assert pages[0] == pages[1] == pages[2]
    for text in (
        "PTH003 director-missing-on-fabric  error",
        "A host reaches a volume without one of the directors",
        "one director of each pair restarts",
        "H13540, section 5, page 30",
    ):
        assert text in pages[0]
    assert "When it fires" not in pages[0]
    assert "decided by    missing" in sanlint("explain", "PTH003", "--full").out
    assert sanlint("explain", "PTH003", "-q").out == pages[0]
    assert audit.calls == 0


def test_explain_shows_what_is_set_here(audit: Stub, sanlint: Run) -> None:
    page = sanlint("explain", "PTH003", "--config", "severities.PTH003=info").out
    assert "PTH003 director-missing-on-fabric  info" in page
    assert "default severity error; changed in --config" in page


def test_explain_a_finding_by_its_fingerprint(audit: Stub, sanlint: Run) -> None:
    outcome = sanlint("explain", "4f1c2a9be07d3158", "capture.txt")
    assert "esx07 has no live path to director B" in outcome.out
    assert re.findall(r"^(?:error|warning|info)  (\w+)", outcome.out, re.MULTILINE) == ["PTH003"]
    assert "maybe due to ZON001 [01020304] on " in outcome.out
    assert "add its exports" in sanlint("explain", "4f1c2a9be07d3158").err
    gone = sanlint("explain", "ffffffffffffffff", "capture.txt")
    assert (gone.code, "not found in these exports" in gone.err) == (2, True)


def test_explain_names_the_nearest_rule(audit: Stub, sanlint: Run) -> None:
    outcome = sanlint("explain", "PTH03")
    assert outcome.code == 2
    assert "did you mean 'PTH003'?" in outcome.err


def test_rules_list_for_people_and_programs(audit: Stub, sanlint: Run) -> None:
    assert "PTH003  error" in sanlint("rules", "list").out
    listed = json.loads(sanlint("rules", "list", "--format", "json").out)
    assert listed == [
        {
            "id": "PTH003",
            "name": "director-missing-on-fabric",
            "severity": "error",
            "category": "paths",
            "summary": "A host reaches a volume without one of the directors on a fabric.",
            "tags": [],
            "references": [],
            "experimental": False,
        }
    ]


@pytest.mark.parametrize(
    ("problems", "survivors", "code", "said"),
    [
        ([], [], 0, "1 rule, 3 examples, 4 facts hidden, 5 mutants: all passed."),
        (["exactly four: fires"], [], 1, "PTH003: exactly four: fires\n"),
        ([], ["< becomes <="], 1, "PTH003: not detected by any example: < becomes <=\n"),
    ],
)
def test_rules_test_names_each_failing_rule_and_its_fault(
    audit: Stub,
    sanlint: Run,
    monkeypatch: pytest.MonkeyPatch,
    problems: list[str],
    survivors: list[str],
    code: int,
    said: str,
) -> None:
    import checker.prove.run
    from checker.prove.examples import Outcome as RuleOutcome

    outcome = RuleOutcome("PTH003", 3, problems, 5, survivors, 4)
    monkeypatch.setattr(checker.prove.run, "check_rules", lambda *_given, **_options: [outcome])
    done = sanlint("rules", "test")
    assert (done.code, said in done.out) == (code, True)


def test_formats_lists_every_reader_with_its_command(sanlint: Run) -> None:
    from checker.readers.registry import readers

    text = " ".join(sanlint("formats").out.split())
    for reader in readers():
        assert reader.command in text
        assert f"{reader.name}:" in text


ZONES = """\
zoneset name ZS_A vsan 10
  zone name Z_esx01 vsan 10
  * fcid 0x010100 [pwwn 10:00:00:90:fa:00:00:01]
  * fcid 0x010200 [pwwn 50:00:14:42:a0:00:00:01]
"""


VSANS = """\
vsan 1 information
         name:VSAN0001  state:active
         interoperability mode:default
         loadbalancing:src-id/dst-id/oxid
         operational state:up

INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            1     0x010100  10:00:00:90:fa:00:00:01 20:00:00:90:fa:00:00:01

Total number of flogi = 1.
"""


def test_formats_explains_how_a_file_was_recognised(sanlint: Run, tmp_path: Path) -> None:
    known, unknown = tmp_path / "zones.txt", tmp_path / "poem.txt"
    known.write_text(ZONES)
    unknown.write_text("the quick brown fox\n")
    outcome = sanlint("formats", "--detect", str(known))
    assert outcome.code == 0
    assert "lines 1 to" in outcome.out
    assert "zoneset" in outcome.out
    outcome = sanlint("formats", "--detect", str(unknown))
    assert (outcome.code, outcome.out.count("Not recognised.")) == (3, 1)
    unknown.write_text("\n \n")
    outcome = sanlint("formats", "--detect", str(unknown))
    assert (outcome.code, outcome.out.strip()) == (3, "Not recognised: the file is empty.")
    assert sanlint("formats", "--detect", str(tmp_path / "none")).code == 2


@pytest.mark.parametrize(
    ("option", "said"), [("--detect", "owner unknown switch (stdin)"), ("--self-check", " lines with facts")]
)
def test_formats_reads_standard_input_as_often_as_it_needs(option: str, said: str) -> None:
    done = subprocess.run(
        [*ENTRY, "formats", option, "-"],
        input=ZONES, capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert (done.returncode, said in done.stdout) == (0, True), done.stdout


def test_formats_cuts_a_file_as_the_audit_does(sanlint: Run, tmp_path: Path) -> None:
    both = tmp_path / "both.txt"
    both.write_text(VSANS)
    outcome = sanlint("formats", "--detect", str(both))
    assert outcome.code == 0
    assert outcome.out.count("lines ") == 2
    assert [word in outcome.out for word in ("lines 1 to", "nxos-show-vsan", "lines 7 to", "nxos-show-flogi")] == [
        True
    ] * 4


def test_formats_names_the_owner_of_each_file_and_the_runner_up(sanlint: Run, tmp_path: Path) -> None:
    for name in ("sw-07", "sw-08"):
        (tmp_path / f"{name}_zones.txt").write_text(ZONES)
    (tmp_path / "sw-09_session.txt").write_text(f"core9# show zone status\n{ZONES}")
    said = sanlint("formats", "--detect", str(tmp_path)).out
    assert [line.strip() for line in said.splitlines() if line.startswith("      owner")] == [
        "owner sw-07 (by path)", "owner sw-08 (by path)", "owner core9 (by prompt); by path it would be sw-09",
    ]  # fmt: skip


@pytest.mark.parametrize("written", ["000194900731", "'000194900731'", '"000194900731"'])
def test_formats_names_the_owner_that_check_uses(
    written: str, sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder given with a single file proves nothing about it, and the configuration decides before anything else."""
    (tmp_path / "db01").mkdir()
    (tmp_path / "db01" / "zones.txt").write_text(ZONES)
    monkeypatch.chdir(tmp_path)
    for given in ("db01", "db01/zones.txt"):
        assert "owner unknown switch (zones.txt) (by path)" in sanlint("formats", "--detect", given).out
    (tmp_path / "sanlint.yaml").write_text(f"sources:\n  - {{match: db01/*, owner: {written}}}\n")
    said = sanlint("formats", "--detect", "db01/zones.txt").out
    assert "owner 000194900731 (by config); by path it would be unknown switch (zones.txt)" in said
    report = json.loads(sanlint("check", "db01", "-o", "json").out)
    assert [one["owner"] for one in report["coverage"]["files"]] == ["000194900731"]


def test_formats_names_the_owner_that_the_contents_of_several_files_prove(sanlint: Run, tmp_path: Path) -> None:
    """Files of A and B are of one array if they list the same parts, and of two if these differ."""
    parts = (ROOT / "tests/readers/samples/clariion-getdisk.txt").read_text()
    for side, text in (("A", parts), ("B", parts)):
        (tmp_path / f"{side}_getdisk.txt").write_text(text)
    said = sanlint("formats", "--detect", str(tmp_path)).out
    joined = "owner unknown array (clariion a) (by the contents of several files); by path it would be unknown array (clariion b)"
    assert joined in " ".join(said.split())
    report = json.loads(sanlint("check", str(tmp_path), "-o", "json").out)
    assert {one["owner"] for one in report["coverage"]["files"]} == {"unknown array (clariion a)"}
    (tmp_path / "B_getdisk.txt").write_text(parts.replace("W7H", "X8K"))
    said = sanlint("formats", "--detect", str(tmp_path)).out
    assert "owner unknown array (clariion b) (by path)" in said


def test_formats_names_all_owners_of_an_output_that_is_of_several_machines(sanlint: Run, tmp_path: Path) -> None:
    """Two maps of one name with other LUNs are of two hosts, also within one output."""
    paths = "size=100G features='0' hwhandler='0' wp=rw\n`-+- policy='service-time 0' prio=1 status=active\n  `- 1:0:0:1 sdb 8:16 active ready running\n"
    maps = "".join(f"mpatha (36000097000019260012353303030410{one}) dm-2 EMC,SYMMETRIX\n{paths}" for one in (1, 2))
    (tmp_path / "paths.txt").write_text(maps)
    said = " ".join(sanlint("formats", "--detect", str(tmp_path)).out.split())
    assert "owner unknown host (paths.txt) (line 1) (by the contents of several files)" in said
    assert "from line 5 on, owner unknown host (paths.txt) (line 5) (by the contents)" in said


def test_formats_opens_no_pipe_and_names_what_is_no_file(sanlint: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04....")
    for arguments, said in (
        (["--detect", str(tmp_path / "pipe")], "pipe: not a regular file"),
        (["--self-check", str(tmp_path / "none")], "none: no such file or folder"),
    ):
        outcome = sanlint("formats", *arguments)
        assert (outcome.code, said in outcome.err) == (2, True), outcome.err
    assert "damaged zip archive" in sanlint("formats", "--detect", str(tmp_path / "x.zip")).out


def test_command_output_may_replace_a_file() -> None:
    done = subprocess.run(
        ["bash", "-c", f"{' '.join(map(shlex.quote, ENTRY))} check <(cat) --isolated -o json"],
        input=ZONES, capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    [file] = json.loads(done.stdout)["coverage"]["files"]
    assert file["format"] == "nxos-show-zoneset-active", done.stderr


def test_formats_checks_records_read_against_records_present(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "zones.txt").write_text(ZONES)
    whole = sanlint("formats", "--self-check", str(tmp_path))
    assert "1 of 1 export read completely" in whole.out
    assert re.search(r"\d+/\d+ lines with facts", whole.out)
    (tmp_path / "poem.txt").write_text("the quick brown fox\n")
    part = sanlint("formats", "--self-check", str(tmp_path))
    assert (whole.code, part.code) == (0, 3)
    assert "not recognised" in part.out


def _process(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ENTRY, *arguments], capture_output=True, text=True, check=False, cwd=ROOT, **more)  # type: ignore[call-overload,no-any-return]


def test_the_version_is_answered_without_loading_the_command_line() -> None:
    script = (
        "import sys; sys.argv = ['sanlint', '--version']\n"
        "from checker.cli.entry import main; main()\n"
        "print(sorted({name.split('.')[0] for name in sys.modules}"
        " & {'typer', 'rich', 'duckdb', 'arro3', 'jsonschema', 'networkx', 'ruamel'}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines() == ["sanlint 0.1.0", "[]"]


def test_version_works_together_with_other_options() -> None:
    done = _process("--version", "--help")
    assert (done.returncode, done.stdout) == (0, "sanlint 0.1.0\n")


def test_help_names_every_command_and_the_exit_codes() -> None:
    done = _process("--help", env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"})
    assert done.returncode == 0
    for word in ("check", "explain", "rules", "formats", "Exit codes"):
        assert word in done.stdout


def test_a_wrong_command_is_a_usage_error() -> None:
    assert _process("chekc").returncode == 2


def test_a_closed_pipe_is_no_error() -> None:
    process = subprocess.Popen([*ENTRY, "formats"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), errors) == (0, "")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_the_run_with_their_code(number: signal.Signals, code: int) -> None:
    script = (
        "import signal, sys, time, checker.audit.session\n"
        # A shell lets what it starts in the background ignore SIGINT, and children inherit that.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def wait(san, **chosen):\n"
        "    print('ready', flush=True); time.sleep(30)\n"
        "checker.audit.session.Session.check = wait\n"
        "sys.argv = ['sanlint', 'check', '--isolated', 'pyproject.toml']\n"
        "from checker.cli.entry import main; sys.exit(main())"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.1)
        process.send_signal(number)
        assert "Traceback" not in process.stderr.read()
        assert process.wait() == code


_SLOW = (
    "import sys, time, checker.audit.session\n"
    "from tests.report import samples\n"
    "def slow(san, **chosen):\n"
    "    san.step('reading exports', 0.2); time.sleep(1.1); san.step('reading exports', 0.6)\n"
    "    return samples.CLEAN\n"
    "checker.audit.session.Session.check = slow\n"
    "sys.argv = ['sanlint', 'check', '--isolated', 'pyproject.toml']\n"
    "from checker.cli.entry import main; sys.exit(main())"
)


def test_progress_shows_on_a_terminal_for_work_over_a_second() -> None:
    import pty

    main_end, terminal = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-c", _SLOW], stdout=subprocess.PIPE, stderr=terminal, text=True, check=False, cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    os.close(terminal)
    seen = os.read(main_end, 65536).decode()
    os.close(main_end)
    assert done.returncode == 0
    assert "reading exports" in seen
    assert "reading exports" not in done.stdout


def test_progress_never_shows_in_a_pipe() -> None:
    done = subprocess.run([sys.executable, "-c", _SLOW], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_check_of_one_file_loads_no_library_it_does_not_need(tmp_path: Path) -> None:
    (tmp_path / "zones.txt").write_text(ZONES)
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); sys.argv = ['sanlint', 'check', 'zones.txt']\n"
        "from checker.cli.entry import main; main()\n"
        "sys.stderr.write(repr(sorted({name.split('.')[0] for name in sys.modules}"
        " & {'jsonschema', 'networkx', 'numpy', 'ruamel', 'asyncio', 'pandas'})))"
    )
    for _run in ("may compile the rules of a checkout", "finds them compiled"):
        done = subprocess.run(
            [sys.executable, "-c", script, str(ROOT)], capture_output=True, text=True, check=True, cwd=tmp_path
        )
    assert done.stderr.endswith("[]"), done.stderr


@pytest.mark.parametrize(
    ("redirection", "code", "said"),
    [
        (">&-", 2, "standard output cannot be written: Bad file descriptor"),
        ("2>&-", 0, ""),
        ("<&-", 0, ""),
        (">/dev/full", 2, "standard output cannot be written: No space left on device"),
        ("-o /dev/full", 2, "/dev/full cannot be written: No space left on device"),
        ("no-such-file 2>&-", 2, ""),
    ],
)
def test_streams_that_are_closed_or_full_end_without_a_traceback(redirection: str, code: int, said: str) -> None:
    command = f"{' '.join(map(shlex.quote, ENTRY))} check - --isolated --exit-zero --select ZON,DOC {redirection}"
    given = None if "<&-" in redirection else ZONES
    done = subprocess.run(["bash", "-c", command], input=given, capture_output=True, text=True, check=False, cwd=ROOT)
    assert "Traceback" not in done.stderr
    assert done.returncode == (3 if "<&-" in redirection else code), done.stderr
    assert said in done.stderr


def test_the_database_leaves_nothing_on_standard_error(tmp_path: Path) -> None:
    (tmp_path / "vsan.txt").write_text("mds1# show vsan\nvsan 10 information\n         name:A  state:active\n")
    assert "leaked" not in _process("check", str(tmp_path)).stderr
