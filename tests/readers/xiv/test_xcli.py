"""Tables of XCLI of an XIV: volumes, hosts, mappings, ports and logins."""

from __future__ import annotations

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.support import store_of


def test_volumes_and_snapshots() -> None:
    assert [(row["storage_volume"], row["pool"]) for row in rows("xiv-vol-list.txt", "storage_volume")] == [
        ("db01_data", "gold"),
        ("db01_data.s1", "gold"),
    ]


def test_hosts_and_their_ports() -> None:
    assert [(row["view"], row["initiator_wwpn"]) for row in rows("xiv-xcli.txt", "mask_initiator")] == [
        ("esx01", "10000000c9000001"),
        ("esx01", "10000000c9000002"),
        ("aix01", "10000000c9000011"),
    ]


def test_a_mapping_belongs_to_the_host_of_the_command() -> None:
    text = sample("xiv-xcli.mapping.txt")
    assert [(row["view"], row["volume_name"], row["lun"]) for row in rows("xiv-xcli.mapping.txt", "mask_volume")] == [
        ("esx01", "db01_data", 1),
        ("esx01", "db01_log", 2),
    ]
    table = "\n".join(text.split("\n")[1:])
    unknown = harness.read("xiv-xcli", table)
    assert (unknown.observations.rows("mask_volume"), unknown.unread_lines) == ([], 2)
    capture = Capture(text=table, owner="xiv1", command="xcli mapping_list host=aix01")
    named = read_capture(reader_named("xiv-xcli"), capture).observations.rows("mask_volume")
    assert {row["view"] for row in named} == {"aix01"}


def test_ports_and_the_logins_at_them() -> None:
    columns = ("target_wwpn", "director", "operational_status", "role")
    assert [tuple(row.get(column) for column in columns) for row in rows("xiv-xcli.ports.txt", "target_port")] == [
        ("5001738000000140", "module-4", "ok", "front-end"),
        ("5001738000000143", "module-4", "ok", None),
        ("5001738000000190", "module-9", "failed", "front-end"),
    ]
    store = store_of({"xiv1/ports.txt": sample("xiv-xcli.ports.txt")})
    assert store.rows("SELECT initiator_wwpn, target_wwpn, logged_in FROM array_login") == [
        ("10000000c9000001", "5001738000000140", True)
    ]


def test_a_line_of_many_commands_names_no_host() -> None:
    result = harness.read(
        "xiv-xcli", f"{'mapping_list ' * 20_000}\n{sample('xiv-xcli.mapping.txt').split('>>', 1)[-1]}"
    )
    assert {row["view"] for row in result.observations.rows("mask_volume")} <= {"esx01"}


def test_a_row_that_does_not_fit_the_columns_is_unread() -> None:
    text = sample("xiv-vol-list.txt").replace("db01_data     17 ", "db01_data_of_many_words 17 ")
    result = harness.read("xiv-vol-list", text)
    names = [row["storage_volume"] for row in result.observations.rows("storage_volume")]
    assert (names, result.unread_lines) == (["db01_data.s1"], 1)
