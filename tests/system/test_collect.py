"""Collection scripts: clean, read-only, and their archives are read as they are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.collect import SCRIPTS, TRIAGE, Script
from checker.readers.registry import Card, cards
from tests.powershell import Script as PowerShell

ENTRY = [sys.executable, "-c", "import sys; from checker.cli.entry import main; sys.exit(main())"]
SHELL = [one for one in SCRIPTS.values() if one.file.endswith(".sh")]
CHANGES = re.compile(
    r"\b(esxcli [\w. -]*\b(?:set|add|remove|unmap|rescan|reclaim|disable|enable)\b|rescan|multipath -[fFrR]|multipathd (?:add|del|resize|reconfigure)"
    r"|mkfs|fdisk [^-]|sfdisk /|parted .* mk|Set-\w+|Remove-\w+|Clear-\w+|Initialize-\w+|mpclaim\S* -[rnl]|cfgsave|cfgenable|configupload"
    r"|configure terminal|copy run|commit|rm -rf /|dd if=|passwd|shadow|chap)\b",
    re.IGNORECASE,
)


def collect(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ENTRY, "collect", *arguments], capture_output=True, text=True, check=False)


def run_script(tmp_path: Path, text: str, tools: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script under dash with stand-ins for the commands of its platform."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name, body in tools.items():
        (folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (folder / name).chmod(0o755)
    script = tmp_path / "collect.sh"
    script.write_text(text)
    return subprocess.run(
        [shutil.which("dash") or "sh", str(script), *arguments],
        capture_output=True, text=True, check=False, cwd=tmp_path, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
    )  # fmt: skip


@pytest.mark.parametrize("script", [*SHELL, SCRIPTS["brocade"], SCRIPTS["cisco-mds"]], ids=lambda one: one.platform)
def test_shell_scripts_are_clean(script: Script, tmp_path: Path) -> None:
    shellcheck = Path(sys.executable).with_name("shellcheck")
    found = str(shellcheck) if shellcheck.exists() else shutil.which("shellcheck")
    if found is None:
        pytest.skip("shellcheck is not installed")
    file = tmp_path / "collect.sh"
    file.write_text(script.ssh_script() if script.over_ssh else script.text)
    done = subprocess.run([found, str(file)], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=lambda one: one.platform)
def test_no_script_changes_anything_or_takes_secrets(script: Script) -> None:
    lines = [line for line in script.text.splitlines() if not line.lstrip().startswith("#")]
    assert [line for line in lines if CHANGES.search(line)] == []
    assert "show running-config" not in script.commands


@pytest.mark.parametrize("script", [one for one in SCRIPTS.values() if one.commands], ids=lambda one: one.platform)
def test_every_command_of_a_list_has_a_reader(script: Script) -> None:
    # What only sets the session up, or is read with another command's output.
    setup = {"terminal length 0", "show clock", "switchname"}
    known = [card.command for card in cards() if card.platform == script.platform]
    words = {part.strip().removeprefix("xmcli ") for command in known for part in command.split(";")}
    firsts = {word.split()[0] for word in words if word and word.split()[0] != "show"}
    # One reader serves all tables of xmcli, and one all of ETERNUS.
    firsts |= {"show"} if script.platform in ("xtremio", "eternus") else set()
    unread = [
        command
        for command in script.commands
        if command not in setup and command not in words and not (firsts & {command.split()[0], command.split("-")[0]})
    ]
    assert unread == []


def test_the_platforms_are_listed_and_the_nearest_is_named() -> None:
    listed = collect()
    assert listed.returncode == 0
    assert all(f"  {platform} " in listed.stdout for platform in SCRIPTS)
    wrong = collect("brocad")
    assert (wrong.returncode, "did you mean 'brocade'?" in wrong.stderr) == (2, True)
    assert collect("vplex", "--ssh").returncode == 2


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the script is for Linux")
def test_the_linux_script_runs_here_and_its_archive_is_read(tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in Path("/etc").glob("*.conf")}
    tools = {
        "multipath": "cat <<'X'\nmpatha (36000144000000010300aa00000000001) dm-2 EMC,Invista\n"
        "size=500G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw\n"
        "`-+- policy='round-robin 0' prio=50 status=active\n"
        "  |- 3:0:0:1 sdb 8:16 active ready running\n  `- 4:0:0:1 sdc 8:32 active ready running\nX",
        "powermt": "exit 3",
    }
    done = run_script(tmp_path, collect("linux").stdout, tools, ".")
    assert done.returncode == 0, done.stderr
    archive = tmp_path / done.stdout.strip()
    assert archive.stat().st_mode & 0o077 == 0
    report = audit([str(archive)], Options(isolated=True))
    read = {one.format: one for one in report.files if one.format}
    assert {"linux-uname", "linux-multipath-topology"} <= set(read)
    host = (
        subprocess.run(["hostname"], capture_output=True, text=True, check=False).stdout.strip() or os.uname().nodename
    )
    assert read["linux-multipath-topology"].owner == host
    assert read["linux-multipath-topology"].captured_at is not None
    assert all(one.format or one.ignored for one in report.files)
    assert {path: path.stat().st_mtime_ns for path in Path("/etc").glob("*.conf")} == before


def test_the_esxi_script_names_device_and_module_of_each_output(tmp_path: Path) -> None:
    esxcli = """case "$*" in
'system version get') printf '   Product: VMware ESXi\\n   Version: 7.0.3\\n   Build: Releasebuild-1\\n   Update: 3\\n   Patch: 50\\n';;
'storage nmp satp list') printf 'Name           Default PSP  Description\\n-------------  -----------  -----------\\nVMW_SATP_SYMM  VMW_PSP_RR   x\\n';;
*) exit 1;;
esac"""
    done = run_script(tmp_path, collect("esxi").stdout, {"esxcli": esxcli, "hostname": "echo esx31"}, ".")
    assert done.returncode == 0, done.stderr
    report = audit([str(tmp_path / done.stdout.strip())], Options(isolated=True))
    assert {(one.format, one.owner) for one in report.files if one.format} == {
        ("esxi-system-version", "esx31"),
        ("esxi-satp-list", "esx31"),
    }


def test_commands_over_ssh_are_kept_with_switch_and_time(tmp_path: Path) -> None:
    ssh = 'for last; do :; done; case "$last" in version) printf "Kernel:     2.6.34.6\\nFabric OS:  v8.2.1c\\n";; *) exit 1;; esac'
    done = run_script(tmp_path, collect("brocade", "--ssh").stdout, {"ssh": ssh}, "audit@sw-a1", "audit@sw-b1")
    assert done.returncode == 0, done.stderr
    report = audit([str(tmp_path / done.stdout.strip())], Options(isolated=True))
    assert {(one.format, one.owner) for one in report.files if one.format} == {
        ("brocade-version", "sw-a1"),
        ("brocade-version", "sw-b1"),
    }


@pytest.mark.parametrize(
    ("platform", "called"),
    [("windows", "Get-InitiatorPort"), ("powercli", "Get-ScsiLunPath")],
    ids=("windows", "powercli"),
)
def test_powershell_scripts_are_whole_and_only_read(platform: str, called: str) -> None:
    script = PowerShell(SCRIPTS[platform].text)
    names = {call.name for call in script.calls()}
    assert called in names
    verbs = {name.partition("-")[0] for name in names if re.fullmatch(r"[A-Z][a-z]+-\w+", name)}
    # What makes files: the folder that it fills, and the archive of it.
    assert verbs <= {
        "Get",
        "Select",
        "ForEach",
        "Where",
        "Join",
        "ConvertTo",
        "Export",
        "Save",
        "Out",
        "New",
        "Compress",
        "Write",
    }
    assert {name for name in names if name.startswith("New-")} <= {"New-Item"}


def _outputs(script: Script) -> list[str]:
    """The commands of a list for triage, without what only sets the session up, and without where they write."""
    commands = [
        re.sub(r' *>>?(?:"[^"]*"|\S+\Z)| -f CSV -o \S+|LC_ALL=C |S_TIME_FORMAT=ISO |^ssh \S+ ', "", line)
        for line in script.commands
    ]
    commands = [command.removeprefix("date;").strip() for command in commands if not command.startswith("cpdumps")]
    unread = ("date", "show clock", "terminal length 0")
    return [command for command in commands if command not in unread and not command.startswith("SESSION=")]


def _reader_of(command: str, platform: str) -> Card | None:
    """The reader of a command's output: the one with most of its words."""
    words = re.sub(r"portstats64show", "portstatsshow", command)
    words = words.replace("statport -host", "statvv")
    words = re.sub(r"^scp '\S+?:(\S+)\*'.*", r"\1*", words)
    if "curl" in words:
        name = "symmetrix-unisphere-performance" if platform == "symmetrix" else f"{platform}-rest"
        return next(card for card in cards() if card.name == name)
    fits = [
        card
        for card in cards()
        if card.platform == platform
        and all(
            re.search(rf"(?<![\w]){re.escape(word)}", words)
            for word in card.command.split(";")[0].split()
            if not word.startswith("<")
        )
    ]
    return max(fits, key=lambda card: len(card.command), default=None)


@pytest.mark.parametrize("script", TRIAGE.values(), ids=lambda one: one.platform)
def test_what_triage_asks_for_is_read_and_has_a_sample(script: Script) -> None:
    samples = Path(__file__).parents[1] / "readers" / "samples"
    measured: set[str] = set()
    for command in _outputs(script):
        if script.platform == "vplex":
            readers = [
                card
                for card in cards()
                if card.platform == "vplex" and card.command.removeprefix("<director>") in command
            ]
            assert len(readers) == 2
        else:
            found = _reader_of(command, script.platform)
            assert found is not None, command
            readers = [found]
        assert all(list(samples.glob(f"{card.name}.*")) for card in readers), command
        measured.update(fact for card in readers for fact in card.provides)
    assert measured & {"load_sample", "load_counter", "counter_sample"}


def test_platforms_of_triage_are_listed_and_others_are_named() -> None:
    listed = collect("--triage")
    assert all(f"  {platform} " in listed.stdout for platform in TRIAGE)
    assert "180" in collect("--triage", "linux").stdout
    assert "triage does not read time series" in collect("--triage", "xtremio").stderr
    # Exports of its configuration are read, but there is no script for it either.
    assert "triage does not read time series" in collect("--triage", "eternus").stderr
    assert "did you mean 'brocade'?" in collect("--triage", "brocad").stderr
    assert collect("--triage", "brocade", "--ssh").returncode == 2


@pytest.mark.parametrize("script", TRIAGE.values(), ids=lambda one: one.platform)
def test_lists_for_triage_change_nothing(script: Script) -> None:
    assert [line for line in script.commands if CHANGES.search(line)] == []


def test_a_post_to_a_powerstore_has_the_token_and_the_cookie_of_a_session(tmp_path: Path) -> None:
    """PowerStore refuses it otherwise (REST API Developers Guide, HTTP request headers)."""
    curl = tmp_path / "curl"
    curl.write_text(
        "#!/bin/sh\n"
        'case "$*" in *login_session*) printf "HTTP/1.1 200 OK\\r\\nDELL-EMC-TOKEN: abc=\\r\\nSet-Cookie: auth_cookie=xyz; Path=/; Secure\\r\\n\\r\\n" ;;\n'
        '*) for one in "$@"; do echo "<$one>"; done ;; esac\n'
    )
    curl.chmod(0o755)
    lines = [one for one in TRIAGE["powerstore"].commands if "login_session" in one or "metrics/generate" in one]
    done = subprocess.run(
        ["sh", "-c", "\n".join(lines)], cwd=tmp_path, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=True, timeout=60
    )
    sent = (tmp_path / "metrics-ARRAY.json").read_text()
    assert done.returncode == 0
    assert "<DELL-EMC-TOKEN: abc=>" in sent
    assert "<auth_cookie=xyz>" in sent
