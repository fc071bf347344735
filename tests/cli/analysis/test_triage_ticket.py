"""``sanlint triage --ticket`` and ``--reported``: they select, options win, and nothing in them is evidence."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.analysis.test_triage import ARRAY, Run, triage, write
from tests.schema import fits
from tests.triage.test_bundles import DRAIN


@pytest.fixture
def exports(tmp_path: Path) -> Path:
    return write(tmp_path / "san", ARRAY)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("small"), replace(ARRAY, hosts=("app05", "app09"), bins=6, with_array=False))


def focused(found: dict[str, Any]) -> set[str]:
    return {flow["host"] for flow in found["flows"] if flow["focus"]}


def test_a_ticket_selects_focus_and_time(sanlint: Run, exports: Path):
    text = "app05 and app06 take 4 ms instead of 0.5 since 07:05, app09 is fine; esx99 too"
    found = triage(sanlint, exports, "--ticket", text)
    assert focused(found) == {"app05", "app06"}
    fits(found, "triage")
    ticket = found["ticket"]
    assert ticket["text"] == text
    assert ticket["understood"]["ms"] == {"least": 4, "most": 4}
    assert [one["key"] for one in ticket["understood"]["fast"]] == ["app09"]
    assert any("esx99" in one for one in ticket["ignored"])
    assert found["window"]["source"] == "found"
    stated = triage(sanlint, exports, "--ticket", "app05 slow from 07:07 to 07:09")["window"]
    assert (stated["since"], stated["until"], stated["source"]) == (
        "2026-03-04T07:07:00Z",
        "2026-03-04T07:09:00Z",
        "ticket",
    )


def test_an_array_that_is_said_to_be_fine_leaves_the_volumes_on_it(sanlint: Run, exports: Path):
    found = triage(sanlint, exports, "--ticket", "app05 is slow since 07:05, the array flash1 is fine")
    assert [one["key"] for one in found["ticket"]["understood"]["fast"]] == ["flash1"]
    plain = triage(sanlint, exports, "--ticket", "app05 is slow since 07:05")
    assert {flow["volume"] for flow in plain["flows"] if flow["focus"]} != {None}
    assert [found[part] for part in ("verdict", "flows", "segments")] == [
        plain[part] for part in ("verdict", "flows", "segments")
    ]


def test_options_win_over_reported_and_reported_over_the_text(sanlint: Run, exports: Path):
    text = "app05 slow from 07:07 to 07:09"
    reported = triage(sanlint, exports, "--ticket", text, "--reported", "host=app06", "--reported", "since=07:06")
    assert focused(reported) == {"app06"}
    assert (reported["window"]["since"], reported["window"]["source"]) == ("2026-03-04T07:06:00Z", "given")
    assert len(reported["ticket"]["ignored"]) == 2
    option = triage(
        sanlint, exports, "--ticket", text, "--reported", "host=app06", "--focus", "app09", "--since", "07:08"
    )
    assert focused(option) == {"app09"}
    assert option["window"]["since"] == "2026-03-04T07:08:00Z"


def test_a_ticket_is_no_evidence(sanlint: Run, exports: Path):
    plain = triage(sanlint, exports, "--focus", "flash1")
    text = "flash1 takes 900 ms: the cache is off, a slow-drain device, 58 % without credit"
    stated = triage(sanlint, exports, "--ticket", text)
    for part in ("explanations", "segments", "window", "verdict"):
        assert stated[part] == plain[part]
    other = triage(sanlint, exports, "--ticket", "app09 takes 900 ms")
    assert {flow["state"] for flow in other["flows"] if flow["focus"]} == {"fast"}
    assert not any(one["role"] == "cause" for one in other["explanations"])


def test_the_page_repeats_what_was_understood_and_what_differs(sanlint: Run, exports: Path, tmp_path: Path):
    file = tmp_path / "ticket.txt"
    file.write_text("app05 takes 200 ms\x1b[31m; app06 is fine.\nesx99 hangs")
    page = sanlint("triage", "--isolated", "-q", "--ticket", f"@{file}", str(exports)).out
    assert page.startswith('TICKET    "app05 takes 200 ms[31m; app06 is fine. esx99 hangs"')
    words = " ".join(page.split())
    assert "understood: host app05; reported 200 ms; stated to be fine: host app06" in words
    assert "200 ms reported; these exports show" in words
    assert "app06 is stated to be fine, but takes up to" in words


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--reported", "hots=app05"), "did you mean 'host'?"),
        (("--reported", "app05"), "must be KEY=VALUE"),
        (("--reported", "host=app99"), "unknown host 'app99'; did you mean 'app09'?"),
        (("--reported", "operation=commit"), "must be read or write"),
        (("--reported", "ms=slow"), "must be milliseconds"),
        (("--reported", "ms=nan"), "must be milliseconds"),
        (("--reported", "since=yesterday"), "not a time"),
        (("--ticket", "@no-such-file"), "cannot be read"),
        (("--since", "-99999d"), "not a time"),
        (("--since", "99999999-01-01"), "not a time"),
        (("--focus", "ap?99*"), "unknown host, volume or array"),
        (("--clock", "app5=3"), "did you mean 'app05'?"),
        (("--clock", "app05=nan"), "must be NAME=SECONDS"),
        (("--timezone", "Europe/Berln"), "did you mean Europe/Berlin?"),
        (("--fail-on", "slowest"), "slow"),
        (("--focus", ""), "--focus: expected the name"),
        (("--clock", "app05=1e308"), "must be NAME=SECONDS"),
        (("--focus", "north-e1"), "known, but no export has the latency"),
    ],
)
def test_a_wrong_value_is_a_clear_message(sanlint: Run, small: Path, arguments: tuple[str, ...], message: str):
    done = sanlint("triage", "--isolated", "-q", *arguments, str(small))
    assert done.code == 2
    assert message in " ".join(done.err.split())
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "bound", [("--since", "2030-01-01"), ("--until", "07:00"), ("--since", "05:00", "--until", "06:00")]
)
def test_a_window_outside_the_samples_says_when_they_are(sanlint: Run, small: Path, bound: tuple[str, ...]):
    done = sanlint("triage", "--isolated", "-q", *bound, str(small))
    assert done.code == 3
    text = " ".join(done.out.split())
    assert "no latency in this window; the samples are of 2026-03-04 07:00:00 to 07:01:00 UTC" in text


def test_progress_shows_on_a_terminal_for_work_over_a_second(exports: Path) -> None:
    pty = pytest.importorskip("pty")
    slow = (
        "import sys, time\nfrom checker.triage import run\nfound = run.find_window\n"
        "def window(*given):\n    time.sleep(1.2)\n    return found(*given)\nrun.find_window = window\n"
        f"sys.argv = ['sanlint', 'triage', '--isolated', {str(exports)!r}]\n"
        "from checker.cli.entry import main; sys.exit(main())"
    )
    main_end, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", slow], stdout=subprocess.PIPE, stderr=terminal, env={**os.environ, "TERM": "xterm"}
    ) as running:
        os.close(terminal)
        shown = b""
        # A terminal holds little, so it is read while the program runs; its end is an error.
        with contextlib.suppress(OSError):
            while part := os.read(main_end, 4096):
                shown += part
        assert running.stdout is not None
        printed = running.stdout.read().decode()
    os.close(main_end)
    assert running.returncode == 0
    seen = shown.decode(errors="replace")
    # The last stage that a terminal shows; an earlier one may be over before it is drawn.
    assert "explaining" in seen
    assert "explaining" not in printed


def test_another_capture_without_samples_is_not_ignored(sanlint: Run, exports: Path, tmp_path: Path):
    (tmp_path / "san.yaml").write_text((exports / "san.yaml").read_text())
    for option in ("--baseline", "--follow"):
        done = sanlint("triage", "--isolated", "-q", option, str(tmp_path / "san.yaml"), str(exports))
        assert done.code == 3
        assert f"{option} " in done.err
        assert "latency over at least ten intervals" in done.err


def test_a_volume_is_slow_by_the_ports_of_its_host(sanlint: Run, tmp_path: Path):
    found = triage(sanlint, write(tmp_path / "drain", DRAIN), "--ticket", "writes on volume app05-v0 hang")
    assert [one["id"] for one in found["explanations"] if one["role"] == "cause"] == ["TRI003"]
    assert {(flow["host"], flow["operation"]) for flow in found["flows"] if flow["focus"] and flow["volume"]} == {
        ("app05", "write")
    }
    assert found["ticket"]["understood"]["slow"][0]["names"][0] == "app05-v0"
