"""iscsiadm -m session: the sessions of a host, with portal, interface and state."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers.harness import best_reader, read, sample

NAME = "linux-iscsiadm-session"
SAMPLE = sample(f"{NAME}.txt")
COLUMNS = ("portal_address", "local_address", "iface", "session", "state")


def test_each_session_with_portal_interface_and_state() -> None:
    assert best_reader(SAMPLE) == NAME
    result = read(NAME, SAMPLE, owner="lin01")
    rows = result.observations.rows("iscsi_session")
    assert [tuple(row.get(name) for name in COLUMNS) for row in rows] == [
        ("192.0.2.10", "192.0.2.101", "iface-a", "1", "logged_in"),
        ("192.0.2.10", "192.0.2.102", "iface-b", "2", "logged_in"),
        ("2001:db8::10", None, "iface-b", "3", "failed"),
    ]
    assert {row["iscsi_target"] for row in rows} == {"iqn.2001-05.com.example:array-1.a"}
    assert result.unread_lines == 0


def test_a_session_without_its_end_is_reported() -> None:
    text = SAMPLE[: SAMPLE.rindex("\t\tSID: 3")]
    result = read(NAME, text, owner="lin01")
    assert result.observations.rows("iscsi_session")[-1]["session"] == "2"
    assert result.ends_inside_record


def test_the_details_of_print_level_3_are_known_lines() -> None:
    details = (
        "\t\tTimeouts:\n\t\tRecovery Timeout: 120\n\t\tusername: <empty>\n\t\tpassword: ********\n"
        "\t\tNegotiated iSCSI params:\n\t\tHeaderDigest: None\n\t\tMaxRecvDataSegmentLength: 262144\n"
        "\t\tImmediateData: Yes\n\t\tInitialR2T: No\n\t\tAttached SCSI devices:\n\t\tHost Number: 6\tState: running\n"
        "\t\tscsi6 Channel 00 Id 0 Lun: 0\n\t\t\tAttached scsi disk sdb\t\tState: running\n"
    )
    head = "iSCSI Transport Class version 2.0-870\nversion 6.2.1.9\n"
    assert read(NAME, head + SAMPLE + details, owner="lin01").unread_lines == 0


SHORT = """tcp: [1] 192.0.2.10:3260,1 iqn.2001-05.com.example:array-1.a (non-flash)
tcp: [2] [2001:db8::11]:3260,2 iqn.2001-05.com.example:array-1.b (non-flash)
iser: [13] 192.0.2.12:3260,1026 iqn.2001-05.com.example:array-1.a
"""


def test_the_short_form_lists_sessions_without_state_and_interface() -> None:
    assert best_reader(SHORT) == "linux-iscsiadm-session"
    result = read("linux-iscsiadm-session", SHORT, owner="lin01")
    assert [
        (row["session"], row["portal_address"], row["iscsi_target"], row.get("state"), row.get("iface"))
        for row in result.observations.rows("iscsi_session")
    ] == [
        ("1", "192.0.2.10", "iqn.2001-05.com.example:array-1.a", None, None),
        ("2", "2001:db8::11", "iqn.2001-05.com.example:array-1.b", None, None),
        ("13", "192.0.2.12", "iqn.2001-05.com.example:array-1.a", None, None),
    ]
    assert result.unread_lines == 0


def test_the_disks_of_a_session_are_not_on_fibre_channel() -> None:
    result = read(NAME, sample("linux-iscsiadm-session.2.txt"), owner="lin02")
    assert result.unread_lines == 0
    assert [(r["device"], r["kernel_name"], r["transport"]) for r in result.observations.rows("device")] == [
        ("block:sdb", "sdb", "iscsi"),
        ("block:sdc", "sdc", "iscsi"),
    ]
    assert [(r["kernel_name"], r["hctl"]) for r in result.observations.rows("scsi_address")] == [
        ("sdb", "33:0:0:1"),
        ("sdc", "33:0:0:2"),
    ]
    assert [r["session"] for r in result.observations.rows("iscsi_session")] == ["1"]


def test_a_volume_of_a_session_is_judged_as_iscsi(tmp_path: Path) -> None:
    multipath = (
        "[root@lin02 ~]# multipath -ll\n"
        "mpatha (3624a93700123456789abcdef00011010) dm-2 PURE    ,FlashArray\n"
        "size=1.0T features='0' hwhandler='1 alua' wp=rw\n"
        "`-+- policy='queue-length 0' prio=50 status=active\n"
        "  `- 33:0:0:1 sdb 8:16 active ready running\n"
    )
    session = "[root@lin02 ~]# iscsiadm -m session -P 3\n" + sample("linux-iscsiadm-session.2.txt")
    (tmp_path / "lin02.txt").write_text(session + multipath)
    for profile, expected in (("default", [("PTH001", "warning")]), ("fc", [])):
        options = Options(
            isolated=True, jobs=1, cache=True, missing=False, select=("PTH001", "PTH004"), profile=profile
        )
        report = audit([str(tmp_path)], options)
        assert [(finding.rule, finding.severity) for finding in report.findings] == expected
