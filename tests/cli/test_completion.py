"""Completion: a script for each shell, and answers that name commands, options, rules, formats; derived from names alone."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.cli.support import complete
from tests import folders
from tests.cli.conftest import Outcome
from tests.powershell import Script as PowerShell

Run = Callable[..., Outcome]
ROOT = folders.ROOT
ENTRY = "import sys; from checker.cli.entry import main; sys.argv[0] = 'sanlint'; sys.exit(main())"


def offered(sanlint: Run, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """What bash offers after these words, the last one unfinished."""
    monkeypatch.setenv("_SANLINT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(["sanlint", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    done = sanlint()
    assert done.err == ""
    return done.out.split()


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (["che"], ["check"]),
        (["rules", ""], ["list", "new", "schema", "test"]),
        (["check", "--write"], ["--write-baseline"]),
        (["check", "--fail-on", "w"], ["warning"]),
        (["check", "--profile", "go"], ["go-live"]),
        (["check", "--format", "sar"], ["sarif"]),
        (["explain", "PTH00"], ["PTH001", "PTH002"]),
        (["suppress", "ZON00"], ["ZON001"]),
        (["check", "--select", "PT"], ["PTH"]),
        (["check", "--select", "zon"], ["zoning"]),
        (["check", "--ignore", "ZON,PTH00"], ["ZON,PTH001", "ZON,PTH002"]),
        (["check", "--require", "PTH00"], ["PTH001"]),
        (["rules", "schema", "host_volume_c"], ["host_volume_cluster"]),
        (["completion", "z"], ["zsh"]),
    ],
)
def test_the_shell_is_offered_valid_completions(
    sanlint: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], some: list[str]
) -> None:
    offers = offered(sanlint, monkeypatch, *words)
    assert set(some) <= set(offers)
    unfinished = words[-1].rpartition(",")[2].lower()
    assert all(word.rpartition(",")[2].lower().startswith(unfinished) for word in offers)


def test_every_built_in_rule_is_offered() -> None:
    from checker.rules.book.book import built_in_book

    book = built_in_book()
    assert {rule_id for rule_id, _name in complete.rule_ids("")} == {*book.rules, *book.retired}


@pytest.mark.parametrize(
    ("shell", "said"),
    [
        ("bash", "complete -o default -F _sanlint_completion sanlint"),
        ("zsh", "compdef _sanlint_completion sanlint"),
        ("fish", "complete --command sanlint"),
        ("powershell", "Register-ArgumentCompleter -Native -CommandName sanlint"),
    ],
)
def test_there_is_a_script_for_each_shell(sanlint: Run, shell: str, said: str) -> None:
    done = sanlint("completion", shell)
    assert (done.code, said in done.out) == (0, True)
    assert done.out.startswith("# "), "it begins with where to put it"
    assert "_SANLINT_COMPLETE" in done.out


def test_an_unknown_shell_is_refused(sanlint: Run) -> None:
    assert sanlint("completion", "tcsh").code == 2


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which ``sanlint`` is a command; the folder contains a file to complete."""
    command = tmp_path / "bin" / "sanlint"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{ENTRY}" "$@"\n')
    command.chmod(0o755)
    (tmp_path / "san-one.yaml").write_text("")
    return {
        **os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "TERM": "dumb",
        "HOME": str(tmp_path), "COLUMNS": "120",
    }  # fmt: skip


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_with_the_script(sanlint: Run, installed: dict[str, str]) -> None:
    # What a person types, as bash itself does it: the script is loaded, and its function called.
    script = sanlint("completion", "bash").out
    words = 'COMP_WORDS=(sanlint explain PTH00); COMP_CWORD=2; _sanlint_completion sanlint; echo "${COMPREPLY[@]}"'
    environment = installed
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{words}"], capture_output=True, text=True, check=True, env=environment
    )
    assert {"PTH001", "PTH002"} <= set(done.stdout.split()), done.stderr


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_with_the_script(sanlint: Run, installed: dict[str, str]) -> None:
    script = Path(installed["HOME"], "sanlint.fish")
    script.write_text(sanlint("completion", "fish").out)
    typed = ("explain PTH00", "check san-", "check --select ZON,PTH00")
    queries = "; ".join(f"complete -C 'sanlint {words}'" for words in typed)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {script}; {queries}"],
        capture_output=True, text=True, check=True, env=installed, cwd=script.parent,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert {"PTH001\tfewer than two paths", "ZON,PTH001\tfewer than two paths", "san-one.yaml"} <= set(lines), (
        done.stderr
    )


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@pytest.mark.parametrize(
    ("typed", "shown"), [("explain PTH00", b"PTH002"), ("check san-", b"san-one.yaml"), ("check --profi", b"--profile")]
)
def test_zsh_completes_with_the_script(sanlint: Run, installed: dict[str, str], typed: str, shown: bytes) -> None:
    # zsh completes at a terminal only, so it gets one, and the tab key is sent to it.
    script = Path(installed["HOME"], "sanlint.zsh")
    script.write_text(sanlint("completion", "zsh").out)
    with Typist(["zsh", "-f", "-i"], installed, script.parent) as zsh:
        zsh.types(f"autoload -U compinit; compinit -u -D; . {script}; echo rea''dy\n")
        assert b"ready" in zsh.sees(b"ready")
        zsh.types(f"sanlint {typed}\t\t")
        assert shown in zsh.sees(shown)


def test_powershell_completion_returns_what_its_script_requests(sanlint: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # No PowerShell runs here: its script is read by a grammar, and answered as it would ask.
    script = PowerShell(sanlint("completion", "powershell").out)
    calls = {call.name: call.words for call in script.calls()}
    assert calls["Register-ArgumentCompleter"] == (
        "-Native", "-CommandName", "sanlint", "-ScriptBlock", "$scriptblock",
    )  # fmt: skip
    assert calls["sanlint"] == ()
    variables = dict(re.findall(r"(?m)^ *\$Env:(\w+) = (\S.*)$", script.root.text.decode())[:3])  # type: ignore[union-attr]
    assert variables == {
        "_SANLINT_COMPLETE": '"complete_powershell"',
        "_TYPER_COMPLETE_ARGS": "$commandAst.ToString()",
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": "$wordToComplete",
    }

    def answered(line: str, word: str) -> list[list[str]]:
        monkeypatch.setenv("_SANLINT_COMPLETE", "complete_powershell")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        monkeypatch.setenv("_TYPER_COMPLETE_WORD_TO_COMPLETE", word)
        done = sanlint()
        assert (done.code, done.err) == (0, "")
        return [line.split(":::") for line in done.out.splitlines()]

    # Two parts each, as the script takes them apart; a CompletionResult refuses an empty one.
    for line, word in (("sanlint explain PTH00", "PTH00"), ("sanlint ", ""), ("sanlint check --sel", "--sel")):
        rows = answered(line, word)
        assert rows and all(len(row) == 2 and row[0] and row[1] for row in rows)
        assert all(row[0].startswith(word) for row in rows)
    assert ["PTH001", "fewer than two paths"] in answered("sanlint explain PTH00", "PTH00")
    # Nothing fits: the script drops the empty line, and PowerShell completes names of files.
    assert answered("sanlint check san-", "san-") == [[""]]
    assert calls["Where-Object"] == ("{", "$_", "}")


class Typist:
    """A shell at a terminal."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        import pty

        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=folder, start_new_session=True
        )
        os.close(theirs)

    def __enter__(self) -> Typist:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def types(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def sees(self, expected: bytes) -> bytes:
        """Return the shell's output up to ``expected``, or after ten minutes."""
        seen, end = b"", time.monotonic() + 600
        while expected not in seen and time.monotonic() < end:
            ready, _, _ = select.select([self._ours], [], [], end - time.monotonic())
            if ready:
                seen += os.read(self._ours, 65536)
        return seen


def test_completion_imports_nothing_slow() -> None:
    script = (
        "import sys; sys.argv = ['sanlint']\n"
        "from checker.cli.entry import main\n"
        "try:\n    main()\nfinally:\n"
        "    names = {name.split('.')[0] for name in sys.modules}\n"
        "    sys.stderr.write(repr(sorted(names & {'duckdb', 'numpy', 'jsonschema', 'networkx', 'ruamel', 'arro3'})))\n"
    )
    environment = {
        **os.environ, "_SANLINT_COMPLETE": "complete_bash", "COMP_WORDS": "sanlint explain PTH00", "COMP_CWORD": "2",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT, env=environment
    )
    assert "PTH001" in done.stdout
    assert done.stderr.endswith("[]"), done.stderr
