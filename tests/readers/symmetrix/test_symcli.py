"""symcli text: exact facts of synthetic captures of both generations, and of outside exports if there is a corpus."""

from __future__ import annotations

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests import folders
from tests.readers.harness import best_reader, corpus_file, printed_size, read

SAMPLES = folders.SAMPLES
ARRAY = "000192601234"


def _rows(name: str, kind: str, sample: str | None = None) -> list[dict[str, object]]:
    text = (SAMPLES / f"{sample or name}.txt").read_text()
    return [
        {key: value for key, value in row.items() if key != "line"} for row in read(name, text).observations.rows(kind)
    ]


def test_a_list_of_arrays_contains_each_once_with_its_code() -> None:
    rows = _rows("symmetrix-symcfg-list", "storage_array")
    assert {row["storage_array"]: row.get("array_version") for row in rows} == {ARRAY: "5876", "000197912345": "5978"}
    assert rows[0] == {"storage_array": ARRAY, "serial": ARRAY, "vendor": "EMC", "family": "symmetrix"}


def test_old_port_flags_are_settings_but_not_the_whole_set() -> None:
    ports = _rows("symmetrix-symcfg-directors", "target_port")
    assert ports[2] == {
        "target_wwpn": "5000097208123424",
        "storage_array": ARRAY,
        "director": "FA-10E",
        "port": "0",
        "port_name": "FA-10E:0",
        "role": "front-end",
        "protocol": "fc",
        "max_speed_gbps": 8.0,
    }
    settings = {
        (row["scope"], row["setting"]): row["value"] for row in _rows("symmetrix-symcfg-directors", "array_setting")
    }
    assert settings[("FA-10E:0", "ACLX")] == "enabled"
    assert settings[("FA-10E:1", "ACLX")] == "disabled"
    assert settings[("FA-7E:0", "PP")] == "enabled"
    assert len(settings) == 16


def test_flags_printed_as_words_under_a_vcm_column() -> None:
    text = (
        "Symmetrix ID: 000190101234\n   S Y M M E T R I X    F I B R E   D I R E C T O R S\n"
        "    Dir    Port  WWN               VCM      Volume Set   Pnt to Pnt\n"
        "                                   Enabled  Addressing\n"
        "    FA-3A   0    5006048ACCC12342  Yes      No           Yes\n"
    )
    result = read("symmetrix-symcfg-directors", text)
    assert {(row["setting"], row["value"]) for row in result.observations.rows("array_setting")} == {
        ("VCM", "enabled"),
        ("V", "disabled"),
        ("PP", "enabled"),
    }
    assert result.unread_lines == 0


def test_directors_of_new_arrays_have_engines() -> None:
    directors = _rows("symmetrix-symcfg-directors", "director", "symmetrix-symcfg-directors.2")
    assert [(row["director"], row["engine"], row["operational_status"]) for row in directors] == [
        ("FA-1D", "1", "online"),
        ("FA-2D", "1", "online"),
        ("FA-3D", "2", "offline"),
        ("RF-1F", "1", "online"),
        ("DF-1C", "1", "online"),
    ]


def test_the_slot_of_an_old_director_is_not_an_engine() -> None:
    text = (
        "Symmetrix ID: 000192601234\nS Y M M E T R I X    D I R E C T O R S\n"
        "Ident  Symbolic  Numeric  Slot  Type          Status\nFA-7E     07E      71       7   FibreChannel  Online\n"
    )
    rows = read("symmetrix-symcfg-directors", text).observations.rows("director")
    assert rows == [{"storage_array": ARRAY, "director": "FA-7E", "operational_status": "online", "line": 4}]


def test_verbose_ports_state_the_whole_set_of_flags() -> None:
    port = _rows("symmetrix-symcfg-verbose", "target_port")[0]
    assert port["flags"] == "ACLX C EAN PP SC3 SPC2 UWN"
    assert (port["speed_gbps"], port["port_state"], port["wwnn"]) == (8.0, "online", "5000097208123400")
    settings = {row["setting"]: row["value"] for row in _rows("symmetrix-symcfg-verbose", "array_setting")}
    assert settings["OS2007"] == "disabled"
    assert {
        row["array_version"] for row in _rows("symmetrix-symcfg-verbose", "storage_array") if "array_version" in row
    } == {"5876.269.174"}


def test_a_view_has_its_groups_initiators_ports_and_devices() -> None:
    assert _rows("symmetrix-symaccess-show", "mask_view") == [
        {
            "storage_array": ARRAY,
            "view": "esx01_view",
            "initiator_group": "esx01_ig",
            "port_group": "esx_pg",
            "storage_group": "esx01_sg",
        }
    ]
    initiators = _rows("symmetrix-symaccess-show", "mask_initiator")
    assert [(row["initiator_wwpn"], row.get("initiator_name")) for row in initiators] == [
        ("10000000c9030102", "esx01/vmhba2"),
        ("10000000c9030103", None),
    ]
    ports = _rows("symmetrix-symaccess-show", "mask_port")
    assert [(row["port_name"], row["target_wwpn"]) for row in ports] == [
        ("FA-7E:0", "5000097208123418"),
        ("FA-10E:0", "5000097208123424"),
    ]
    volumes = _rows("symmetrix-symaccess-show", "mask_volume")
    assert [(row["volume_name"], row["lun"], printed_size(row)) for row in volumes] == [
        ("000A1", 1, 512000 << 20),
        ("000A2", 10, 512000 << 20),
    ]
    assert [row.get("host") for row in _rows("symmetrix-symaccess-show", "registered_initiator")] == ["esx01", None]


def test_members_of_a_group_belong_to_its_views() -> None:
    ports = _rows("symmetrix-symaccess-show", "mask_port", "symmetrix-symaccess-show.2")
    assert {(row["view"], row["port_name"]) for row in ports} == {
        (view, port) for view in ("esx01_view", "esx02_view") for port in ("FA-7E:0", "FA-10E:0")
    }
    volumes = _rows("symmetrix-symaccess-show", "mask_volume", "symmetrix-symaccess-show.3")
    assert [row["volume_name"] for row in volumes] == ["000A1", "000A2", "000A3", "000B0"]


def test_child_groups_and_several_views_in_one_text() -> None:
    text = (
        "Symmetrix ID                : 000192601234\n"
        "Masking View Name           : v1\nInitiator Group Name        : parent_ig *\n   Host Initiators\n     {\n"
        "       IG   : child_ig\n     }\n   Initiator Group Name     : child_ig\n   Host Initiators\n     {\n"
        "       WWN  : 10000000c9030102 [alias: esx01/vmhba2]\n     }\nPort Group Name             : pg1\n"
        "   Director Identification\n     {\n       FA-7E:0\n     }\nStorage Group Name          : sg1\n"
        "Masking View Name           : v2\nInitiator Group Name        : ig2\n   Host Initiators\n     {\n"
        "       WWN  : 10000000c9040102 [alias: esx02/vmhba2]\n     }\nPort Group Name             : pg1\n"
    )
    result = read("symmetrix-symaccess-show", text)
    assert [(row["view"], row["initiator_group"]) for row in result.observations.rows("mask_view")] == [
        ("v1", "parent_ig"),
        ("v2", "ig2"),
    ]
    assert [(row["view"], row["initiator_name"]) for row in result.observations.rows("mask_initiator")] == [
        ("v1", "esx01/vmhba2"),
        ("v2", "esx02/vmhba2"),
    ]
    assert result.unread_lines == 0


def test_views_of_a_list_lose_the_star_of_cascaded_groups() -> None:
    assert [row["initiator_group"] for row in _rows("symmetrix-symaccess-list", "mask_view")] == [
        "cluster-db_ig",
        "lnx01_ig",
    ]


def test_logins_show_initiator_and_port() -> None:
    rows = _rows("symmetrix-symaccess-list-logins", "array_login")
    assert [(row["initiator_wwpn"], row["port_name"], row["logged_in"], row["on_fabric"]) for row in rows] == [
        ("10000000c9030102", "FA-7E:0", True, True),
        ("10000000c9040102", "FA-7E:0", False, True),
        ("10000000c9030102", "FA-10E:0", True, True),
    ]
    blocks = _rows("symmetrix-symaccess-list-logins", "array_login", "symmetrix-symaccess-list-logins.2")
    assert [(row["target_wwpn"], row["port_name"], row["logged_in"]) for row in blocks] == [
        ("5000097398123404", "FA-1D:4", True),
        ("5000097398123404", "FA-1D:4", False),
    ]
    assert _rows("symmetrix-symaccess-list-logins", "registered_initiator")[1].get("initiator_name") is None


def test_the_masking_database_makes_one_view_of_each_initiator_and_port() -> None:
    volumes = _rows("symmetrix-symmaskdb-list-database", "mask_volume")
    assert [(row["view"], row["volume_name"]) for row in volumes] == [
        ("esx01/vmhba2 FA-3A:0", name) for name in ("00047", "00048", "00049", "00064")
    ]


def test_a_full_masking_database_shows_the_flags_an_initiator_overrides() -> None:
    text = (
        "Symmetrix ID            : 000190101234\n\nDatabase Type           : Type6\n\nDirector Identification : FA-3A\n"
        "Director Port           : 0\n\n  Originator Port wwn : 10000000c9030102\n  User-generated Name : esx01/vmhba2\n"
        "  Port Flag Overrides : Yes\n    Enabled           : SPC2_Protocol_Version(SPC2)\n"
        "                        SCSI_3(SC3)\n    Disabled          : Common_Serial_Number(C)\n  Devices             : 0047:0048\n"
    )
    result = read("symmetrix-symmaskdb-list-database", text)
    settings = result.observations.rows("array_setting")
    assert {(row["scope"], row["setting"], row["value"]) for row in settings} == {
        ("10000000c9030102", "SPC2", "enabled"),
        ("10000000c9030102", "SC3", "enabled"),
        ("10000000c9030102", "C", "disabled"),
    }
    assert [(row["view"], row["volume_name"]) for row in result.observations.rows("mask_volume")] == [
        ("esx01/vmhba2 FA-3A:0", "00047"),
        ("esx01/vmhba2 FA-3A:0", "00048"),
    ]
    assert result.unread_lines == 0


def test_a_detailed_group_shows_the_flags_an_initiator_overrides() -> None:
    text = (
        "Symmetrix ID          : 000192601234\nInitiator Group Name    : esx01_ig\n   Host Initiators\n     {\n"
        "       WWN  : 10000000c9030102 [alias: esx01/vmhba2]\n       Port Flag Overrides : Yes\n"
        "         Enabled           : SPC2_Protocol_Version(SPC2)\n         Disabled          : N/A\n     }\n"
    )
    result = read("symmetrix-symaccess-show", text)
    assert [(row["scope"], row["setting"]) for row in result.observations.rows("array_setting")] == [
        ("10000000c9030102", "SPC2")
    ]
    assert result.unread_lines == 0


def test_logins_without_names() -> None:
    text = (
        "Symmetrix ID            : 000192601234\nDirector Identification : FA-7E\nDirector Port           : 0\n"
        "Identifier       Type   Node Name   Port Name   FCID   In   Fabric\n"
        "10000000c9030102 Fibre                          010000 Yes  Yes\n"
    )
    result = read("symmetrix-symaccess-list-logins", text)
    assert result.observations.rows("registered_initiator") == [
        {"storage_array": ARRAY, "initiator_wwpn": "10000000c9030102", "line": 5}
    ]
    assert [row["logged_in"] for row in result.observations.rows("array_login")] == [True]


def test_devices_of_both_generations() -> None:
    old = _rows("symmetrix-symdev-list", "storage_volume")
    assert [(row["storage_volume"], row.get("replication_role"), row.get("provision_type")) for row in old] == [
        ("000A1", None, "thick"),
        ("000A2", "R1", "thin"),
        ("000A3", "snapshot", None),
        ("000A4", "BCV", None),
    ]
    assert printed_size(old[0]) == 512000 << 20
    new = _rows("symmetrix-symdev-list", "storage_volume", "symmetrix-symdev-list.2")
    assert [(row["storage_volume"], printed_size(row), row["operational_status"]) for row in new] == [
        ("000A1", 500 << 30, "rw"),
        ("000A2", 3 << 29, "wd"),
    ]


def test_symdev_list_wwn_gives_the_identity_that_hosts_see() -> None:
    text = (
        "Symmetrix ID: 000192601234\n\n        Device Name                      Device\n"
        "Sym   Physical               Config        Attr   WWN\n"
        "000A1 Not Visible            TDEV                 60000970000192601234533030304131\n"
        "000A2 Not Visible            2-Way Mir     (M)    60000970000xxxxxx234533030304132\n"
    )
    assert best_reader(text) == "symmetrix-symdev-list"
    result = read("symmetrix-symdev-list", text)
    rows = result.observations.rows("storage_volume")
    assert [row.get("device") for row in rows] == ["naa.60000970000192601234533030304131", None]
    assert [(row["fact"], row["problem"]) for row in result.observations.rows("bad_value")] == [("device", "redacted")]


def test_all_facts_of_one_device() -> None:
    row = _rows("symmetrix-symdev-show", "storage_volume")[0]
    assert row == {
        "device": "naa.60000970000192601234533030304131",
        "storage_array": ARRAY,
        "storage_volume": "000A1",
        "size_bytes": 524288640 << 10,
        "block_bytes": 512,
        "provision_type": "thin",
        "replication_role": "R1",
        "operational_status": "ready",
        "pool": "pool_fc",
    }
    assert _rows("symmetrix-symdev-show", "replication_link") == [
        {
            "replication_link": "000192601234 group 10",
            "source_array": ARRAY,
            "target_array": "000192605678",
            "mode": "synchronous",
            "operational_status": "Synchronized",
        }
    ]


def test_several_devices_follow_each_other() -> None:
    text = (SAMPLES / "symmetrix-symdev-show.txt").read_text()
    second = text.replace("000A1", "000A2").replace("4131", "4132")
    rows = read("symmetrix-symdev-show", text + second).observations.rows("storage_volume")
    assert [row["storage_volume"] for row in rows] == ["000A1", "000A2"]


def test_device_groups_state_roles_and_the_link() -> None:
    rows = _rows("symmetrix-symdg", "storage_volume")
    assert [(row["storage_volume"], row["replication_role"]) for row in rows] == [("001C8", "R1"), ("008A8", "BCV")]
    assert _rows("symmetrix-symdg", "replication_link")[0]["operational_status"] == "Synchronized"


def test_pairs_of_one_group_make_one_link_with_all_their_states() -> None:
    assert _rows("symmetrix-symrdf", "replication_link") == [
        {
            "replication_link": "000192601234 group 10",
            "source_array": ARRAY,
            "mode": "synchronous",
            "operational_status": "Suspended, Synchronized",
        }
    ]
    metro = _rows("symmetrix-symrdf", "replication_link", "symmetrix-symrdf.2")[0]
    assert (metro["target_array"], metro["mode"]) == ("000197954321", "active")


def test_a_query_from_the_target_side_turns_the_link_around() -> None:
    text = (SAMPLES / "symmetrix-symrdf.2.txt").read_text()
    turned = text.replace(
        "Source (R1) View                 Target (R2) View", "Target (R2) View                 Source (R1) View"
    )
    row = read("symmetrix-symrdf", turned).observations.rows("replication_link")[0]
    assert (row["source_array"], row["target_array"]) == ("000197954321", "000197912345")
    assert read("symmetrix-symrdf", turned).observations.rows("storage_volume")[0]["replication_role"] == "R2"


def test_pools_in_tracks_have_no_size_and_pools_in_gb_have_one() -> None:
    rows = _rows("symmetrix-symcfg-list-pool", "pool")
    assert rows[1] == {
        "storage_array": ARRAY,
        "pool": "pool_fc",
        "thin": True,
        "raid_type": "RAID-5(7+1)",
        "drive_type": "fc",
    }
    text = (SAMPLES / "symmetrix-symcfg-list-pool.txt").read_text().replace("Tracks", "GBs   ")
    assert printed_size(read("symmetrix-symcfg-list-pool", text).observations.rows("pool")[1]) == 1215449040 << 30


def test_what_a_host_sees_is_a_device_of_that_host() -> None:
    row = read("symmetrix-syminq", (SAMPLES / "symmetrix-syminq.2.txt").read_text(), "lnx01").observations.rows(
        "device"
    )[0]
    assert (row["host"], row["device"], row["array_serial"], row["array_device"]) == (
        "lnx01",
        "block:sdc",
        ARRAY,
        "000A1",
    )


@pytest.mark.parametrize("printed", ["000xxxxxx815", "00019260*234"])
def test_a_masked_serial_is_a_bad_value_and_still_a_name(printed: str) -> None:
    text = (SAMPLES / "symmetrix-symdev-list.txt").read_text().replace(ARRAY, printed)
    result = read("symmetrix-symdev-list", text)
    assert result.observations.rows("storage_array")[0].get("serial") is None
    assert [row["value"] for row in result.observations.rows("bad_value")] == [printed]
    assert {row["storage_array"] for row in result.observations.rows("storage_volume")} == {printed}


def test_two_arrays_in_one_text_stay_separate() -> None:
    text = (SAMPLES / "symmetrix-symdev-list.txt").read_text()
    rows = read("symmetrix-symdev-list", text + text.replace(ARRAY, "000192605678")).observations.rows("storage_volume")
    assert [row["storage_array"] for row in rows] == [ARRAY] * 4 + ["000192605678"] * 4


def test_the_ports_of_an_outside_vmax() -> None:
    result = read("symmetrix-symcfg-directors", corpus_file("arrays/symcli-symcfg/kckecheng-1.txt"))
    ports = result.observations.rows("target_port")
    assert [(row["port_name"], row["target_wwpn"]) for row in ports] == [
        ("FA-7E:0", "50000972c00cbd18"),
        ("FA-7E:1", "50000972c00cbd19"),
        ("FA-8E:0", "50000972c00cbd1c"),
        ("FA-8E:1", "50000972c00cbd1d"),
        ("FA-7F:0", "50000972c00cbd58"),
        ("FA-7F:1", "50000972c00cbd59"),
        ("FA-8F:0", "50000972c00cbd5c"),
        ("FA-8F:1", "50000972c00cbd5d"),
    ]
    settings = {(row["scope"], row["setting"]): row["value"] for row in result.observations.rows("array_setting")}
    assert (settings["FA-7F:1", "ACLX"], settings["FA-7F:0", "ACLX"]) == ("disabled", "enabled")


def test_the_directors_and_fcoe_ports_of_an_outside_vmax3() -> None:
    rows = read("symmetrix-symcfg-directors", corpus_file("arrays/symcli-symcfg/kckecheng-3.txt")).observations.rows(
        "director"
    )
    assert [(row["director"], row["engine"], row["operational_status"]) for row in rows][-3:] == [
        ("FE-2G", "1", "online"),
        ("FE-3G", "2", "offline"),
        ("FE-4G", "2", "offline"),
    ]
    ports = read("symmetrix-symcfg-directors", corpus_file("arrays/symcli-symcfg/kckecheng-4.txt")).observations.rows(
        "target_port"
    )
    assert [(row["port_name"], row["speed_gbps"], row["port_state"]) for row in ports] == [
        ("FE-1G:9", 10.0, "online"),
        ("FE-1G:11", 10.0, "online"),
    ]


def test_outside_devices_and_groups() -> None:
    rows = read("symmetrix-symdev-list", corpus_file("arrays/symcli-symdev/kckecheng-1.txt")).observations.rows(
        "storage_volume"
    )
    assert [(row["storage_volume"], printed_size(row) >> 20) for row in rows][:2] == [("003F6", 9000), ("00510", 8631)]
    assert len(rows) == 8
    dmx = read("symmetrix-symdev-list", corpus_file("arrays/symcli-symdev/jreypo-1.txt"))
    assert (len(dmx.observations.rows("storage_volume")), dmx.unread_lines) == (17, 0)
    group = read("symmetrix-symdg", corpus_file("arrays/symcli-symdg/jreypo-2.txt"))
    assert [(row["storage_volume"], row["replication_role"]) for row in group.observations.rows("storage_volume")] == [
        ("001C8", "R1"),
        ("001C9", "R1"),
        ("008A8", "BCV"),
        ("008A9", "BCV"),
    ]
    assert group.unread_lines == 0


def test_outside_views_and_groups() -> None:
    view = read("symmetrix-symaccess-list", corpus_file("arrays/symcli-symaccess/kckecheng-4.txt")).observations.rows(
        "mask_view"
    )
    assert [(row["view"], row["port_group"], row["storage_group"]) for row in view] == [
        ("elcsesx_view", "elcsesx_target", "elcsesx_devs")
    ]
    ports = read("symmetrix-symaccess-show", corpus_file("arrays/symcli-symaccess/kckecheng-2.txt")).observations
    assert [row["port_name"] for row in ports.rows("target_port")] == ["FA-7E:0", "FA-7E:1", "FA-8F:0", "FA-8F:1"]
    group = read("symmetrix-symaccess-show", corpus_file("arrays/symcli-symaccess/kckecheng-1.txt")).observations
    assert [row["storage_volume"] for row in group.rows("storage_volume")] == [f"0051{n}" for n in range(5)]
    assert read("symmetrix-symaccess-list", corpus_file("arrays/symcli-symaccess/kckecheng-5.txt")).unread_lines == 0


def test_a_storage_group_has_limits_and_devices() -> None:
    settings = {(row["scope"], row["setting"]): row["value"] for row in _rows("symmetrix-symsg-show", "array_setting")}
    assert settings == {("esx01_sg", "host-io-limit-mbps"): "1000", ("esx01_sg", "service-level"): "Diamond"}
    rows = _rows("symmetrix-symsg-show", "storage_volume")
    assert [(row["storage_volume"], row.get("replication_role")) for row in rows] == [("000A1", None), ("000A2", "R1")]


@pytest.mark.parametrize("mark", ["", "(M)", "ACLX", "VCM", "(M) VCM"])
def test_marks_after_a_device_attribute(mark: str) -> None:
    text = (SAMPLES / "symmetrix-symdev-list.2.txt").read_text()
    text = text.replace("N/Grp'd      RW ", f"N/Grp'd {mark} RW ")
    row = read("symmetrix-symdev-list", text).observations.rows("storage_volume")[0]
    assert (printed_size(row), row["provision_type"], row["operational_status"]) == (500 << 30, "thin", "rw")


def test_a_file_name_given_by_the_user_identifies_the_first_array() -> None:
    text = (SAMPLES / "symmetrix-symdev-list.txt").read_text()
    both = text + text.replace(ARRAY, "000192605678")
    capture = Capture(text=both, file="a.txt", owner="vmax1", owner_basis="config")
    rows = read_capture(reader_named("symmetrix-symdev-list"), capture).observations.rows("storage_array")
    assert [(row["storage_array"], row["serial"]) for row in rows] == [
        ("vmax1", ARRAY),
        ("000192605678", "000192605678"),
    ]


@pytest.mark.parametrize(
    "sample", ["symmetrix-symaccess-show", "symmetrix-symdev-show", "symmetrix-symdg", "symmetrix-symsg-show"]
)
def test_a_text_that_ends_inside_a_block_is_noted(sample: str) -> None:
    text = (SAMPLES / f"{sample}.txt").read_text()
    assert not read(sample, text).ends_inside_record
    cut = read(sample, text[: text.rindex("}")])
    assert cut.ends_inside_record
    assert cut.records > 0


def test_devices_listed_by_a_host_inquiry_with_their_ports() -> None:
    xml = (SAMPLES / "symmetrix-syminq-xml.pdevfile.xml").read_text()
    for found in (
        _rows("symmetrix-syminq", "device", "symmetrix-syminq.3"),
        read("symmetrix-syminq-xml", xml).observations.rows("device"),
    ):
        assert [(row["device"], row["array_serial"], row["array_device"]) for row in found] == [
            ("block:sdb", "000197600777", "0ABCD"),
            ("block:sdc", "000197600777", "0ABCE"),
        ]
