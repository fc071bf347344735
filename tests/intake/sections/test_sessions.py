"""Logs of terminals with several sessions, each of which may be on another machine."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.intake.read import read_text
from tests.intake.sections.test_banners import LSBLK, MAP

PUTTY = "=~=~=~=~=~=~=~=~=~=~=~= PuTTY log 2026.11.0{n} 10:00:00 =~=~=~=~=~=~=~=~=~=~=~=\n"
SCRIPT = 'Script started on 2026-11-0{n} 10:00:00+01:00 [TERM="xterm" COLUMNS="120" LINES="40"]\n'
OLD_SCRIPT = "Script started on Mon 0{n} Nov 2026 10:00:00 AM CET\n"
MULTIPATH = MAP.replace("{0}", "1")


def owners(text: str, name: str = "session.log") -> list[str]:
    return [str(one.owner) for one in read_text(text, name, (name,), 0, Observations()) if one.format]


@pytest.mark.parametrize("heading", [PUTTY, SCRIPT, OLD_SCRIPT])
class TestSessions:
    def log(self, heading: str, *prompts: str) -> str:
        outputs = (f"lsblk\n{LSBLK}", f"multipath -ll\n{MULTIPATH}")
        return "".join(
            f"{heading.replace('{n}', str(n))}{prompt}{output}{prompt}exit\n"
            for n, (prompt, output) in enumerate(zip(prompts, outputs, strict=True), 1)
        )

    def test_outputs_of_sessions_without_a_name_stay_separate(self, heading: str) -> None:
        log = self.log(heading, "# ", "# ")
        assert owners(log) == [f"unknown host (session.log, below session {n})" for n in (1, 2)]
        assert owners(log, "db01.log") == ["db01", "db01"]

    def test_prompts_name_the_machine_of_their_session_only(self, heading: str) -> None:
        named, bare = "[root@db01 ~]# ", "# "
        assert owners(self.log(heading, named, named)) == ["db01", "db01"]
        assert owners(self.log(heading, named, bare)) == ["db01", "unknown host (session.log, below session 2)"]

    def test_one_session_needs_no_number(self, heading: str) -> None:
        log = f"{heading.replace('{n}', '1')}# lsblk\n{LSBLK}# multipath -ll\n{MULTIPATH}"
        assert owners(log) == ["unknown host (session.log)"] * 2


@pytest.mark.parametrize("time", ["[10:00:00] ", "[2026-11-01 10:00:00] ", "2026-11-01 10:00:00 "])
def test_times_before_prompts(time: str) -> None:
    log = "".join(f"{time}{name}# multipath -ll\n{MULTIPATH}" for name in ("db01", "left"))
    assert owners(log) == ["db01", "left"]
