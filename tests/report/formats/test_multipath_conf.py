"""Sections of multipath.conf are shown as they must be entered: multipath ignores what follows a brace in its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.cli.support.run import run


@pytest.mark.parametrize("form", ["full", "markdown", "html"])
def test_each_brace_and_setting_has_its_own_line(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "lin9"
    folder.mkdir()
    (folder / "multipath.conf").write_text("defaults {\n    user_friendly_names yes\n    rr_min_io 100\n}\n")
    (folder / "uname.txt").write_text("Linux lin9 4.18.0-477.el8.x86_64 #1 SMP Tue Apr 11 2023 x86_64 GNU/Linux\n")
    run(["check", str(tmp_path), "--isolated", "--select", "HOST018", "--format", form])
    text = re.sub(r"<[^>]+>", "\n", capsys.readouterr().out)
    assert re.findall(r"^( *)defaults \{\n\1    rr_min_io_rq 1\n\1\}$", text, re.MULTILINE)
    assert "defaults { rr_min_io_rq" not in text
    assert "multipath.conf:3" in text
