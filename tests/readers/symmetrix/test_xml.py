"""symcli XML: exact facts, both notations of values, several documents, truncated and hostile documents."""

from __future__ import annotations

from datetime import UTC, datetime

from checker.readers.registry import reader_named
from tests import folders
from tests.readers.harness import best_reader, corpus_file, facts, printed_size, read

SAMPLES = folders.SAMPLES
NAME = "symmetrix-symcli-xml"
INQUIRY = "symmetrix-syminq-xml"
ARRAY = "000197912345"
PORTS = (SAMPLES / "symmetrix-symcli-xml.xml").read_text()
VIEW = (SAMPLES / "symmetrix-symcli-xml.2.xml").read_text()


def _document(body: str) -> str:
    return f'<?xml version="1.0" standalone="yes" ?>\n<SymCLI_ML>\n{body}\n</SymCLI_ML>\n'


def test_a_port_has_speed_engine_and_the_whole_set_of_flags() -> None:
    observations = read(NAME, PORTS).observations
    assert observations.rows("target_port") == [
        {
            "target_wwpn": "5000097398123404",
            "wwnn": "5000097398123400",
            "storage_array": ARRAY,
            "director": "FA-1D",
            "port": "4",
            "port_name": "FA-1D:4",
            "role": "front-end",
            "port_state": "online",
            "protocol": "fc",
            "speed_gbps": 16.0,
            "max_speed_gbps": 32.0,
            "flags": "C PP SC3 SPC2",
            "line": 19,
        }
    ]
    assert {row.get("engine") for row in observations.rows("director")} == {"1"}
    settings = {row["setting"]: row["value"] for row in observations.rows("array_setting")}
    assert settings == {"C": "enabled", "SC3": "enabled", "SPC2": "enabled", "OS2007": "disabled", "PP": "enabled"}
    assert observations.rows("storage_array")[-1]["array_version"] == "5978.714.714"


def test_a_view_of_flat_lists_gives_every_initiator_once() -> None:
    observations = read(NAME, VIEW).observations
    assert [(row["initiator_wwpn"], row.get("initiator_name")) for row in observations.rows("mask_initiator")] == [
        ("10000000c9030102", "esx01/vmhba2"),
        ("10000000c9030103", None),
    ]
    volume = observations.rows("mask_volume")[0]
    assert (volume["volume_name"], volume["lun"], printed_size(volume)) == ("000A1", 10, 512000 << 20)


def test_values_in_attributes_mean_the_same_as_values_in_elements() -> None:
    elements = _document(
        "<Symmetrix><Symm_Info><symid>000197912345</symid></Symm_Info><Device><Dev_Info><dev_name>000A1</dev_name>"
        "<configuration>TDEV</configuration></Dev_Info><Capacity><megabytes>6</megabytes></Capacity></Device></Symmetrix>"
    )
    attributes = _document(
        '<Symmetrix><Symm_Info symid="000197912345"/><Device><Dev_Info dev_name="000A1" configuration="TDEV"/>'
        '<Capacity megabytes="6"/></Device></Symmetrix>'
    )
    assert facts(read(NAME, attributes)) == facts(read(NAME, elements))


def test_several_documents_in_one_text_and_the_commands_between_them() -> None:
    result = read(NAME, f"# symcfg list -fa all -v -output xml_e\n{PORTS}\n{VIEW}")
    assert [row["view"] for row in result.observations.rows("mask_view")] == ["esx01_view"]
    assert result.observations.rows("mask_view")[0]["line"] == 8 + PORTS.count("\n") + 2
    assert (result.unread_lines, result.ends_inside_record) == (0, False)


def test_a_truncated_document_yields_its_complete_records() -> None:
    result = read(NAME, VIEW[: VIEW.index("<stor_grpname>")])
    assert [row["port_name"] for row in result.observations.rows("mask_port")] == ["FA-1D:4"]
    assert result.ends_inside_record
    cut = read(NAME, VIEW[: VIEW.index("c9030103</wwn>")])
    assert [row["initiator_wwpn"] for row in cut.observations.rows("mask_initiator")] == ["10000000c9030102"]


def test_entities_are_not_expanded() -> None:
    bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>' + _document("<Symmetrix>&a;</Symmetrix>")
    inside = "<SymCLI_ML><Symmetrix><Symm_Info><symid>&a;</symid></Symm_Info></Symmetrix></SymCLI_ML>"
    for text in (bomb, inside):
        result = read(NAME, text)
        assert result.failure is None
        assert not any("aaaa" in str(row) for row in result.observations.rows("storage_array"))
    deep = _document("<Symmetrix>" + "<a>" * 5_000 + "</a>" * 5_000 + "</Symmetrix>")
    assert read(NAME, deep).failure is None


def test_a_login_record_and_the_old_masking_database() -> None:
    logins = _document(
        "<Symmetrix><Symm_Info><symid>000197912345</symid></Symm_Info><Devmask_Login_Record><director>FA-1D</director>"
        "<port>4</port><Login><originator_port_wwn>10000000c9030102</originator_port_wwn><awwn_node_name>esx01</awwn_node_name>"
        "<awwn_port_name>vmhba2</awwn_port_name><logged_in>Yes</logged_in><on_fabric>No</on_fabric></Login>"
        "</Devmask_Login_Record></Symmetrix>"
    )
    row = read(NAME, logins).observations.rows("array_login")[0]
    assert (row["port_name"], row["logged_in"], row["on_fabric"]) == ("FA-1D:4", True, False)
    database = _document(
        "<Symmetrix><Symm_Info><symid>000190101234</symid></Symm_Info><Devmask_Database><director>FA-3A</director><port>0</port>"
        "<Db_Record><originator_port_wwn>10000000c9030102</originator_port_wwn><Override_Flags><scsi_3>Enabled</scsi_3>"
        "</Override_Flags></Db_Record></Devmask_Database></Symmetrix>"
    )
    settings = read(NAME, database).observations.rows("array_setting")
    assert [(row["scope"], row["setting"], row["value"]) for row in settings] == [
        ("10000000c9030102", "SC3", "enabled")
    ]


def test_an_inquiry_belongs_to_the_host_and_names_the_array() -> None:
    body = (
        "<Inquiry><Dev_Info><pd_name>/dev/sdc</pd_name><dev_name>000A1</dev_name><symid>000197912345</symid></Dev_Info>"
        "<Product><vendor>EMC</vendor><name>SYMMETRIX</name><wwn>60000970000197912345533030304131</wwn></Product></Inquiry>"
    )
    observations = read(INQUIRY, _document(body), "lnx01").observations
    device = observations.rows("device")[0]
    assert (device["host"], device["device"]) == ("lnx01", "naa.60000970000197912345533030304131")
    assert (device["array_serial"], device["array_device"]) == (ARRAY, "000A1")
    assert [row["path_name"] for row in observations.rows("path")] == ["sdc"]


def test_a_record_without_facts_is_reported() -> None:
    result = read(
        NAME,
        _document(
            "<Symmetrix><Symm_Info><symid>000197912345</symid></Symm_Info><Novelty><x>1</x></Novelty></Symmetrix>"
        ),
    )
    assert [note.text for note in result.notes] == ["symcli records of type novelty are not read"]


def test_outside_device_groups_and_inquiries() -> None:
    text = corpus_file("arrays/symcli-xml/opensvc-3.xml")
    assert best_reader(text) == NAME
    rows = read(NAME, text).observations.rows("storage_volume")
    assert [
        (row["storage_array"], row["storage_volume"], printed_size(row), row["replication_role"], row["line"])
        for row in rows
    ] == [("000123400096", "00025", 51201 << 20, "R1", 9), ("000123400096", "00055", 51201 << 20, "R1", 38)]
    inquiry = read(INQUIRY, corpus_file("arrays/symcli-xml/opensvc-2.xml"), "node1").observations
    devices = inquiry.rows("device")
    assert (devices[0]["device"], devices[0]["array_serial"], devices[0]["array_device"]) == (
        "block:sdc",
        "000123406665",
        "00056",
    )
    assert len(devices) == 54
    named = {row["device"] for row in devices if row["array_device"] == "00055"}
    assert "naa.60000970000123406665533030303535" in named
    assert inquiry.rows("storage_volume")[3]["label"] == "SG_BILTTST015_20210426T150934"


def test_the_age_is_that_of_the_host_database() -> None:
    reader = reader_named(NAME)
    assert reader.captured_in is not None
    stamp = "<SYMCLI><host_db_sync_time>Wed Jun 26 10:53:15 2024</host_db_sync_time></SYMCLI>"
    assert reader.captured_in(_document(f"<Symmetrix>{stamp}</Symmetrix>")) == datetime(
        2024, 6, 26, 10, 53, 15, tzinfo=UTC
    )
    assert reader.captured_in(_document(f"<Symmetrix>{stamp.replace('Jun', 'Juin')}</Symmetrix>")) is None


def test_a_masking_database_by_another_name() -> None:
    body = (
        "<Symmetrix><Symm_Info><symid>000190101234</symid></Symm_Info><Devmask_Db_Port><director>FA-3A</director><port>0</port>"
        "<Db_Record><originator_port_wwn>10000000c9030102</originator_port_wwn><dev_name>0047</dev_name></Db_Record>"
        "</Devmask_Db_Port></Symmetrix>"
    )
    rows = read(NAME, _document(body)).observations.rows("mask_volume")
    assert [(row["view"], row["volume_name"]) for row in rows] == [("10000000c9030102 FA-3A:0", "00047")]


def test_hosts_see_the_external_identity() -> None:
    own, external = "60000970000197912345533030304131", "60000970000197954321533030304231"
    body = (
        "<Symmetrix><Symm_Info><symid>000197912345</symid></Symm_Info><Device><Dev_Info><dev_name>000A1</dev_name></Dev_Info>"
        f"<Product><wwn>{own}</wwn></Product><Device_External_Identity><wwn>{external}</wwn></Device_External_Identity>"
        "</Device></Symmetrix>"
    )
    assert [row["device"] for row in read(NAME, _document(body)).observations.rows("storage_volume")] == [
        f"naa.{external}"
    ]
    alone = body.replace(f"<wwn>{external}</wwn>", "<wwn>N/A</wwn>")
    assert [row["device"] for row in read(NAME, _document(alone)).observations.rows("storage_volume")] == [f"naa.{own}"]
