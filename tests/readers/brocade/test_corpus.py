"""Brocade exports from outside: every file is recognised, and values checked by eye are found."""

from __future__ import annotations

import pytest

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import ReadResult
from tests.readers.harness import best_reader, corpus_file, read

pytestmark = pytest.mark.corpus

FILES = {
    "brocade-switchshow": (
        "brocade-switchshow/brocadesan-switch_1.txt",
        "brocade-switchshow/brocadesan-switch_2.txt",
        "brocade-switchshow/brocadesan-vf_switch_1.txt",
        "brocade-switchshow/ignild-1.txt",
        "brocade-switchshow/kckecheng-1.txt",
        "brocade-switchshow/swd77-1.txt",
    ),
    "brocade-cfgshow": (
        "brocade-cfgshow/brocadesan-cfgshow_1.txt",
        "brocade-cfgshow/brocadesan-cfgshow_2.txt",
        "brocade-cfgshow/brocadesan-cfgshow_3.txt",
        "brocade-cfgshow/brocadesan-cfgshow_4.txt",
        "brocade-cfgshow/cinder-1.txt",
        "brocade-cfgshow/pyfos4-1.txt",
        "brocade-cfgshow/swd77-1.txt",
    ),
    "brocade-nsshow": (
        "brocade-nsshow/brocadesan-ns_1.txt",
        "brocade-nsshow/brocadesan-ns_2.txt",
        "brocade-nsshow/kckecheng-1.txt",
        "brocade-nsshow/kckecheng-2.txt",
    ),
    "brocade-fabricshow": (
        "brocade-fabricshow/brocadesan-fabricshow_1.txt",
        "brocade-fabricshow/kckecheng-1.txt",
    ),
    "brocade-islshow": ("brocade-islshow/brocadesan-islshow_1.txt", "brocade-islshow/brocadesan-islshow_2.txt"),
    "brocade-trunkshow": (
        "brocade-trunkshow/brocadesan-trunkshow_1.txt",
        "brocade-trunkshow/brocadesan-trunkshow_2.txt",
    ),
    "brocade-porterrshow": ("brocade-porterrshow/swd77-1.txt",),
    "brocade-portshow": ("brocade-portshow/ignild-1.txt", "brocade-portshow/swd77-1.txt"),
    "brocade-agshow": ("brocade-misc/brocadesan-agshow_1.txt",),
    "brocade-version": ("brocade-misc/brocadesan-version_1.txt",),
    "brocade-portloginshow": ("brocade-misc/kckecheng-1.txt",),
    "brocade-fcoe-loginshow": ("brocade-misc/kckecheng-2.txt",),
}
EVERY = [(name, path) for name, paths in FILES.items() for path in paths]


def result_of(name: str, path: str) -> ReadResult:
    return read(name, corpus_file(f"fabric/{path}"))


def rows(name: str, path: str, kind: str) -> list[dict[str, object]]:
    return result_of(name, path).observations.rows(kind)


@pytest.mark.parametrize(("name", "path"), EVERY)
def test_every_file_is_recognised_and_read(name: str, path: str) -> None:
    assert best_reader(corpus_file(f"fabric/{path}")) == name
    result = result_of(name, path)
    assert result.failure is None
    assert result.unread_lines == 0


def test_switchshow_of_a_director() -> None:
    path = "brocade-switchshow/brocadesan-switch_1.txt"
    owner_in = reader_named("brocade-switchshow").owner_in
    assert owner_in is not None
    assert owner_in(corpus_file(f"fabric/{path}")) == "IDAA1C01"
    ports = {row["port"]: row for row in rows("brocade-switchshow", path, "switch_port")}
    assert list(ports) == ["1/0", "1/5", "1/6", "1/7", "5/0"]
    assert ports["1/0"]["attached_wwn"] == "50001fe15012c4e8"
    assert (ports["1/5"]["npiv_logins"], ports["1/5"]["speed_mode"]) == (10, "auto")
    assert ports["1/6"]["persistently_disabled"] is True
    assert ports["5/0"]["port_index"] == 384
    (isl,) = rows("brocade-switchshow", path, "isl")
    assert (isl["port"], isl["peer_wwn"], isl["peer_switch"]) == ("1/7", "1000000533251600", "IDAA1C02")


def test_switchshow_of_a_fixed_switch() -> None:
    path = "brocade-switchshow/swd77-1.txt"
    (switch,) = rows("brocade-switchshow", path, "switch")
    assert (switch["switch"], switch["domain_id"], switch["effective_config"]) == ("swd77", "1", "RSS_njzy")
    ports = rows("brocade-switchshow", path, "switch_port")
    assert len(ports) == 24
    assert ports[3]["speed_gbps"] == 4.0
    assert sum(row.get("state_reason") == "(No POD License) Disabled" for row in ports) == 8
    logins = rows("brocade-switchshow", path, "login")
    assert [(row["port"], row["line"]) for row in logins][:2] == [("1", 15), ("2", 16)]
    assert len(logins) == 8


def test_the_fid_of_the_attributes_counts() -> None:
    (switch,) = rows("brocade-switchshow", "brocade-switchshow/brocadesan-vf_switch_1.txt", "switch")
    assert switch["fabric_id"] == "99"


def test_cfgshow_with_domain_and_index_members() -> None:
    path = "brocade-cfgshow/swd77-1.txt"
    members = rows("brocade-cfgshow", path, "zone_member")
    solaris = [row["member"] for row in members if row["zone"] == "Solaris_Stor" and row["active"]]
    assert solaris == ["1,1", "1,3", "1,5", "1,7", "1,8", "1,9", "1,10", "1,12", "1,13", "1,14"]
    assert {row["member_type"] for row in members if row["active"]} == {"domain_port"}
    aliases = {row["alias"]: row["member"] for row in rows("brocade-cfgshow", path, "alias")}
    assert aliases["Serv1H1P0"] == "1,6"


def test_cfgshow_with_wrapped_names() -> None:
    path = "brocade-cfgshow/brocadesan-cfgshow_4.txt"
    members = rows("brocade-cfgshow", path, "zone_member")
    wrapped = [row["member"] for row in members if str(row["zone"]).startswith("OneviewZone")]
    assert len(wrapped) == 5
    assert wrapped[2] == "T_PLNDDCPRIM1_2_3_3"
    sets = [(row["active"], row["zone"]) for row in rows("brocade-cfgshow", path, "zone_set")]
    assert (True, "zone1") in sets
    assert sum(not active for active, _ in sets) == 2


def test_nsshow_with_remote_switches() -> None:
    path = "brocade-nsshow/brocadesan-ns_1.txt"
    logins = rows("brocade-nsshow", path, "login")
    assert [row["local"] for row in logins] == [True, True, True, False, False, False]
    assert (logins[1]["wwpn"], logins[1]["vendor"], logins[1]["port_index"]) == ("201300132144317c", "HP", 1)
    assert logins[3]["symbolic_name"] == "HSV450 - IDAEVA12 - CR21F9"
    assert {row["fc4_role"] for row in logins} == {"target"}


def test_nodefind_and_nszonemember() -> None:
    (found,) = rows("brocade-nsshow", "brocade-nsshow/kckecheng-1.txt", "login")
    assert (found["fcid"], found["local"], found.get("fc4_role")) == ("341101", False, None)
    (zoned,) = rows("brocade-nsshow", "brocade-nsshow/kckecheng-2.txt", "login")
    assert (zoned["wwpn"], zoned["fc4_role"]) == ("5006016e3b60041e", "both")


def test_fabricshow() -> None:
    members = rows("brocade-fabricshow", FILES["brocade-fabricshow"][0], "fabric_member")
    assert [(row["member_name"], row["principal"]) for row in members] == [
        ("IDAA1C01", True),
        ("IDAA1C02", False),
        ("GREA1C01", False),
        ("GREA1C02", False),
    ]
    unmarked = rows("brocade-fabricshow", FILES["brocade-fabricshow"][1], "fabric_member")
    assert [row["member_domain"] for row in unmarked] == ["25", "30", "46", "49", "50", "52"]
    assert all("principal" not in row for row in unmarked)


def test_islshow_and_trunkshow() -> None:
    links = rows("brocade-islshow", FILES["brocade-islshow"][0], "isl")
    assert [(row["port"], row["members"], row["is_trunk"]) for row in links] == [
        ("0", 8, True),
        ("8", 1, False),
        ("32", 1, False),
        ("18", 1, False),
        ("217", 1, False),
    ]
    members = rows("brocade-trunkshow", FILES["brocade-trunkshow"][0], "trunk_member")
    assert [(row["port"], row.get("trunk"), row["deskew"]) for row in members] == [
        ("0", "0", 149),
        ("1", "0", 15),
        ("6", None, 96),
        ("16", "16", 15),
        ("17", "16", 15),
    ]


def test_porterrshow() -> None:
    samples = rows("brocade-porterrshow", FILES["brocade-porterrshow"][0], "counter_sample")
    assert len(samples) == 24 * 18
    found = {(row["port"], row["counter"]): row["value"] for row in samples}
    assert found[("1", "class3_discard")] == 6
    assert found[("6", "class3_timeout_tx")] == 1000
    assert found[("11", "class3_timeout_rx")] == 1000
    assert found[("15", "enc_out")] == 34
    assert found[("15", "frames_rx")] == 630_100_000


def test_portshow() -> None:
    (port,) = rows("brocade-portshow", "brocade-portshow/swd77-1.txt", "switch_port")
    assert (port["port"], port["port_wwn"], port["attached_wwn"]) == ("1", "200150eb1a4c49f0", "50060e801035a6b1")
    counters = {
        row["counter"]: row["value"]
        for row in rows("brocade-portshow", "brocade-portshow/swd77-1.txt", "counter_sample")
    }
    assert (counters["link_reset_in"], counters["offline_sequence_out"]) == (2, 2)
    (login,) = rows("brocade-portshow", "brocade-portshow/ignild-1.txt", "login")
    assert (login["wwpn"], login["port"]) == ("21000024ff47b306", "16")
