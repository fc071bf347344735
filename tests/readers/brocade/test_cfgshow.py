"""cfgshow and its relatives: the zoning database as defined and as in effect."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.harness import assert_robust, best_reader, facts, read
from tests.thorough import examples

NAME = "brocade-cfgshow"

DATABASE = """edge-a1:admin> cfgshow
Defined configuration:
 cfg:\tprod_a\tesx01_vplex; tape_1;
\t\tpeer_fs; old_zone
 zone:\tesx01_vplex
\t\tesx01_p0; vplex_a0;
\t\t50:00:14:42:B0:00:00:01
 zone:  tape_1  12,5; 12,17
 zone:\tpeer_fs\t00:02:00:00:00:03:00:02; fs_both; esx01_p0; 10:00:00:90:fa:00:00:03
 zone:\told_zone
\t\tesx09_p0
 alias:\tesx01_p0
\t\t10:00:00:90:FA:00:00:01
 alias:\tvplex_a0\t50:00:14:42:a0:00:00:00
 alias: fs_both 50:05:07:68:00:00:00:01; 50:05:07:68:00:00:00:02
 alias: esx09_p0
\t\t10:00:00:90:fa:xx:xx:09

Effective configuration:
 cfg:\tprod_a\t
 zone:\tesx01_vplex\t
\t\t10:00:00:90:fa:00:00:01
\t\t50:00:14:42:a0:00:00:00
 zone:\ttape_1\t
\t\t12,5
\t\t12,17
 zone:\tpeer_fs\t
\t\tProperty Member: 00:02:00:00:00:03:00:02
\t\tCreated by: User
\t\tPrincipal Member(s):
\t\t\t50:05:07:68:00:00:00:01
\t\t\t50:05:07:68:00:00:00:02
\t\tPeer Member(s):
\t\t\t10:00:00:90:fa:00:00:01
edge-a1:admin> exit
logout
"""


def rows(text: str, kind: str) -> list[dict[str, object]]:
    return read(NAME, text).observations.rows(kind)


def members(text: str, zone: str, active: bool) -> list[tuple[object, ...]]:
    return [
        (row["member"], row["member_type"], row.get("member_role"))
        for row in rows(text, "zone_member")
        if row["zone"] == zone and row["active"] is active
    ]


def test_sets_of_both_parts() -> None:
    found = [(row["active"], row["zone_set"], row["zone"], row["line"]) for row in rows(DATABASE, "zone_set")]
    assert found == [
        (False, "prod_a", "esx01_vplex", 3),
        (False, "prod_a", "tape_1", 3),
        (False, "prod_a", "peer_fs", 4),
        (False, "prod_a", "old_zone", 4),
        (True, "prod_a", "esx01_vplex", 21),
        (True, "prod_a", "tape_1", 24),
        (True, "prod_a", "peer_fs", 27),
    ]
    assert rows(DATABASE, "vsan") == [
        {
            "switch": "owner1",
            "vsan": "",
            "active_zone_set": "prod_a",
            "default_zone_in_force": False,
            "line": 20,
        }
    ]


def test_members_by_kind() -> None:
    assert members(DATABASE, "esx01_vplex", False) == [
        ("esx01_p0", "alias", None),
        ("vplex_a0", "alias", None),
        ("50001442b0000001", "wwpn", None),
    ]
    assert members(DATABASE, "tape_1", False) == [("12,5", "domain_port", None), ("12,17", "domain_port", None)]
    assert members(DATABASE, "esx01_vplex", True) == [
        ("10000090fa000001", "wwpn", None),
        ("50001442a0000000", "wwpn", None),
    ]
    first = rows(DATABASE, "zone_member")[0]
    assert first == {
        "switch": "owner1",
        "vsan": "",
        "active": False,
        "zone": "esx01_vplex",
        "member": "esx01_p0",
        "member_type": "alias",
        "alias": "esx01_p0",
        "line": 6,
    }


def test_zones_of_both_parts() -> None:
    found = {(row["zone"], row["active"]): row for row in rows(DATABASE, "zone")}
    assert len(found) == 7
    assert found[("peer_fs", False)]["zone_type"] == "peer"
    assert found[("peer_fs", True)]["zone_type"] == "peer"
    assert found[("tape_1", True)]["zone_type"] == "normal"
    assert found[("tape_1", True)]["zone_set"] == "prod_a"
    assert "zone_set" not in found[("tape_1", False)]


def test_principals_of_a_peer_zone_are_counted_in_wwns() -> None:
    # The property member counts two principal WWNs; the alias after it has both.
    assert members(DATABASE, "peer_fs", False) == [
        ("0002000000030002", "property", None),
        ("fs_both", "alias", "principal"),
        ("esx01_p0", "alias", "peer"),
        ("10000090fa000003", "wwpn", "peer"),
    ]
    assert members(DATABASE, "peer_fs", True) == [
        ("0002000000030002", "property", None),
        ("5005076800000001", "wwpn", "principal"),
        ("5005076800000002", "wwpn", "principal"),
        ("10000090fa000001", "wwpn", "peer"),
    ]


def test_principals_that_cannot_be_counted_are_not_guessed() -> None:
    unknown_alias = " zone:\tp\t00:02:00:00:00:03:00:01; fs; host; 10:00:00:90:fa:00:00:03\n"
    assert [role for _, _, role in members(unknown_alias, "p", False)] == [None] * 4
    too_few = "Effective configuration:\n cfg:\tc\n zone:\tp\n00:02:00:00:00:03:00:03\n10:00:00:90:fa:00:00:03\n"
    assert [role for _, _, role in members(too_few, "p", True)] == [None, None]


def test_aliases() -> None:
    found = [(row["alias"], row["member"], row.get("wwpn"), row["line"]) for row in rows(DATABASE, "alias")]
    assert found == [
        ("esx01_p0", "10000090fa000001", "10000090fa000001", 13),
        ("vplex_a0", "50001442a0000000", "50001442a0000000", 14),
        ("fs_both", "5005076800000001", "5005076800000001", 15),
        ("fs_both", "5005076800000002", "5005076800000002", 15),
        ("esx09_p0", "10:00:00:90:fa:xx:xx:09", None, 17),
    ]
    (bad,) = rows(DATABASE, "bad_value")
    assert (bad["about_kind"], bad["value"], bad["problem"]) == ("alias", "10:00:00:90:fa:xx:xx:09", "redacted")


def test_text_after_the_prompt_is_not_a_member() -> None:
    result = read(NAME, DATABASE)
    assert result.unread_lines == 1  # logout
    assert "logout" not in {row["member"] for row in result.observations.rows("zone_member")}
    closed = DATABASE.replace("edge-a1:admin> exit\nlogout\n", "Connection to host closed.\n")
    assert facts(read(NAME, closed)) == facts(result)


def test_prose_after_an_alias_is_not_a_member() -> None:
    text = " alias:\ta\t10:00:00:90:fa:00:00:01\nConnection to edge closed.\nlogout\n"
    result = read(NAME, text)
    assert [row["member"] for row in result.observations.rows("alias")] == ["10000090fa000001"]
    assert result.unread_lines == 2


def test_nothing_in_effect() -> None:
    text = (
        "Defined configuration:\n no configuration defined\n\nEffective configuration:\n no configuration in effect\n"
    )
    assert best_reader(text) == NAME
    assert rows(text, "vsan") == [{"switch": "owner1", "vsan": "", "default_zone_in_force": True, "line": 5}]
    assert rows(text, "zone") == []


def test_the_defined_part_alone_says_nothing_about_the_effective_one() -> None:
    defined = DATABASE[: DATABASE.index("Effective")]
    assert rows(defined, "vsan") == []


def test_patterned_alishow_has_no_headline() -> None:
    text = "edge-a1:admin> alishow esx*\n alias: esx01_p0\n\t10:00:00:90:fa:00:00:01\n"
    assert best_reader(text) == NAME
    (alias,) = rows(text, "alias")
    assert (alias["alias"], alias["wwpn"]) == ("esx01_p0", "10000090fa000001")


def test_releases_without_a_blank_after_the_keyword() -> None:
    text = "Effective configuration:\n cfg:prod_a\n zone:z1\n\t10:00:00:90:fa:00:00:01\n"
    assert [(row["zone"], row["zone_set"]) for row in rows(text, "zone")] == [("z1", "prod_a")]


def test_names_that_carry_a_meaning() -> None:
    text = "Effective configuration:\n cfg:\tc\n"
    for name in ("LSAN_host", "red_0001", "broadcast", "lsanish"):
        text += f" zone:\t{name}\n\t10:00:00:90:fa:00:00:01\n"
    assert [row["zone_type"] for row in rows(text, "zone")] == ["lsan", "redirect", "broadcast", "normal"]


def test_filtered_copies_are_noted() -> None:
    text = "Defined configuration:\n cfg:\tnow\tz1; z2\n cfg:\told_2014\nEffective configuration:\n cfg:\tnow\n"
    result = read(NAME, text)
    assert [row["zone"] for row in result.observations.rows("zone_set")] == ["z1", "z2"]
    assert [(note.line, "old_2014" in note.text) for note in result.notes] == [(3, True)]


def test_lost_indentation_and_doubled_blank_lines_read_alike() -> None:
    flat = "\n\n".join(line.strip() for line in DATABASE.splitlines())
    assert facts(read(NAME, flat)) == facts(read(NAME, DATABASE))


def test_a_truncated_item_is_skipped_and_noted() -> None:
    text = DATABASE[: DATABASE.index("\n\t\t12,5")]
    result = read(NAME, text)
    assert result.ends_inside_record
    assert "tape_1" in result.notes[-1].text
    assert ("tape_1", True) not in {(row["zone"], row["active"]) for row in result.observations.rows("zone")}
    open_list = read(NAME, DATABASE[: DATABASE.index("\n\t\tpeer_fs; old")])
    assert open_list.ends_inside_record


@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(25))
def test_damage_does_no_harm(seed: int) -> None:
    assert_robust(NAME, DATABASE, seed)


@given(cut=st.integers(0, DATABASE.count("\n")))
@settings(max_examples=examples(25))
def test_no_fact_is_invented_by_truncation(cut: int) -> None:
    text = "\n".join(DATABASE.split("\n")[:cut])
    # The roles and type of a peer zone depend on members that may be missing in the last zone.
    kinds = ("alias", "zone_set", "vsan", "zone")
    found = {fact for fact in facts(read(NAME, text)) if fact[0] in kinds}
    assert found <= facts(read(NAME, DATABASE))


def test_a_traffic_isolation_zone_grants_no_access() -> None:
    text = (
        "Defined TI zone configuration:\n\nTI Zone Name: bluezone:\nPort List: 9,2; 9,3;\n  8,5\n\n"
        "configured Status: Activated / Failover-Enabled\n\nTI Zone Name:\tred\nPort List: 1,1; 1,2\nStatus: Activated\n"
    )
    assert best_reader(text) == "brocade-cfgshow"
    result = read("brocade-cfgshow", text)
    assert result.unread_lines == 0
    assert [(row["zone"], row["zone_type"]) for row in result.observations.rows("zone")] == [
        ("bluezone", "traffic-isolation"),
        ("red", "traffic-isolation"),
    ]
    assert [row["member"] for row in result.observations.rows("zone_member")] == ["9,2", "9,3", "8,5", "1,1", "1,2"]


LOST_TABS = """sw1:FID128:jo.doe@corp.example.com> cfgshow
Defined configuration:
 cfg:prod_aesx01_array1; esx02_array1;
esx03_array1
 cfg:spareesx01_array1
 cfg:a_longer_name
esx02_array1
 zone:esx01_array1
esx01_p0; array1_p0
 zone:esx02_array1
esx02_p0; array1_p0
 zone:esx03_array1esx03_p0; array1_p0
 alias:esx01_p0
10:00:00:90:fa:00:00:01
 alias:esx02_p0
10:00:00:90:fa:00:00:02
 alias:esx03_p010:00:00:90:fa:00:00:03
 alias:array1_p0
50:00:14:42:a0:00:00:00

Effective configuration:
 cfg:prod_a
 zone:esx01_array1
10:00:00:90:fa:00:00:01
50:00:14:42:a0:00:00:00

"""


def test_names_without_their_tab_are_split_by_the_names_of_zones_and_aliases() -> None:
    sets = {(row["zone_set"], row["zone"]) for row in rows(LOST_TABS, "zone_set") if not row["active"]}
    assert sets == {
        ("prod_a", "esx01_array1"),
        ("prod_a", "esx02_array1"),
        ("prod_a", "esx03_array1"),
        ("spare", "esx01_array1"),
        ("a_longer_name", "esx02_array1"),
    }
    assert [row["alias"] for row in rows(LOST_TABS, "zone_member") if row["zone"] == "esx03_array1"] == [
        "esx03_p0",
        "array1_p0",
    ]
    assert {row["alias"]: row["wwpn"] for row in rows(LOST_TABS, "alias")}["esx03_p0"] == "10000090fa000003"
    assert read(NAME, LOST_TABS).unread_lines == 0


def test_an_ambiguous_name_is_skipped() -> None:
    text = LOST_TABS.replace("cfg:prod_aesx01_array1;", "cfg:prod_agone_zone;")
    assert "prod_a" not in {row["zone_set"] for row in rows(text, "zone_set") if not row["active"]}
    assert any("prod_agone_zone" in note.text for note in read(NAME, text).notes)


def test_without_an_effective_configuration_default_zone_access_is_read() -> None:
    text = "Defined configuration:\n alias: a1 10:00:00:90:fa:00:00:01\n\nEffective configuration:\n%s\n"
    denied = rows(text % "No Effective configuration: (No Access)", "vsan")
    open_to_all = rows(text % "No Effective configuration: (All Access)", "vsan")
    parsed_rows = rows(text % " no configuration in effect", "vsan")
    assert [
        (row["default_zone_in_force"], row.get("default_zone")) for row in (*denied, *open_to_all, *parsed_rows)
    ] == [
        (True, "deny"),
        (True, "permit"),
        (True, None),
    ]


def test_a_missing_effective_alias_says_nothing_about_zones() -> None:
    text = (
        "Defined configuration:\n alias: a1 10:00:00:90:fa:00:00:01\n\nEffective configuration:\n no alias in effect\n"
    )
    result = read(NAME, text)
    assert (result.unread_lines, result.observations.rows("vsan")) == (0, [])
