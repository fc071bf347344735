"""Captures of one host that show a path in different states: the newer one counts; without times, it is a contradiction."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session

MAPS = """\
mpatha (3600601601234567890abcdef01234567) dm-0 DGC,VRAID
size=10G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 1:0:0:1 sdb 8:16 active ready running
  `- 2:0:0:1 sdd 8:48 active ready running
"""
PATHS = """\
hcil    dev dev_t pri dm_st  chk_st dev_st  next_check
1:0:0:1 sdb 8:16  50  active ready  running XXXXXX.... 7/20
2:0:0:1 sdd 8:48  50  {state} running XXXXXX.... 7/20
"""
FAILED, ACTIVE, UNDEFINED = "failed faulty", "active ready ", "undef  undef "


@pytest.mark.parametrize(
    ("date_of_maps", "date_of_paths", "state", "rules"),
    [
        ("", "", FAILED, ["DOC012"]),
        ("", "", ACTIVE, []),
        ("", "", UNDEFINED, []),
        ("", "Tue Nov 24 10:00:00 UTC 2026", FAILED, ["DOC012", "PTH001"]),
        ("Tue Nov 24 09:00:00 UTC 2026", "Tue Nov 24 10:00:00 UTC 2026", FAILED, ["PTH001"]),
        ("Tue Nov 24 10:00:00 UTC 2026", "Tue Nov 24 09:00:00 UTC 2026", FAILED, []),
        ("Tue Nov 24 10:00:00 UTC 2026", "Tue Nov 24 10:00:00 UTC 2026", FAILED, ["DOC012"]),
    ],
)
def test_states_that_differ(
    tmp_path: Path, date_of_maps: str, date_of_paths: str, state: str, rules: list[str]
) -> None:
    host = tmp_path / "db07"
    host.mkdir()
    for name, command, date, text in (
        ("maps.txt", "multipath -ll", date_of_maps, MAPS),
        ("paths.txt", "multipathd show paths", date_of_paths, PATHS.format(state=state)),
    ):
        dated = f"[root@db07 ~]# date\n{date}\n" if date else ""
        (host / name).write_text(f"{dated}[root@db07 ~]# {command}\n{text}[root@db07 ~]#\n")
    with Session.open([str(tmp_path)], Options(select=("DOC012", "PTH001"))) as san:
        findings = [f for f in san.check().findings if f.rule in ("DOC012", "PTH001")]
    assert sorted(f.rule for f in findings) == rules
    for finding in findings:
        if finding.rule == "DOC012":
            assert "path 2:0:0:1: state is " in finding.message
            assert {place.line for place in (finding.location, *finding.related) if place} == {
                MAPS.splitlines().index("  `- 2:0:0:1 sdd 8:48 active ready running") + (4 if date_of_maps else 2),
                3 + (3 if date_of_paths else 1),
            }


def test_what_multipath_l_does_not_ask_contradicts_nothing(tmp_path: Path) -> None:
    """``multipath -l`` prints the priority 0 and the state undef for every path."""
    (tmp_path / "db07").mkdir()
    (tmp_path / "db07" / "multipath_-ll.txt").write_text(MAPS)
    shown = MAPS.replace("prio=50", "prio=0").replace("ready running", "undef unknown")
    (tmp_path / "db07" / "multipath_-l.txt").write_text(shown)
    assert _findings(tmp_path) == {}


POLICY = """\
naa.6000144000000010601f5a0000000012
   Device Display Name: EMC Fibre Channel Disk (naa.6000144000000010601f5a0000000012)
   Storage Array Type: VMW_SATP_INV
   Path Selection Policy: {policy}
   Working Paths: vmhba2:C0:T0:L3
"""
SHELL = "[root@esx07:~] "


def _policy(policy: str, date: str = "") -> str:
    dated = f"{SHELL}date\n{date}\n" if date else ""
    return f"{dated}{SHELL}esxcli storage nmp device list\n{POLICY.format(policy=policy)}{SHELL}\n"


@pytest.mark.parametrize(
    ("policies", "rules"),
    [
        (["VMW_PSP_RR", "VMW_PSP_RR"], []),
        (["VMW_PSP_RR", "VMW_PSP_MRU"], ["DOC012"]),
        (["VMW_PSP_MRU", "VMW_PSP_RR"], ["DOC012", "NMP024"]),
    ],
)
def test_settings_that_differ(tmp_path: Path, policies: list[str], rules: list[str]) -> None:
    for name, policy in zip(("a.log", "b.log"), policies, strict=True):
        (tmp_path / name).write_text(_policy(policy))
    findings = _findings(tmp_path)
    assert sorted(findings) == rules
    said = f"PSP is {policies[0]} in {tmp_path}/a.log:5 and {policies[1]} in {tmp_path}/b.log:5; the first is used"
    assert findings.get("DOC012", said).endswith(said)


@pytest.mark.parametrize(("hour", "rules"), [("", ["DOC012"]), ("08", []), ("10", ["NMP024"])])
def test_settings_of_another_time_that_differ(tmp_path: Path, hour: str, rules: list[str]) -> None:
    (tmp_path / "a.log").write_text(_policy("VMW_PSP_RR", "Tue Nov 24 09:00:00 UTC 2026"))
    (tmp_path / "b.log").write_text(_policy("VMW_PSP_MRU", f"Tue Nov 24 {hour}:00:00 UTC 2026" if hour else ""))
    assert sorted(_findings(tmp_path)) == rules


@pytest.mark.parametrize(("last", "rules"), [("VMW_PSP_RR", []), ("VMW_PSP_MRU", ["NMP024"])])
def test_of_the_outputs_in_one_log_the_last_one_counts(tmp_path: Path, last: str, rules: list[str]) -> None:
    first = {"VMW_PSP_RR": "VMW_PSP_MRU", "VMW_PSP_MRU": "VMW_PSP_RR"}[last]
    (tmp_path / "a.log").write_text(_policy(first) + _policy(last))
    assert sorted(_findings(tmp_path)) == rules


def _findings(folder: Path) -> dict[str, str]:
    with Session.open([str(folder)], Options()) as san:
        return {finding.rule: finding.message for finding in san.check().findings}
