"""Whose a capture is, and of when."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.intake.owners.hints import SourceHint
from checker.intake.owners.naming import owner_by_path
from checker.intake.read import read_text
from checker.intake.record import ExportRecord
from checker.readers.registry import reader_named

SATP = (
    "Name           Default PSP  Description\n-------------  -----------  -----------\nVMW_SATP_SYMM  VMW_PSP_RR   x\n"
)
AGENT = """Agent Rev:           7.33.8 (1.19)
Name:                K10
Desc:
Revision:            05.33.009.5.155
Model:               VNX5400
Model Type:          Rackmount
SP Memory:           16384
Serial No:           CKM00150000000
SP Identifier:       A
"""


def records(text: str, *inside: str, hints: tuple[SourceHint, ...] = ()) -> list[ExportRecord]:
    return read_text(text, "/".join(inside), inside, 0, Observations(), hints)


@pytest.mark.parametrize(
    ("inside", "moment"),
    [
        (("san", "2026-02-03", "esx01.txt"), datetime(2026, 2, 3, tzinfo=UTC)),
        (("san-20260203", "esx01.txt"), datetime(2026, 2, 3, tzinfo=UTC)),
        (("2025-01-01", "esx01_2026-02-03T0405.txt"), datetime(2026, 2, 3, 4, 5, tzinfo=UTC)),
        (("san", "esx01-20260203-040506.log"), datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)),
        (("san", "esx-2026-13-40.txt"), None),
        (("san", "esx01-12345678901234567890.txt"), None),
        (("san", "esx2026.txt"), None),
    ],
)
def test_a_dated_folder_or_file_gives_the_capture_time(inside: tuple[str, ...], moment: datetime | None) -> None:
    assert [record.captured_at for record in records(SATP, *inside)] == [moment]


def test_a_header_knows_better_than_the_path_and_the_configuration_than_both() -> None:
    text = '# sanlint: host=esx01 command="x" captured_at=2026-05-06T07:08:09Z\n' + SATP
    header_time = datetime(2026, 5, 6, 7, 8, 9, tzinfo=UTC)
    assert records(text, "2026-02-03", "x.txt")[0].captured_at == header_time
    hint = SourceHint("*x.txt", "esx99", datetime(2026, 1, 1, tzinfo=UTC))
    [record] = records(text, "2026-02-03", "x.txt", hints=(hint,))
    assert (record.owner, record.owner_basis, record.captured_at) == ("esx99", "config", hint.captured_at)


def test_a_management_host_is_not_the_array_it_queries() -> None:
    for command, owner in (("naviseccli -h 10.0.0.7 getagent", "10.0.0.7"), ("naviseccli getagent", "vnx-west")):
        [record] = records(f"[root@mgmt01 ~]# {command}\n{AGENT}", "vnx-west", "agent.txt")
        assert record.format == "clariion-getagent"
        assert record.owner in (owner, "CKM00150000000"), record.owner
        assert record.owner != "mgmt01"


def test_queries_of_an_array_from_two_hosts_that_do_not_name_it_are_of_two_unknown_arrays() -> None:
    """Two management hosts may ask two arrays; from one host, all is of one array."""
    ports = (Path(__file__).parents[2] / "readers" / "samples" / "clariion-port-list.txt").read_text()
    query = "[root@{0} ~]# naviseccli port -list\n" + ports
    [one, other] = records(query.format("mgmt01") + query.format("mgmt02"), "all.log")
    assert one.owner == "unknown array (clariion queried from mgmt01)"
    assert other.owner == "unknown array (clariion queried from mgmt02)"
    assert {record.owner for record in records(query.format("mgmt01") * 2, "all.log")} == {"unknown array (clariion)"}


@pytest.mark.parametrize(("inside", "command", "owner"), [
    (("san", "esx01", "esxcli-storage-core-path-list.txt"), "esxi-core-path-list", "esx01"),
    (("san", "esx01-core-path-list.txt"), "esxi-core-path-list", "esx01"),
    (("san", "esx-07.multipath.txt"), "linux-multipath-topology", "esx-07"),
    (("san", "vplex", "storage-views.txt"), "vplex-ll-storage-views", "vplex"),
    (("san", "sw_a1", "switchshow"), "brocade-porterrshow", "sw_a1"),
    (("san", "prod-sw-a", "cfgshow.txt"), "brocade-porterrshow", "prod-sw-a"),
    (("san", "fabric-a", "cfgshow.txt"), "brocade-porterrshow", "fabric-a"),
    (("san", "core_B", "nsshow.txt"), "brocade-porterrshow", "core_B"),
    (("san", "edge_B.txt"), "brocade-porterrshow", "edge_B"),
    (("san", "db01", "lsscsi-H.txt"), "linux-lsscsi", "db01"),
    (("linux", "multipath.txt"), "linux-multipath-topology", "unknown host (multipath.txt)"),
    (("esx07", "vplex-ll.txt"), "vplex-ll-storage-views", "unknown array (vplex)"),
    (("stdin",), "linux-multipath-topology", "unknown host (stdin)"),
    (("multipath-ll.txt",), "linux-multipath-topology", "unknown host (multipath-ll.txt)"),
])  # fmt: skip
def test_the_owner_of_a_lone_file_by_its_path(inside: tuple[str, ...], command: str, owner: str) -> None:
    assert owner_by_path(inside, reader_named(command)) == owner
