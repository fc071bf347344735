"""What ``make release`` adds to the distributions: the manual page, checksums and their signature."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import folders

RELEASE = folders.ROOT / ".ci" / "release"


@pytest.fixture(scope="module")
def page() -> str:
    command = [sys.executable, str(RELEASE / "man_page.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folders.ROOT, env=_environment())
    return done.stdout


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(folders.ROOT), "SOURCE_DATE_EPOCH": "86400"}


def test_the_manual_page_describes_every_command_and_option(page: str) -> None:
    from typer.main import get_command

    from checker.cli.app import application

    sections = dict(re.findall(r"(?s)\n\.SS ([^\n]+)\n(.*?)(?=\n\.S[SH] )", page))
    commands = getattr(get_command(application()), "commands")  # noqa: B009 - not declared by typer
    for name, command in commands.items():
        for word, one in getattr(command, "commands", {"": command}).items():
            section = sections[f"sanlint {name} {word}".strip().replace("-", r"\-")]
            for option in (option for parameter in one.params for option in parameter.opts if option.startswith("--")):
                assert option == "--help" or option.replace("-", r"\-") in section, (name, word, option)
    assert '"1970-01-02"' in page.splitlines()[0]


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_the_manual_page_is_valid(page: str, tmp_path: Path) -> None:
    (tmp_path / "sanlint.1").write_text(page)
    command = ["man", "--warnings", "-E", "UTF-8", "-l", str(tmp_path / "sanlint.1")]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**_environment(), "MANWIDTH": "80"}
    )
    assert done.returncode == 0
    assert "sanlint check" in done.stdout
    assert done.stderr == ""


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_a_release_is_signed_with_the_given_key_and_verified(tmp_path: Path) -> None:
    key, dist = tmp_path / "key", tmp_path / "dist"
    dist.mkdir()
    (dist / "sanlint.whl").write_bytes(b"a wheel")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    # A path as it is typed, from the folder in which it is.
    done = subprocess.run(
        [str(RELEASE / "sign"), "dist", "key"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert 'Good "sanlint" signature for release' in done.stdout
    verify = ["ssh-keygen", "-Y", "verify", "-f", str(dist / "allowed_signers"), "-I", "release", "-n", "sanlint"]
    sums = (dist / "SHA256SUMS").read_bytes()
    for content, code in ((sums, 0), (sums.replace(b"sanlint.whl", b"sanlint.WHL"), 255)):
        again = subprocess.run(
            [*verify, "-s", str(dist / "SHA256SUMS.sig")], input=content, capture_output=True, check=False
        )
        assert again.returncode == code


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_a_key_that_cannot_be_used_is_named_before_anything_is_built(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_text("-----BEGIN PRIVATE KEY-----\n")
    environment = {**_environment(), "KEY": str(tmp_path / "key.pem"), "RELEASE_PYTHON": str(tmp_path / "no-python")}
    done = subprocess.run([str(RELEASE / "run")], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 2
    assert f"release: {tmp_path}/key.pem is not a readable private SSH key" in done.stderr


def test_without_a_key_nothing_is_signed(tmp_path: Path) -> None:
    (tmp_path / "sanlint.whl").write_bytes(b"a wheel")
    done = subprocess.run([str(RELEASE / "sign"), str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode, "not signed" in done.stderr) == (0, True)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["SHA256SUMS", "sanlint.whl"]


def test_the_scripts_are_sound() -> None:
    for name in ("run", "sign"):
        done = subprocess.run(
            [str(Path(sys.executable).parent / "shellcheck"), str(RELEASE / name)], capture_output=True, check=False
        )
        assert done.returncode == 0, done.stdout.decode()
