"""iscsiadm -m iface: the interface records of a host that are bound to a network interface."""

from __future__ import annotations

from tests.readers.harness import best_reader, read, sample

NAME = "linux-iscsiadm-iface"
SAMPLE = sample(f"{NAME}.txt")


def test_each_record_with_its_network_interface() -> None:
    assert best_reader(SAMPLE) == NAME
    result = read(NAME, SAMPLE, owner="db01")
    rows = result.observations.rows("iscsi_portal")
    assert [(row["hba"], row["vmknic"], row.get("ip_address"), row["line"]) for row in rows] == [
        ("iface-a", "eth2", None, 3),
        ("iface-b", "eth3", "192.0.2.32", 4),
    ]
    assert result.unread_lines == 0


def test_records_that_are_bound_to_nothing_are_read_without_facts() -> None:
    text = "default tcp,<empty>,<empty>,<empty>,<empty>\niser iser,<empty>,<empty>,<empty>,<empty>\n"
    assert best_reader(text) == NAME
    result = read(NAME, text, owner="db01")
    assert (result.observations.rows("iscsi_portal"), result.unread_lines) == ([], 0)
    assert read(NAME, text + "Connection refused\n", owner="db01").unread_lines == 1
