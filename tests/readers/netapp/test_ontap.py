"""The ONTAP cluster shell: values of synthetic and outside captures, tables and listings, damage, and an audit of one cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.intake.read import read_text
from tests.readers import harness
from tests.readers.array_exports import SAMPLES, corpus_rows, rows, sample, single_controller
from tests.support import intake_of

FILES = sorted(path.name for path in SAMPLES.glob("netapp-*.txt"))
DEVICE = "naa.600a09807770457a795d51706b303031"


@pytest.mark.parametrize("name", FILES)
def test_damaged_input_breaks_nothing(name: str) -> None:
    text, reader = sample(name), name.split(".", maxsplit=1)[0]
    assert harness.best_reader(text) == reader
    for seed in range(4):
        harness.assert_robust(reader, text, seed)


@pytest.mark.parametrize("name", [name for name in FILES if ".table." not in name])
def test_listings_need_no_indentation_and_bear_banners(name: str) -> None:
    text, reader = sample(name), name.split(".", maxsplit=1)[0]
    flat = "Last login time: 1/2/2021 10:00:00\n\n" + "\n".join(line.strip() for line in text.split("\n"))
    assert harness.facts(harness.read(reader, flat)) == harness.facts(harness.read(reader, text))


def test_initiator_groups() -> None:
    name = "netapp-igroup-show.txt"
    assert [row["view"] for row in rows(name, "mask_view")] == ["svm1:esx51", "svm1:lin51"]
    assert [(row["initiator_wwpn"], row["port_state"]) for row in rows(name, "registered_initiator")] == [
        ("10000000c9000051", "logged in"),
        ("10000000c9000052", "not logged in"),
    ]
    settings = {(row["scope"], row["setting"]): row["value"] for row in rows(name, "array_setting")}
    assert settings[("svm1:esx51", "ALUA")] == "false"
    assert settings[("svm1:esx51", "Portset Binding Igroup")] == "ps_fc"
    assert ("svm1:lin51", "Portset Binding Igroup") not in settings


def test_initiator_groups_as_a_table() -> None:
    assert [(r["view"], r["initiator_wwpn"]) for r in rows("netapp-igroup-show.table.txt", "mask_initiator")] == [
        ("svm1:esx51", "10000000c9000051"),
        ("svm1:esx51", "10000000c9000052"),
        ("svm1:esx52", "10000000c9000053"),
    ]


def test_mappings() -> None:
    listed = rows("netapp-lun-mapping-show.txt", "mask_volume")
    assert listed == [{"view": "svm1:esx51", "volume_name": "svm1:/vol/vol51/lun51", "lun": 7}]
    assert rows("netapp-lun-mapping-show.table.txt", "mask_volume")[0] == listed[0]
    assert rows("netapp-lun-mapping-show.txt", "array_setting")[0]["value"] == "cl-01, cl-02"


def test_lun_has_the_identity_hosts_see() -> None:
    (volume,) = rows("netapp-lun-show.txt", "storage_volume")
    assert volume == {
        "device": DEVICE,
        "storage_volume": "svm1:/vol/vol51/lun51",
        "label": "lun51",
        "size_low_bytes": (511 << 20) + 512,
        "size_high_bytes": (513 << 20) - 512,
        "block_bytes": 512,
        "operational_status": "online",
        "provision_type": "thin",
        "mapped": True,
        "current_owner": "cl-01",
    }
    legacy = sample("netapp-lun-show.txt").replace("Device Legacy ID: -", "Device Legacy ID: 60a98000")
    assert "device" not in rows("netapp-lun-show.txt", "storage_volume", legacy)[0]


def test_interfaces_as_listing_and_table() -> None:
    listed = rows("netapp-interface-show.txt", "target_port")
    assert listed == rows("netapp-interface-show.table.txt", "target_port")
    assert [(r["target_wwpn"], r["director"], r["port_name"], r["port_state"]) for r in listed] == [
        ("2000000c29000001", "cl-01", "svm1:fc_lif_1", "up"),
        ("2001000c29000001", "cl-02", "svm1:fc_lif_2", "down"),
    ]


FIELDS = """\
vserver lif    home-node home-port status-oper wwpn
------- ------ --------- --------- ----------- -----------------------
svm1    fc_n1a cl-01     1a        up          20:01:00:a0:98:aa:bb:c1
svm1    fc_n2a cl-02     1a        down        20:02:00:a0:98:aa:bb:c1
2 entries were displayed.
"""
NAMES_ALONE = """\
vserver lif    wwpn
------- ------ -----------------------
svm1    fc_n1a 20:01:00:a0:98:aa:bb:c1
"""


def test_selected_fields_of_interfaces_are_no_logins_of_initiators() -> None:
    assert harness.best_reader(FIELDS) == "netapp-interface-show"
    found = harness.read("netapp-interface-show", FIELDS).observations
    assert [(row["director"], row["port_name"], row["port_state"]) for row in found.rows("target_port")] == [
        ("cl-01", "svm1:fc_n1a", "up"),
        ("cl-02", "svm1:fc_n2a", "down"),
    ]


@pytest.mark.parametrize(
    ("command", "reader"),
    [
        ("vserver fcp interface show -fields wwpn", "netapp-interface-show"),
        ("vserver fcp initiator show -fields wwpn", "netapp-fcp-initiator-show"),
        ("", None),
    ],
)
def test_names_alone_are_read_by_their_command(command: str, reader: str | None) -> None:
    assert harness.best_reader(NAMES_ALONE, command=command or None) == reader


def test_adapters_logins_port_sets() -> None:
    (adapter,) = rows("netapp-fcp-adapter-show.txt", "target_port")
    assert (adapter["target_wwpn"], adapter["role"], adapter["speed_gbps"], adapter["fcid"]) == (
        "500a098106000001",
        "other",
        8.0,
        "010300",
    )
    assert [(r["initiator_wwpn"], r["port_name"]) for r in rows("netapp-fcp-initiator-show.txt", "array_login")] == [
        ("10000000c9000051", "svm1:fc_lif_1"),
        ("10000000c9000059", "svm1:fc_lif_1"),
    ]
    assert [(r["view"], r["port_name"]) for r in rows("netapp-portset-show.txt", "mask_port")] == [
        ("svm1:esx51", "svm1:fc_lif_1"),
        ("svm1:esx51", "svm1:fc_lif_2"),
    ]


def test_adapters_between_the_sites_of_a_metrocluster_are_no_target_ports() -> None:
    text = (
        "cl::*> metrocluster interconnect adapter show\n                             Adapter Link   Is OOD\n"
        "Node         Adapter Name    Type    Status Enabled? IP Address  Port Number\n"
        "------------ --------------- ------- ------ -------- ----------- -----------\n"
        "cl-01        fcvi_device_0   FC-VI    Up    false    192.0.2.2   6a\n1 entries were displayed.\n"
    )
    assert [record.format for record in intake_of({"cl.txt": text}).records] == [None]


def test_nodes_and_aggregates() -> None:
    assert [(r["director"], r["health_state"]) for r in rows("netapp-node-show.txt", "director")] == [
        ("cl-01", "healthy"),
        ("cl-02", "unhealthy"),
    ]
    (pool,) = rows("netapp-aggregate-show.txt", "pool")
    assert (pool["pool"], pool["drive_type"], pool["raid_type"]) == ("aggr1", "ssd", "raid_dp")


def test_cluster_show_states_the_health_of_the_nodes() -> None:
    assert [(r["director"], r["health_state"]) for r in rows("netapp-node-show.cluster.txt", "director")] == [
        ("cl-01", "healthy"),
        ("cl-02", "unhealthy"),
    ]


def test_printed_count_is_compared() -> None:
    result = harness.read("netapp-igroup-show", sample("netapp-igroup-show.txt"))
    assert (result.printed_count, result.counted_records) == (2, 2)


@pytest.mark.parametrize("part", ["interface", "login", "igroup", "map", "lun"])
def test_damaged_answers_break_nothing(part: str) -> None:
    text = sample(f"netapp-rest.{part}.json")
    assert harness.best_reader(text) == "netapp-rest"
    for seed in range(4):
        harness.assert_robust("netapp-rest", text, seed)


def test_rest_answers_match_the_shell() -> None:
    (port,) = rows("netapp-rest.interface.json", "target_port")
    assert {"wwnn": "200f000c29000001", "fcid": "010401"}.items() <= port.items()
    assert rows("netapp-interface-show.txt", "target_port")[0].items() <= port.items()
    assert rows("netapp-rest.map.json", "mask_volume") == rows("netapp-lun-mapping-show.txt", "mask_volume")
    (volume,) = rows("netapp-rest.lun.json", "storage_volume")
    exact, listed = volume.pop("size_bytes"), rows("netapp-lun-show.txt", "storage_volume")[0]
    assert volume.items() <= listed.items()
    assert listed["size_low_bytes"] <= exact <= listed["size_high_bytes"]
    assert rows("netapp-rest.igroup.json", "mask_initiator") == [
        {"view": "svm1:esx51", "initiator_wwpn": "10000000c9000051"}
    ]
    assert rows("netapp-rest.login.json", "array_login") == [
        {
            "initiator_wwpn": "10000000c9000051",
            "target_wwpn": "2000000c29000001",
            "port_name": "svm1:fc_lif_1",
            "logged_in": True,
        }
    ]


def test_several_commands_after_prompts() -> None:
    text = (
        f"cl::> lun igroup show -instance\n\n{sample('netapp-igroup-show.txt')}\n"
        f"cl::*> lun mapping show -instance\n\n{sample('netapp-lun-mapping-show.txt')}\n"
        "cl::> volume efficiency show\n\nVserver: svm1\n\ncl::> "
    )
    first, second, third = intake_of({"session.txt": text}).records
    assert [(first.format, first.owner, first.unread_lines)] == [("netapp-igroup-show", "cl", 0)]
    assert [(second.format, second.owner, second.unread_lines)] == [("netapp-lun-mapping-show", "cl", 0)]
    # The output of an unknown command is not read as a mapping.
    assert (third.format, third.command) == (None, "volume efficiency show")


def test_exports_of_one_cluster_are_one_array(tmp_path: Path) -> None:
    names = (
        "interface-show",
        "node-show",
        "igroup-show",
        "lun-mapping-show",
        "lun-show",
        "portset-show",
        "fcp-initiator-show",
    )
    files = {f"cl-{name}.txt": sample(f"netapp-{name}.txt") for name in names}
    _, found = single_controller(tmp_path, files, "esx51", DEVICE, [("10000000c9000051", "2000000c29000001")])
    assert [(row["host"], row["controller_names"]) for row in found] == [("esx51", ["cl-01"])]


def test_corpus() -> None:
    folder = "arrays/ontap-cli/delfin-"
    initiators = corpus_rows("netapp-igroup-show", folder + "hosts_info.txt", "mask_initiator")
    assert [(r["view"], r["initiator_wwpn"]) for r in initiators] == [
        ("svm1:fcstart1", "2001000c29bfc4d7"),
        ("svm1:fcstart1", "10000000c9d5b96e"),
        ("svm3:svm3", "10000000c9d5b96e"),
    ]
    ports = corpus_rows("netapp-interface-show", folder + "lif_info.txt", "target_port")
    assert [(r["target_wwpn"], r["port_state"], r["enabled"]) for r in ports] == [
        ("2000000c29bfc4d7", "down", True),
        ("2001000c29bfc4d7", "down", True),
    ]
    (volume,) = corpus_rows("netapp-lun-show", folder + "lun_info.txt", "storage_volume")
    assert volume["device"] == "naa.600a09807770457a795d51706b57466d"
    mapped = corpus_rows("netapp-lun-mapping-show", folder + "lun_mapping_info.txt", "mask_volume")
    assert [row["lun"] for row in mapped] == [123, 0]
    assert len(corpus_rows("netapp-portset-show", folder + "port_set_info.txt", "mask_port")) == 3
    assert corpus_rows("netapp-network-port-show", folder + "ports_info.txt", "target_port") == []
    assert corpus_rows("netapp-iscsi-initiator-show", folder + "iscsi_initiator_info.txt", "array_login") == []


AGGREGATES = """\
Aggregate     Size Available Used% State   #Vols  Nodes            RAID Status
--------- -------- --------- ----- ------- ------ ---------------- ------------
aggr0        855MB   42.14MB   95% online       1 cl-01            raid_dp,
                                                                   normal
aggr1       8.79TB    3.98TB   55% online       3 cl-01            raid_tec,
                                                                   degraded
aggr2       8.79TB         -     - offline      - cl-02            raid4,
                                                                   degraded
3 entries were displayed.
"""


def test_space_and_faults_of_aggregates() -> None:
    found = harness.read("netapp-aggregate-show", AGGREGATES).observations.rows("pool")
    assert [(pool["pool"], pool["raid_type"], pool["operational_status"]) for pool in found] == [
        ("aggr0", "raid_dp", "online"),
        ("aggr1", "raid_tec", "degraded"),
        ("aggr2", "raid4", "offline"),
    ]
    used = [(pool.get("used_low_bytes"), pool.get("used_high_bytes")) for pool in found]
    assert used[2] == (None, None)
    for (low, high), expected in zip(used[:2], (812.86 * (1 << 20), 4.81 * (1 << 40)), strict=True):
        assert isinstance(low, int) and isinstance(high, int)
        assert low <= expected <= high < 1.01 * low


METROCLUSTER = """\
west::*> storage aggregate show

west Aggregates:
Aggregate     Size Available Used% State   #Vols  Nodes            RAID Status
--------- -------- --------- ----- ------- ------ ---------------- ------------
aggr0_w1  227.1GB   45.10GB   80% online       1 w-01             raid_dp,
                                                                   mirrored,
                                                                   normal
aggr1_w1_data
           4.15TB    3.40TB   18% online       3 w-01             raid_dp,
                                                                   mirror
                                                                   degraded

east 01 Switched Over Aggregates:
Aggregate     Size Available Used% State   #Vols  Nodes            RAID Status
--------- -------- --------- ----- ------- ------ ---------------- ------------
aggr0_e1  227.1GB   45.10GB   80% online       0 w-01             raid_dp,
                                                                   mirrored,
                                                                   normal
3 entries were displayed.
"""


@pytest.mark.parametrize("above_title", ["\n\n", "\n"])
def test_titles_above_the_tables_of_a_metrocluster(above_title: str) -> None:
    intake = intake_of({"west.txt": METROCLUSTER.replace("\n\neast", f"{above_title}east")})
    (record,) = intake.records
    assert (record.owner, record.unread_lines, record.ends_inside_record) == ("west", 0, False)
    assert [(pool["pool"], pool["operational_status"]) for pool in intake.observations.rows("pool")] == [
        ("aggr0_w1", "online"),
        ("aggr1_w1_data", "mirror degraded"),
        ("aggr0_e1", "online"),
    ]


MAPPED = """\
vserver path igroup lun-id reporting-nodes
------- --------------------- -------- ------ ---------------
svm7 /vol/v71/lun71 db07 4 cl-01,cl-02
svm7 /vol/v72/lun72 db08 5 cl-03,cl-04
2 entries were displayed.
"""


@pytest.mark.parametrize("prompt", ["cl::>", "cl::*>", "cl::lun mapping>", "cl::lun mapping*>"])
def test_fields_without_their_blanks(prompt: str) -> None:
    command = "lun mapping show -fields lun-id,reporting-nodes"
    intake = intake_of({"notes.txt": f"{prompt} {command}\n{MAPPED}"})
    assert [(record.format, record.owner) for record in intake.records] == [("netapp-lun-mapping-show", "cl")]
    assert [(row["view"], row["volume_name"], row["lun"]) for row in intake.observations.rows("mask_volume")] == [
        ("svm7:db07", "svm7:/vol/v71/lun71", 4),
        ("svm7:db08", "svm7:/vol/v72/lun72", 5),
    ]


def test_rows_with_another_number_of_words_are_unread_if_blanks_were_lost() -> None:
    (record,) = intake_of(
        {"notes.txt": f"cl::> lun mapping show -fields lun-id\n{MAPPED.replace('db08 5', '5')}"}
    ).records
    assert (record.unread_lines, record.first_unread) == (1, 5)


def test_names_of_logical_interfaces_alone() -> None:
    text = (
        "cl::> vserver fcp portname show\n           Logical\nVserver    Interface      WWPN\n"
        "---------  -------------- -----------------------\nvs0        lif0           20:01:00:a0:98:0c:b0:eb\n"
        "           lif1           20:02:00:a0:98:0c:b0:eb\n2 entries were displayed.\n"
    )
    assert harness.best_reader(text.partition("\n")[2]) == "netapp-interface-show"
    ports = intake_of({"cl.txt": text}).observations.rows("target_port")
    assert [(port["port_name"], port["target_wwpn"]) for port in ports] == [
        ("vs0:lif0", "200100a0980cb0eb"),
        ("vs0:lif1", "200200a0980cb0eb"),
    ]


def test_listings_below_each_other_without_prompts() -> None:
    names = ("fcp-adapter-show", "igroup-show", "lun-show", "lun-mapping-show", "node-show", "fcp-initiator-show")
    text = "\n".join(harness.sample(f"netapp-{name}") for name in names)
    found = Observations()
    records = read_text(text, "all.txt", ("all.txt",), 0, found)
    assert [one.format for one in records] == [f"netapp-{name}" for name in names]
    assert [one.unread_lines for one in records] == [0] * len(names)
    # The objects of one listing are one export.
    alone = Observations()
    for name in names:
        read_text(harness.sample(f"netapp-{name}"), "all.txt", ("all.txt",), 0, alone)
    kinds = ("storage_volume", "mask_volume", "mask_initiator", "target_port", "director", "array_login")
    assert [len(found.rows(kind)) for kind in kinds] == [len(alone.rows(kind)) for kind in kinds]
    assert len(found.rows("storage_volume")) == 2


def test_a_title_below_a_listing_is_no_part_of_its_last_value() -> None:
    text = harness.sample("netapp-fcp-adapter-show")
    found = Observations()
    [record] = read_text(f"{text.rstrip()}\nleft db08 right\n", "all.txt", ("all.txt",), 0, found)
    alone = Observations()
    read_text(text, "all.txt", ("all.txt",), 0, alone)
    wwpns = [row["target_wwpn"] for row in found.rows("target_port")]
    assert wwpns == [row["target_wwpn"] for row in alone.rows("target_port")]
    assert record.unread_lines == 1
