"""nsshow, nscamshow, nodefind and nszonemember: logins with role and location."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import assert_robust, best_reader, facts, read
from tests.thorough import examples

NAME = "brocade-nsshow"

LOCAL = """edge-a1:admin> nsshow -t
{
 Type Pid    COS     PortName                NodeName                 TTL(sec)
 N    130000;      3;10:00:00:90:fa:00:00:01;20:00:00:90:fa:00:00:01; na
    FC4s: FCP
    PortSymb: [32] "Emulex PPN-10:00:00:90:fa:00:00:01"
    NodeSymb: [25] "LPe16002 FV11.4 HN:esx01"
    Fabric Port Name: 20:00:00:05:33:aa:00:13
    Permanent Port Name: 10:00:00:90:fa:00:00:01
    Device type: Physical Initiator
    Port Index: 0
    Share Area: No
    Device Shared in Other AD: No
    Redirect: No
    Partial: No
    LSAN: No
 N    130101;    2,3;50:05:07:68:00:00:00:02;50:05:07:68:00:00:00:00; na
    FC4s: FCP [IBM     2145            0000]
    PortSymb: [12] "............"
    Permanent Port Name: 50:05:07:68:00:00:00:01
    Device type: NPIV Unknown(initiator/target)
    Port Index: 1
    Aliases: fs_n1
 N    130200;      3;21:xx:00:24:ff:00:00:03;20:00:00:24:ff:00:00:03; na
    FC4s: FCP FC-NVMe
    FC4 Features [FCP]: Initiator
    FC4 Features [FC-NVMe]: Target
    Port Index: 2
    Aliases: a1 a2
The Local Name Server has 3 entries }
"""

REMOTE = """nscam show for remote switches:
Switch entry for 12
  state  rev    owner  cap_available
  known  v821   0xfffc0c 1
  Device list: count 2
    Type Pid    COS     PortName                NodeName
    N    0c0000;      3;50:00:14:42:a0:00:00:00;50:00:14:40:00:00:00:00;
        FC4s: FCP
        Device type: Physical Initiator+Target
        Port Index: 77
"""


def logins(text: str) -> list[dict[str, object]]:
    return read(NAME, text).observations.rows("login")


def test_all_details_of_a_login() -> None:
    assert logins(LOCAL)[0] == {
        "switch": "owner1",
        "vsan": "",
        "wwpn": "10000090fa000001",
        "wwnn": "20000090fa000001",
        "fcid": "130000",
        "port_index": 0,
        "symbolic_name": "Emulex PPN-10:00:00:90:fa:00:00:01",
        "node_symbolic_name": "LPe16002 FV11.4 HN:esx01",
        "fc4_role": "initiator",
        "device_type": "Physical Initiator",
        "local": True,
        "permanent_port_wwn": "10000090fa000001",
        "line": 4,
    }


def test_the_inquiry_identifies_a_target_and_its_vendor() -> None:
    login = logins(LOCAL)[1]
    assert login["fc4_role"] == "target"
    assert login["vendor"] == "IBM"
    assert login["alias"] == "fs_n1"
    assert login["permanent_port_wwn"] == "5005076800000001"
    assert "symbolic_name" not in login


def test_an_unknown_device_type_states_no_role() -> None:
    text = LOCAL.replace(" [IBM     2145            0000]", "")
    assert "fc4_role" not in logins(text)[1]


def test_features_give_the_role_without_a_device_type() -> None:
    login = logins(LOCAL)[2]
    assert login["fc4_role"] == "both"
    assert "alias" not in login


def test_a_masked_name_keeps_the_login() -> None:
    result = read(NAME, LOCAL)
    login = result.observations.rows("login")[2]
    assert "wwpn" not in login
    assert (login["fcid"], login["port_index"]) == ("130200", 2)
    (bad,) = result.observations.rows("bad_value")
    assert (bad["about_kind"], bad["fact"], bad["line"]) == ("login", "wwpn", 24)


def test_the_total_is_compared() -> None:
    result = read(NAME, LOCAL)
    assert (result.printed_count, result.counted_records) == (3, 3)
    assert result.unread_lines == 0
    result = read(NAME, REMOTE)
    assert (result.printed_count, result.counted_records) == (2, 1)


def test_remote_entries_state_no_port_of_this_switch() -> None:
    assert best_reader(REMOTE) == NAME
    (login,) = logins(REMOTE)
    assert login["local"] is False
    assert login["fc4_role"] == "both"
    assert "port_index" not in login


def test_both_listings_in_one_text() -> None:
    assert [row["local"] for row in logins(LOCAL + REMOTE)] == [True, True, True, False]
    assert [row["local"] for row in logins(REMOTE + LOCAL)] == [False, True, True, True]


def test_sections_of_nodefind_and_nszonemember_give_the_location() -> None:
    record = LOCAL.split("\n", 2)[2].replace("TTL(sec)", "").rpartition("The Local")[0]
    assert {row["local"] for row in logins("Local:\n" + record)} == {True}
    assert {row["local"] for row in logins("Remote:\n" + record)} == {False}
    assert {row["local"] for row in logins("No local zoned members\n\n3 remote zoned members:\n" + record)} == {False}
    assert {row.get("local") for row in logins(record)} == {None}


def test_the_command_gives_the_location_too() -> None:
    text = REMOTE[REMOTE.index("    Type") :]
    capture = Capture(text=text, owner="edge-a1", command="nscamshow -t")
    (login,) = read_capture(reader_named(NAME), capture).observations.rows("login")
    assert login["local"] is False


def test_lost_indentation_and_collapsed_blanks_read_alike() -> None:
    flat = "\n".join(" ".join(line.split()) for line in LOCAL.splitlines())
    assert facts(read(NAME, flat)) == facts(read(NAME, LOCAL))


def test_a_truncated_listing_is_noted() -> None:
    cut = LOCAL[: LOCAL.index(" N    130200")]
    result = read(NAME, cut)
    assert result.ends_inside_record
    assert "line 2" in result.notes[0].text
    assert facts(result) <= facts(read(NAME, LOCAL))
    assert len(result.observations.rows("login")) == 2


def test_author_notes_after_a_record() -> None:
    text = LOCAL.replace("20:00:00:90:fa:00:00:01; na", "20:00:00:90:fa:00:00:01; ===> our host")
    assert facts(read(NAME, text)) == facts(read(NAME, LOCAL))


@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(25))
def test_damage_does_no_harm(seed: int) -> None:
    assert_robust(NAME, LOCAL + REMOTE, seed)


@given(cut=st.integers(0, LOCAL.count("\n")))
@settings(max_examples=examples(25))
def test_no_login_is_invented_by_truncation(cut: int) -> None:
    text = "\n".join(LOCAL.split("\n")[:cut])
    found = logins(text)
    assert found[:-1] == logins(LOCAL)[: max(0, len(found) - 1)]


def test_rows_without_headline_or_command_name_no_place() -> None:
    row = " N    130000;      3;10:00:00:90:fa:00:00:01;20:00:00:90:fa:00:00:01;\n    Port Index: 7\n"
    (bare,) = logins(row)
    assert (bare.get("local"), bare.get("port_index")) == (None, None)
    (login,) = logins("nsshow\n" + row)
    assert (login["local"], login["port_index"]) == (True, 7)
    (remote,) = logins("nscamshow -t\n" + row)
    assert (remote["local"], remote.get("port_index")) == (False, None)


def test_an_echoed_filter_leaves_the_place_open() -> None:
    row = " N    130000;      3;10:00:00:90:fa:00:00:01;20:00:00:90:fa:00:00:01; na\n"
    assert [login.get("local") for login in logins('nsshow -t | grep " N "\n' + row)] == [None]
