"""Windows: the connections of the iSCSI initiator, value by value and as judged."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers.harness import best_reader, read, sample

NAME = "windows-get-iscsiconnection"


def test_an_interface_that_was_not_chosen_is_unknown() -> None:
    assert best_reader(sample(f"{NAME}.txt")) == NAME
    result = read(NAME, sample(f"{NAME}.txt"), owner="win01")
    columns = ("host", "session", "portal_address", "local_address", "state")
    assert [tuple(row.get(one) for one in columns) for row in result.observations.rows("iscsi_session")] == [
        ("win01", "ffffe001e67f4020-a", "192.0.2.10", "192.0.2.101", "logged_in"),
        ("win01", "ffffe001e67f4020-b", "198.51.100.10", None, "logged_in"),
    ]
    assert result.unread_lines == 0


def test_one_interface_and_one_portal_are_found_in_what_the_collection_script_writes(tmp_path: Path) -> None:
    (tmp_path / "get-iscsiconnection.csv").write_text(
        '# sanlint: host=win01 command="Get-IscsiConnection" captured_at=2026-01-15T08:00:00Z\n'
        '"ConnectionIdentifier","InitiatorAddress","InitiatorPortNumber","TargetAddress","TargetPortNumber"\n'
        '"ffffe001e67f4020-a","192.0.2.101","35265","192.0.2.10","3260"\n'
        '"ffffe001e67f4020-b","192.0.2.101","35521","192.0.2.10","3260"\n'
    )
    found = audit([str(tmp_path)], Options(select=("PTH030", "PTH031", "PTH032")))
    assert sorted(one.rule for one in found.findings) == ["PTH030", "PTH031"]
