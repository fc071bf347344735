"""NVMe over Fibre Channel under the kernel's own multipathing: ``nvme list-subsys``, and native maps of ``multipath -ll``."""

from __future__ import annotations

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers import harness


def read_as(text: str, name: str = "linux-nvme-subsys"):
    """Read the text as the answer for one namespace."""
    capture = Capture(text=text, owner="host1", command="nvme list-subsys /dev/nvme1n7")
    return read_capture(reader_named(name), capture).observations


def test_ports_that_see_each_other():
    result = harness.read("linux-nvme-subsys", harness.sample("linux-nvme-subsys.txt"))
    rows = result.observations
    assert [(row["initiator_wwpn"], row["wwnn"]) for row in rows.rows("initiator")] == [
        ("10000000c9000001", "20000000c9000001"),
        ("10000000c9000002", "20000000c9000002"),
    ]
    assert [(row["target_wwpn"], row["scsi_target"], row["port_state"]) for row in rows.rows("remote_port")] == [
        ("50000000aa000001", "nvme2", "live"),
        ("50000000aa000002", "nvme3", "live"),
        ("50000000aa000003", "nvme4", "connecting"),
    ]
    assert not rows.rows("path"), "which namespace they lead to isn't printed"
    assert result.unread_lines == 0


def test_controllers_are_counted_as_paths_between_ports():
    discovery = """\
nvme-subsys7 - NQN=nqn.2014-08.org.nvmexpress.discovery
\\
 +- nvme9 fc traddr=nn-0x50000000aa000000:pn-0x50000000aa000009,host_traddr=nn-0x20000000c9000001:pn-0x10000000c9000001 live
"""
    rows = harness.read("linux-nvme-subsys", harness.sample("linux-nvme-subsys.txt") + discovery).observations
    assert [(row["hba"][-1], row["port"][-1], row["working_paths"]) for row in rows.rows("path_total")] == [
        ("1", "1", 1),
        ("2", "2", 1),
        ("1", "3", 0),
    ]
    # Those of a namespace are paths.
    assert [row["port"][-1] for row in read_as(harness.sample("linux-nvme-subsys.txt")).rows("path_total")] == ["3"]


def test_paths_to_the_requested_namespace():
    rows = read_as(harness.sample("linux-nvme-subsys.txt"))
    first, second = rows.rows("path")
    assert first == {
        "host": "host1",
        "device": "block:nvme1n7",
        "protocol": "nvme",
        "path_name": "nvme1c2n7",
        "initiator_wwpn": "10000000c9000001",
        "target_wwpn": "50000000aa000001",
        "state": "active",
        "state_text": "optimized live",
        "optimised": True,
        "group_state": "optimized",
        "transport": "fc",
        "plugin": "nvme",
        "line": 5,
    }
    assert (second["path_name"], second["optimised"]) == ("nvme1c3n7", False)
    assert rows.rows("device")[0]["policy"] == "round-robin"


def test_the_name_of_the_file_names_the_namespace_if_the_command_is_not_in_it():
    text = harness.sample("linux-nvme-subsys.txt")
    for file in ("lin01/nvme_list-subsys_dev_nvme1n7.txt", "lin01/nvme list-subsys nvme1n7"):
        found = read_capture(
            reader_named("linux-nvme-subsys"), Capture(text=text, owner="host1", file=file)
        ).observations
        assert found.rows("path") == read_as(text).rows("path")
    unnamed = Capture(text=text, owner="host1", file="lin01/nvme1n7/nvme_list-subsys.txt")
    assert read_capture(reader_named("linux-nvme-subsys"), unnamed).observations.rows("path") == []


def test_json_gives_the_same_facts():
    rows = read_as(harness.sample("linux-nvme-subsys-json.json"), "linux-nvme-subsys-json")
    assert [(row["path_name"], row["state"]) for row in rows.rows("path")] == [
        ("nvme1c2n7", "active"),
        ("nvme1c3n7", "dead"),
    ]
    assert [row["target_wwpn"] for row in rows.rows("remote_port")] == ["50000000aa000001", "50000000aa000002"]


def test_a_redacted_address_is_a_bad_value():
    text = "nvme-subsys0 - NQN=nqn.x\n\\\n +- nvme1 fc traddr=nn-0xxxxxxxxxxxxxxxxx:pn-0xxxxxxxxxxxxxxxxx live\n"
    rows = harness.read("linux-nvme-subsys", text).observations
    assert [row["about_kind"] for row in rows.rows("bad_value")] == ["remote_port"]
    assert not rows.rows("remote_port")


def test_a_text_that_ends_before_the_controllers_says_so():
    result = harness.read("linux-nvme-subsys", "nvme-subsys0 - NQN=nqn.2014-08.com.example:array:0001\n\\\n")
    assert result.ends_inside_record


def test_native_maps_with_those_of_dm_multipath():
    result = harness.read("linux-multipath-topology", harness.sample("linux-multipath-topology.native.txt"))
    rows = result.observations
    native = [row for row in rows.rows("path") if row.get("protocol") == "nvme"]
    assert [
        (row["device"][:12], row["path_name"], row["state"], row.get("optimised"), row["priority"]) for row in native
    ] == [
        ("eui.00000a06", "nvme1c1n1", "active", False, 10),
        ("eui.00000a06", "nvme1c3n1", "active", True, 50),
        ("uuid.fedcba9", "nvme4c39n1", "unavailable", None, 50),
    ]
    sizes = {row["kernel_name"]: row["size_bytes"] for row in rows.rows("device") if "size_bytes" in row}
    assert sizes["nvme1n1"] == 20971520 * 512
    assert {row.get("multipath_owner") for row in rows.rows("device")} >= {"dm-multipath", "nvme"}
    assert [row["multipath_software"] for row in rows.rows("host")] == ["dm-multipath"]
    assert (result.unread_lines, result.notes) == (0, [])


def test_a_host_with_native_maps_only_does_not_use_dm_multipath():
    text = harness.sample("linux-multipath-topology.native.txt").split("\n", 5)[5]
    rows = harness.read("linux-multipath-topology", text).observations
    assert [row["multipath_software"] for row in rows.rows("host")] == ["nvme"]


def test_the_policy_of_a_subsystem_is_that_of_its_name_but_not_of_discovery() -> None:
    text = harness.sample("linux-nvme-subsys.txt")
    (row,) = harness.read("linux-nvme-subsys", text).observations.rows("host_setting")
    assert (row["setting"], row["value"]) == ("iopolicy", "round-robin")
    found = text.replace(str(row["scope"]), "nqn.2014-08.org.nvmexpress.discovery")
    assert not harness.read("linux-nvme-subsys", found).observations.rows("host_setting")
