"""The Unity command line: what lists and comma-separated values agree on, and the system with its release."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.support import intake_of, store_of


@pytest.mark.parametrize(
    ("table", "listed", "kinds"),
    [
        ("unity-uemcli-csv.csv", "unity-uemcli.port.txt", ("target_port",)),
        ("unity-uemcli-csv.initiator.csv", "unity-uemcli.initiator.txt", ("registered_initiator", "array_login", "mask_initiator")),
    ],
)  # fmt: skip
def test_comma_separated_values_match_the_list(table: str, listed: str, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        found = rows(table, kind)
        assert found == rows(listed, kind)
        assert found


def test_the_management_address_identifies_the_array() -> None:
    (record,) = intake_of({"ports.csv": sample("unity-uemcli-csv.csv")}).records
    assert (record.format, record.owner, record.owner_basis) == ("unity-uemcli-csv", "192.0.2.20", "content")


_SYSTEM = """Storage system address: 192.0.2.77
Storage system port: 443
HTTPS connection

{}
"""
_LISTED = "1:    System name           = unity77\n      Model                 = Unity 480F\n      Product serial number = CKM00200000077\n"
_TABLE = '"System name","Model","Platform type","Product serial number"\n"unity77","Unity 480F","EMC Storage System","CKM00200000077"\n'
_PORT = "1:    ID                   = spa_fc4\n      SP                   = spa\n      WWN                  = 50:06:01:60:C7:E0:00:77:50:06:01:62:47:E0:00:77\n"


@pytest.mark.parametrize("system", [_LISTED, _TABLE])
def test_the_name_that_the_system_states_replaces_its_address(system: str) -> None:
    store = store_of({"general.txt": _SYSTEM.format(system), "ports.txt": _SYSTEM.format(_PORT)})
    assert store.rows("SELECT storage_array, serial FROM storage_array") == [("unity77", "CKM00200000077")]
    assert store.rows("SELECT storage_array, port_name FROM target_port") == [("unity77", "spa_fc4")]


def test_two_systems_of_one_name_stay_two() -> None:
    other = _SYSTEM.replace(".77", ".78").format(_LISTED.replace("0077", "0078"))
    store = store_of({"a/general.txt": _SYSTEM.format(_LISTED), "b/general.txt": other})
    assert len(store.rows("SELECT storage_array FROM storage_array")) == 2


def test_rows_that_do_not_fit_the_header_are_unread() -> None:
    text = sample("unity-uemcli-csv.initiator.csv") + "HostInitiator_10,Host_2\n"
    result = harness.read("unity-uemcli-csv", text)
    assert (result.unread_lines, result.first_unread) == (1, 4)


def test_the_release_in_force_is_the_installed_one() -> None:
    found = rows("unity-uemcli.system.txt", "storage_array")
    assert [(row.get("model"), row.get("serial"), row.get("array_version")) for row in found] == [
        ("Unity 480F", "CKM00200000020", None),
        (None, None, "5.4.0.0.5.094"),
        (None, None, None),
    ]


def test_the_certificate_prompt_precedes_the_first_record() -> None:
    text = "Please input your selection (The default selection is [1]): 1:    ID = pool_1\n      Name = pool1\n      Total space = 100 (100B)\n      Current allocation = 40 (40B)\n"
    assert [(row["pool"], row["used_bytes"]) for row in rows("unity-uemcli.port.txt", "pool", text)] == [("pool1", 40)]


def test_a_storage_processor_has_its_health() -> None:
    text = """\
Storage system address: 192.0.2.21
Storage system port: 443
HTTPS connection

1:     ID                  = spa
       Name                = SP A
       Health state        = OK (5)
       Serial number       = CF2AB000000001

2:     ID                  = spb
       Name                = SP B
       Health state        = Critical failure (25)
"""
    found = harness.read("unity-uemcli", text, owner="192.0.2.21").observations.rows("director")
    assert [(one["director"], one["health_state"], one.get("serial")) for one in found] == [
        ("spa", "ok", "CF2AB000000001"),
        ("spb", "critical failure", None),
    ]


@pytest.mark.parametrize(("printed", "lines"), [("yes", [10]), ("no", [])])
def test_a_trespassed_lun_is_found_although_only_one_processor_is_printed(
    printed: str, lines: list[int], tmp_path: Path
) -> None:
    (tmp_path / "luns.txt").write_text(
        "Storage system address: 192.0.2.21\nStorage system port: 443\nHTTPS connection\n\n"
        "1:    ID                     = sv_7\n      Name                   = ora_redo\n"
        "      Health state           = OK (5)\n      Size                   = 549755813888 (512.0G)\n"
        f"      SP owner               = SPA\n      Trespassed             = {printed}\n"
        "      WWN                    = 60:06:01:60:31:40:50:00:11:22:33:44:55:66:77:88\n"
    )
    found = audit([str(tmp_path)], Options(select=("PTH026",))).findings
    assert [finding.message for finding in found] == ["ora_redo of 192.0.2.21 is trespassed" for _ in lines]
    assert [finding.location and finding.location.line for finding in found] == lines


def test_faults_of_parts_ports_and_hosts_are_found(tmp_path: Path) -> None:
    port = sample("unity-uemcli.port.txt").replace("OK BUT (7)", "Minor failure (15)")
    parts = sample("unity-uemcli.parts.txt").replace("uemcli -d", "$ uemcli -d")
    luns, initiators = sample("unity-uemcli.lun.txt"), sample("unity-uemcli.initiator.txt")
    initiators = initiators.replace("Ports logged in = spa_fc4,spb_fc4", "Ports logged in =")
    (tmp_path / "unity.txt").write_text(
        parts
        + "$ uemcli -d 192.0.2.20 /net/port/fc show -detail\n" + port
        + "$ uemcli -d 192.0.2.20 /stor/prov/luns/lun show -detail\n" + luns
        + "$ uemcli -d 192.0.2.20 /remote/initiator show -detail\n" + initiators
    )  # fmt: skip
    found = {one.rule + ": " + one.message for one in audit([str(tmp_path)], Options(isolated=True, jobs=1)).findings}
    assert {one for one in found if not one.startswith("DOC")} == {
        "DIR014: 192.0.2.20 reports a fault on DPE Power Supply B0; status: major failure",
        "DIR014: 192.0.2.20 reports a fault on dae_0_1_disk_3; health: degraded",
        "DIR014: 192.0.2.20 reports a fault on port spb_fc4; health: minor failure",
        "ARR027: 192.0.2.20 reports host esx11 (Host_1) as degraded",
        "ARR019: No login at 192.0.2.20 from initiator 10:00:00:00:c9:00:00:11 (HostInitiator_1), although it has volumes in Host_1",
    }


def test_what_is_subscribed_of_a_pool() -> None:
    text = (
        "1:    ID                   = pool_1\n      Name                 = pool_sas\n      Total space          = 10995116277760 (10.0T)\n"
        "      Current allocation   = 9895604649984 (9.0T)\n      Subscription         = 16492674416640 (15.0T)\n"
        "      Subscription percent = 150%\n      Health state         = OK (5)\n"
    )
    (pool,) = harness.read("unity-uemcli", text, owner="u1").observations.rows("pool")
    assert (pool["size_bytes"], pool["used_bytes"], pool["subscribed_bytes"]) == (
        10995116277760,
        9895604649984,
        16492674416640,
    )
