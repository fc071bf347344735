"""fabricshow, islshow, trunkshow and porterrshow: members, links and counters."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.harness import assert_robust, best_reader, facts, read
from tests.thorough import examples

FABRIC = """edge-a1:admin> fabricshow
Switch ID   Worldwide Name           Enet IP Addr    FC IP Addr      Name
-------------------------------------------------------------------------
 12: fffc0c 10:00:00:05:33:aa:00:12 192.0.2.12      0.0.0.0        >"core-a"
 19: fffc13 10:00:00:05:33:aa:00:13 192.0.2.13      0.0.0.0         "edge-a1"
 20: fffc14 10:xx:00:05:33:aa:00:14 192.0.2.14      0.0.0.0         "far-a1" ===> other site

The Fabric has 4 switches
Fabric Name: PROD A
"""

ISL = """  1:  0->  4 10:00:00:05:33:aa:00:12  12 core-a          sp:  8.000G bw: 16.000G TRUNK QOS CR_RECOV
  2: 17-> 17 10:00:00:05:33:aa:00:14  20 far-a1          sp: 16.000G bw: 16.000G
  3:217->  2 10:00:00:05:33:aa:00:15 160 fcr_fd_160      sp: -------- bw:  4.000G
"""

TRUNK = """  1:  0->  4 10:00:00:05:33:aa:00:12  12 deskew 16 MASTER
      1->  5 10:00:00:05:33:aa:00:12  12 deskew 15
      9->  7 10:00:00:05:33:aa:00:14  20 deskew 15

  2: 17-> 17 10:00:00:05:33:aa:00:14  20 deskew 15 MASTER
"""

ERRORS = """          frames      enc    crc    crc    too    too    bad    enc   disc   link   loss   loss   frjt   fbsy    c3timeout    pcs    uncor
       tx     rx      in    err    g_eof  shrt   long   eof     out   c3    fail    sync   sig                   tx    rx     err    err
  0:    1.7g   2.0g   0      1      2      3      4      5     34      6      7      8      9     10     11     12     1.0k  13     14
 85:  932.1m    77    0      0      0      0      0      0      0      0      0      0      0      0      0      0      0      0      0
"""

OLD_ERRORS = """        frames    enc  crc  crc  too  too  bad  enc  disc link loss loss frjt fbsy
       tx  rx     in   err  g_eof shrt long eof out  c3   fail sync sig
 3:  12  500k  0  7  7  0  0  0  3  0  2  1  0  0  0
"""

ALL = {
    "brocade-fabricshow": FABRIC,
    "brocade-islshow": ISL,
    "brocade-trunkshow": TRUNK,
    "brocade-porterrshow": ERRORS,
}


def rows(name: str, text: str, kind: str) -> list[dict[str, object]]:
    return read(name, text).observations.rows(kind)


@pytest.mark.parametrize(("name", "text"), ALL.items())
def test_each_format_is_recognised(name: str, text: str) -> None:
    assert best_reader(text) == name
    assert read(name, text).unread_lines == 0


def test_fabric_members() -> None:
    found = rows("brocade-fabricshow", FABRIC, "fabric_member")
    assert found[0] == {
        "switch": "owner1",
        "vsan": "",
        "member_wwn": "1000000533aa0012",
        "member_domain": "12",
        "member_name": "core-a",
        "principal": True,
        "line": 4,
    }
    assert [(row["member_domain"], row.get("member_wwn"), row["principal"]) for row in found[1:]] == [
        ("19", "1000000533aa0013", False),
        ("20", None, False),
    ]
    (bad,) = rows("brocade-fabricshow", FABRIC, "bad_value")
    assert (bad["place"], bad["line"]) == ("far-a1", 6)
    result = read("brocade-fabricshow", FABRIC)
    assert (result.printed_count, result.counted_records) == (4, 3)
    assert rows("brocade-fabricshow", FABRIC, "fabric_setting")[0]["value"] == "PROD A"


def test_without_a_mark_the_principal_switch_is_unknown() -> None:
    found = rows("brocade-fabricshow", FABRIC.replace('>"', ' "'), "fabric_member")
    assert all("principal" not in row for row in found)


def test_links() -> None:
    found = rows("brocade-islshow", ISL, "isl")
    assert found[0] == {
        "switch": "owner1",
        "port": "0",
        "port_index": 0,
        "vsan": "",
        "peer_wwn": "1000000533aa0012",
        "peer_switch": "core-a",
        "peer_port": "4",
        "peer_domain": "12",
        "speed_gbps": 8.0,
        "bandwidth_gbps": 16.0,
        "is_trunk": True,
        "members": 2,
        "link_kind": "isl",
        "line": 1,
    }
    assert (found[1]["is_trunk"], found[1]["members"]) == (False, 1)
    assert (found[2]["port"], found[2]["bandwidth_gbps"]) == ("217", 4.0)
    assert "speed_gbps" not in found[2]
    assert "members" not in found[2]


def test_no_link_is_an_empty_result() -> None:
    assert best_reader("> islshow\n\nNo ISL found\n") == "brocade-islshow"
    assert best_reader("No trunking links\n") == "brocade-trunkshow"
    result = read("brocade-islshow", "No ISL found\n")
    assert (result.records, result.unread_lines) == (0, 0)


def test_trunk_members() -> None:
    found = rows("brocade-trunkshow", TRUNK, "trunk_member")
    assert [(row["port"], row.get("trunk"), row["is_master"], row["deskew"]) for row in found] == [
        ("0", "0", True, 16),
        ("1", "0", False, 15),
        ("9", None, False, 15),
        ("17", "17", True, 15),
    ]
    assert found[1] == {
        "switch": "owner1",
        "port": "1",
        "port_index": 1,
        "trunk": "0",
        "peer_wwn": "1000000533aa0012",
        "peer_port": "5",
        "deskew": 15,
        "is_master": False,
        "line": 2,
    }


def test_every_counter_of_a_row() -> None:
    found = rows("brocade-porterrshow", ERRORS, "counter_sample")
    first = {row["counter"]: (row["value"], row["rounded"]) for row in found if row["port"] == "0"}
    assert first == {
        "frames_tx": (1_700_000_000, True),
        "frames_rx": (2_000_000_000, True),
        "enc_in": (0, False),
        "crc_err": (1, False),
        "crc_good_eof": (2, False),
        "too_short": (3, False),
        "too_long": (4, False),
        "bad_eof": (5, False),
        "enc_out": (34, False),
        "class3_discard": (6, False),
        "link_failure": (7, False),
        "loss_sync": (8, False),
        "loss_signal": (9, False),
        "frjt": (10, False),
        "fbsy": (11, False),
        "class3_timeout_tx": (12, False),
        "class3_timeout_rx": (1000, True),
        "pcs_err": (13, False),
        "uncor_err": (14, False),
    }
    assert {row["port_index"] for row in found} == {0, 85}
    assert {row["line"] for row in found} == {3, 4}


def test_releases_with_fewer_columns() -> None:
    found = {row["counter"]: row["value"] for row in rows("brocade-porterrshow", OLD_ERRORS, "counter_sample")}
    assert len(found) == 15
    assert (found["frames_rx"], found["crc_good_eof"], found["enc_out"], found["link_failure"]) == (500_000, 7, 3, 2)


def test_an_unknown_column_is_skipped_and_noted() -> None:
    text = OLD_ERRORS.replace("frjt fbsy", "frjt fbsy new").replace("sync sig", "sync sig err")
    text = text.replace("0  0  0\n", "0  0  0  9\n")
    result = read("brocade-porterrshow", text)
    assert len(result.observations.rows("counter_sample")) == 15
    assert result.notes[0].text == "skipped columns of unknown meaning: 1"


def test_rows_that_do_not_fit_the_header_are_not_guessed() -> None:
    short = ERRORS.rstrip().rsplit(None, 1)[0]
    result = read("brocade-porterrshow", short)
    assert {row["port"] for row in result.observations.rows("counter_sample")} == {"0"}
    assert result.ends_inside_record
    without_header = "\n".join(ERRORS.splitlines()[2:])
    result = read("brocade-porterrshow", without_header)
    assert (result.records, result.unread_lines) == (0, 2)


@pytest.mark.parametrize(
    ("name", "cut_at"),
    [
        ("brocade-fabricshow", '0.0.0.0         "edge'),
        ("brocade-islshow", "bw: 16.000G\n"),
        ("brocade-trunkshow", "eskew 15\n      9"),
    ],
)
def test_a_truncated_row_is_skipped_and_noted(name: str, cut_at: str) -> None:
    text = ALL[name]
    result = read(name, text[: text.index(cut_at)])
    assert result.ends_inside_record
    assert result.notes
    whole = facts(read(name, text))
    assert {fact for fact in facts(result) if fact[0] != "bad_value"} <= whole
    assert (
        len(
            result.observations.rows(
                {"brocade-fabricshow": "fabric_member", "brocade-islshow": "isl"}.get(name, "trunk_member")
            )
        )
        == 1
    )


@pytest.mark.parametrize(("name", "text"), ALL.items())
def test_collapsed_blanks_read_alike(name: str, text: str) -> None:
    flat = "\n".join(" ".join(line.split()) for line in text.splitlines())
    assert facts(read(name, flat)) == facts(read(name, text))


@pytest.mark.parametrize(("name", "text"), ALL.items())
@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(20))
def test_damage_does_no_harm(name: str, text: str, seed: int) -> None:
    assert_robust(name, text, seed)
    lines = text.splitlines()
    part = "\n".join(lines[: seed % (len(lines) + 1)])
    facts_of_part = {fact for fact in facts(read(name, part)) if fact[0] != "fabric_member"}
    assert facts_of_part <= facts(read(name, text))


def test_rows_of_porterrshow_without_their_header() -> None:
    """grep drops the header; the number of columns identifies the release."""
    counts = {15: ("crc_good_eof", "fbsy"), 17: ("class3_timeout_rx",), 19: ("uncor_err",)}
    for count, names in counts.items():
        cells = [str(number) for number in range(1, count + 1)]
        text = f"  4:   {'   '.join(cells)}\n"
        assert best_reader(text) == "brocade-porterrshow-rows"
        rows = read("brocade-porterrshow-rows", text).observations.rows("counter_sample")
        assert len(rows) == count
        assert set(names) <= {row["counter"] for row in rows}
        assert rows[-1]["value"] == count
    result = read("brocade-porterrshow-rows", f"  4: {' 1' * 16}\n")
    assert (result.records, result.unread_lines) == (0, 1), "no release prints sixteen columns"


def test_porterrshow_of_the_first_releases() -> None:
    text = (
        "          frames      enc    crc    too    too    bad    enc   disc   link   loss   loss   frjt   fbsy\n"
        "       tx     rx      in    err    shrt   long   eof     out   c3    fail    sync   sig\n"
        "  0:    1.7g   2.0g   0      7      0      0      0      3      0      6      0      0      0      0\n"
    )
    assert best_reader(text) == "brocade-porterrshow"
    rows = {
        row["counter"]: row["value"] for row in read("brocade-porterrshow", text).observations.rows("counter_sample")
    }
    assert (rows["crc_err"], rows["enc_out"], rows["link_failure"]) == (7, 3, 6)
    assert "crc_good_eof" not in rows
