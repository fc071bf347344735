"""The ONTAP shell with a separator: what it says is what an -instance listing says."""

from __future__ import annotations

from tests.readers import harness
from tests.readers.array_exports import rows, sample
from tests.support import intake_of

LISTING = """Vserver Name: svm9
Igroup Name: esx91
Protocol: fcp
OS Type: vmware
Initiators: 10:00:00:00:c9:00:00:91, 10:00:00:00:c9:00:00:92

Vserver Name: svm9
Igroup Name: web92
Protocol: iscsi
OS Type: linux
Initiators: iqn.1994-05.com.redhat:web92
"""


def test_rows_match_records() -> None:
    for kind in ("mask_view", "mask_initiator", "registered_initiator", "array_setting"):
        found = rows("netapp-separated.txt", kind)
        assert found == rows("netapp-igroup-show.txt", kind, LISTING)
        assert found


def test_mappings_with_another_separator() -> None:
    assert [
        (row["view"], row["volume_name"], row["lun"]) for row in rows("netapp-separated.mapping.txt", "mask_volume")
    ] == [("svm9:esx91", "svm9:/vol/vol_a/lun_a", 0), ("svm9:esx91", "svm9:/vol/vol_b/lun_b", 1)]


def test_facts_have_the_line_of_their_row() -> None:
    result = harness.read("netapp-separated", sample("netapp-separated.txt"))
    assert [row["line"] for row in result.observations.rows("mask_view")] == [3, 4]


def test_rows_that_do_not_fit_are_unread() -> None:
    result = harness.read("netapp-separated", sample("netapp-separated.txt") + "svm9|cut off|\n")
    assert (result.unread_lines, result.first_unread) == (1, 6)


def test_a_session_of_several_commands() -> None:
    text = (
        f"cl9::> igroup show -fields protocol,ostype,initiator\n{sample('netapp-separated.txt')}\n"
        f"cl9::> lun mapping show -fields lun-id\n{sample('netapp-separated.mapping.txt')}\n"
        "cl9::> volume show -fields size\nvserver|volume|size|\nVserver Name|Volume Name|Volume Size|\nsvm9|vol_a|10GB|\n"
    )
    records = intake_of({"session.txt": text}).records
    assert [(record.format, record.owner, record.unread_lines) for record in records] == [
        ("netapp-separated", "cl9", 0)
    ] * 3
    assert [note for _, note in records[2].notes] == [
        "skipped the output of this command: sanlint reads nothing from it"
    ]


def test_a_word_with_a_colon_above_another_one_is_no_table() -> None:
    paths = harness.sample("linux-multipath-topology")
    (record,) = [one for one in intake_of({"db07.txt": f"disks:\nPaths:\n{paths}"}).records if one.format]
    assert record.format == "linux-multipath-topology"
