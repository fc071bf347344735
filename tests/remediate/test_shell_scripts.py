"""Shell scripts, run by a real shell with stubs in place of the tools: what they get, and that nothing else happens."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.rules.book.rule import FixCommand
from tests.remediate.plans import HOSTILE, finding, scripts, steps
from tests.thorough import examples

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="no POSIX shell here")
SET = FixCommand("esxi", "tool set --device {volume}", "tool unset --device {volume}", check="tool get {volume}")
STUB = """#!/bin/sh
for word in "$@"; do printf '%s\\036' "$word"; done >>"$LOG"
printf '\\035' >>"$LOG"
[ "$1" != fail ]
"""
_TEXT = st.text(st.sampled_from("ab '\"`$();|&<>*?~#!\\{}[]^%\n\r\t\x1b=-") | st.characters(codec="utf-8"), max_size=20)


class Shell:
    """A folder with the stub ``tool``, in which scripts run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bin").mkdir()
        for name in ("tool", "udevadm", "multipathd"):
            (folder / "bin" / name).write_text(STUB)
            (folder / "bin" / name).chmod(0o700)
        (folder / "work").mkdir()

    def run(self, text: str, **environment: str) -> tuple[subprocess.CompletedProcess[str], list[list[str]]]:
        """Run a script; return how it went, and the arguments of every call of a stub."""
        log = self.folder / "log"
        log.write_text("")
        script = self.folder / "script.sh"
        script.write_text(text, encoding="utf-8")
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", str(script)], cwd=self.folder / "work", capture_output=True, text=True, check=False, timeout=6000,
            env={"PATH": path, "LOG": str(log), **environment}, errors="replace",
        )  # fmt: skip
        calls = [call.split("\036")[:-1] for call in log.read_bytes().decode().split("\035")[:-1]]
        assert not list((self.folder / "work").iterdir()), "a command ran that was not requested"
        return done, calls


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def one_script(values: list[str], messages: list[str] | None = None) -> tuple[str, str | None, list[str]]:
    """Script and undo for a finding of each value, and the values that can be in a command."""
    texts = messages or ["it is wrong"] * len(values)
    found = [finding(steps(SET, volume=v), m, n) for n, (v, m) in enumerate(zip(values, texts, strict=True))]
    usable = [step.run for one in found for step in one.fix if not step.checklist]
    result = scripts(found)
    return (result[0][1], result[0][2], usable) if result else ("", None, usable)


LIVE = {"DRY_RUN": "0", "ANY_HOST": "1"}


def test_every_value_arrives_as_one_argument_and_comments_stay_comments(shell: Shell) -> None:
    text, undo, _ = one_script(list(HOSTILE), list(HOSTILE))
    done, calls = shell.run(text, **LIVE)
    assert done.returncode == 0, done.stderr
    usable = [call[2] for call in calls if call[0] == "set"]
    assert {"a b", "$(touch canary)", "a'b", "$HOME", "SANLINT", "é"} <= set(usable) <= set(HOSTILE)
    assert not any(mark in value for value in usable for mark in "\n\r\x1b\u2028\x00")
    assert calls == [call for value in usable for call in (["set", "--device", value], ["get", value])]
    assert undo is not None
    done, calls = shell.run(undo, **LIVE)
    assert [call[2] for call in calls] == usable[::-1]
    assert all(call[0] == "unset" for call in calls)


@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.lists(_TEXT, min_size=1, max_size=12, unique=True), message=_TEXT)
def test_no_name_is_executed(shell: Shell, values: list[str], message: str) -> None:
    text, _, usable = one_script(values, [message] * len(values))
    if not usable:
        assert text == ""
        return
    done, calls = shell.run(text, **LIVE)
    assert done.returncode == 0, done.stderr
    arrived = [call[2] for call in calls if call[0] == "set"]
    assert len(arrived) == len(usable)
    assert set(arrived) <= set(values)


@pytest.mark.parametrize("name", [*HOSTILE, "ab01.example.org", "10.1.2.3"])
def test_no_machine_name_is_executed(shell: Shell, name: str) -> None:
    found = finding(steps(SET, volume="v1", host=name), object={"host": name})
    ((script, text, _),) = scripts([found])
    assert Path(script.file).name == script.file
    assert script.file.isascii()
    done, calls = shell.run(text, DRY_RUN="0", ANY_HOST="1")
    assert done.returncode == 0, done.stderr
    assert len(calls) == 2
    done, calls = shell.run(text, DRY_RUN="0")
    assert (done.returncode, calls) == (2, [])


def test_a_running_value_is_also_written_to_the_file_that_is_read_at_boot(shell: Shell, tmp_path: Path) -> None:
    now = FixCommand("linux", "tool set {name}=0", "tool set {name}=1")
    boot = FixCommand("sysctl.d", "{name} = 0", "{name} = 1")
    found = finding([*steps(now, name="vm.x"), *steps(boot, name="vm.x")])
    ((script, text, undo),) = scripts([found])
    assert script.platform == "linux"
    path, folder = "/etc/sysctl.d/99-sanlint.conf", str(tmp_path / "etc")
    text, undo = (one.replace("/etc/sysctl.d", folder) for one in (text, undo or ""))
    done, calls = shell.run(text, **LIVE)
    assert done.returncode == 0, done.stderr
    written = tmp_path / "etc" / Path(path).name
    assert written.read_text().splitlines()[-1] == "vm.x = 0"
    assert calls == [["set", "vm.x=0"]]
    assert shell.run(text, **LIVE)[0].returncode == 1
    done, calls = shell.run(undo, **LIVE)
    assert done.returncode == 0, done.stderr
    assert not written.exists()
    assert calls == [["set", "vm.x=1"]]


def test_nothing_runs_unless_requested(shell: Shell) -> None:
    text, undo, _ = one_script(["v1", "v2"])
    for script in (text, undo or ""):
        done, calls = shell.run(script)
        assert done.returncode == 0
        assert calls == []
    assert "would run: tool set --device v1" in shell.run(text)[0].stdout
    assert shell.run(text, DRY_RUN="no")[0].returncode == 2
    assert shell.run(text, DRY_RUN="")[1] == []


def test_it_refuses_to_run_on_another_machine(shell: Shell) -> None:
    done, calls = shell.run(one_script(["v1"])[0], DRY_RUN="0")
    assert done.returncode == 2
    assert calls == []
    assert "the script is for h1" in done.stderr


def test_it_runs_on_the_machine_under_each_of_its_names(shell: Shell) -> None:
    (shell.folder / "bin" / "hostname").write_text("#!/bin/sh\necho H1.Example.ORG\n")
    (shell.folder / "bin" / "hostname").chmod(0o700)
    done, calls = shell.run(one_script(["v1"])[0], DRY_RUN="0")
    assert done.returncode == 0, done.stderr
    assert len(calls) == 2


def test_it_stops_at_the_first_command_that_fails(shell: Shell) -> None:
    commands = [FixCommand("esxi", f"tool {word} {{volume}}") for word in ("first", "fail", "third")]
    found = finding([step for command in commands for step in steps(command, volume="v")])
    done, calls = shell.run(scripts([found])[0][1], **LIVE)
    assert done.returncode == 1
    assert [call[0] for call in calls] == ["first", "fail"]
    assert "stopped in step 2" in done.stderr


def test_one_command_for_several_findings_is_given_once_and_names_them_all(shell: Shell) -> None:
    found = [finding(steps(SET, volume="v"), f"fault {n}", n) for n in (1, 2)]
    ((_, text, _),) = scripts(found)
    assert len(shell.run(text, **LIVE)[1]) == 2
    assert "fault 1" in text
    assert "fault 2" in text


def test_udev_rules_are_shown_first_and_written_on_request(shell: Shell, tmp_path: Path) -> None:
    rule = FixCommand("udev", 'KERNEL=="dm-*", ENV{{DM_UUID}}=="mpath-{volume|wwid}", ATTR{{queue/nomerges}}="1"',
                      'KERNEL=="dm-*", ENV{{DM_UUID}}=="mpath-{volume|wwid}", ATTR{{queue/nomerges}}="{old}"')  # fmt: skip
    found = finding(steps(rule, volume="naa.6000144000000010", old=0), "SANLINT\nx $(touch canary)")
    ((script, text, undo),) = scripts([found])
    assert script.platform == "linux"
    place = tmp_path / "rules.d" / "99-sanlint.rules"
    text, undo = (one.replace("/etc/udev/rules.d", str(place.parent)) for one in (text, undo or ""))
    line = 'KERNEL=="dm-*", ENV{DM_UUID}=="mpath-36000144000000010", ATTR{queue/nomerges}="1"'
    done, calls = shell.run(text)
    assert line in done.stdout.splitlines()
    assert not place.exists()
    done, calls = shell.run(text, **LIVE)
    assert done.returncode == 0, done.stderr
    assert place.read_text().splitlines()[-1] == line
    assert [call[0] for call in calls] == ["control", "trigger", "settle"]
    done, calls = shell.run(text, **LIVE)
    assert done.returncode == 1
    assert "already exists" in done.stderr
    done, calls = shell.run(undo, **LIVE)
    assert done.returncode == 0, done.stderr
    assert not place.exists()
    assert [call[0] for call in calls] == ["control", "trigger", "settle", "control"]
    place.write_text("# somebody else's\n")
    assert shell.run(undo, **LIVE)[0].returncode != 0
    assert place.read_text() == "# somebody else's\n"


def test_settings_of_multipath_become_sections(shell: Shell, tmp_path: Path) -> None:
    command = FixCommand("multipath.conf", 'multipaths {{ multipath {{ wwid "{volume|wwid}" no_path_retry {n} }} }}')
    volumes = ("naa.6000144000000010", "naa.6000144000000011")
    flat = FixCommand("multipath.conf", "defaults {{ rr_min_io_rq {n} }}")
    found = [finding(steps(command, volume=v, n=6), number=n) for n, v in enumerate(volumes)]
    ((_, text, _),) = scripts([*found, finding(steps(flat, n=1), number=3)])
    place = tmp_path / "conf.d"
    done, calls = shell.run(text.replace("/etc/multipath/conf.d", str(place)), **LIVE)
    assert done.returncode == 0, done.stderr
    assert calls == [["reconfigure"], ["show", "config"]]
    lines = [line for line in (place / "sanlint.conf").read_text().splitlines() if not line.startswith("#")]
    section = '    multipath {{\n        wwid "3{}"\n        no_path_retry 6\n    }}'
    inside = [section.format(volume.removeprefix("naa.")) for volume in volumes]
    assert "\n".join(lines) == "\n".join(["multipaths {", *inside, "}", "defaults {", "    rr_min_io_rq 1", "}"])


@pytest.mark.skipif(
    shutil.which("shellcheck") is None and not Path(".venv/bin/shellcheck").exists(), reason="no shellcheck"
)
def test_shellcheck_reports_nothing(tmp_path: Path) -> None:
    text, undo, _ = one_script(list(HOSTILE), list(HOSTILE))
    rule = FixCommand(
        "udev", 'KERNEL=="dm-*", ATTR{{queue/nomerges}}="{n}"', 'KERNEL=="dm-*", ATTR{{queue/nomerges}}="0"'
    )
    ((_, files, files_undo),) = scripts([finding(steps(rule, n=1), "$x `y` \\")])
    names = []
    for number, one in enumerate((text, undo, files, files_undo)):
        (tmp_path / f"{number}.sh").write_text(one or "")
        names.append(str(tmp_path / f"{number}.sh"))
    tool = shutil.which("shellcheck") or ".venv/bin/shellcheck"
    done = subprocess.run([tool, *names], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout
