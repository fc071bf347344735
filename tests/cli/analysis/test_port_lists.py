"""``sanlint ports`` and ``sanlint cabling``: complete lists of demonstrations, unknown values, hostile names, many hosts."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from checker.audit import Options, Session
from checker.facts.store.store import Store
from checker.report.lists import cabling, ports
from tests import folders
from tests.cli.conftest import Outcome
from tests.report.hostile import TEXTS
from tests.schema import fits

Run = Callable[..., Outcome]
SNAPSHOTS = Path(__file__).with_name("list_snapshots")
COMMANDS = ("ports", "cabling")
H1, H2, T1, T2 = "10000000c9000001", "10000000c9000002", "5000097208000001", "5000097208000002"
SAN = f"""\
sanlint: 1
observed: true
hosts:
  esx01:
    initiators:
      vmhba1: {{initiator_wwpn: '{H1}'}}
      vmhba2: {{initiator_wwpn: '{H2}'}}
storage_arrays:
  vmax:
    directors:
      FA-1D: {{ports: {{"4": {{target_wwpn: '{T1}'}}, "5": {{target_wwpn: '{T2}'}}}}}}
fabrics:
  a:
    switches:
      sw1:
        firmware_version: v9.1.1
        ports:
          "0": {{port_state: online, speed_gbps: 32, port_type: F}}
          "1": {{port_state: online, speed_gbps: 16, port_type: F}}
          "2": {{port_state: online, port_type: F}}
          "3": {{port_state: no_module}}
          "4": {{port_state: no_light}}
          "5": {{port_state: no_light, state_reason: Disabled (No POD License)}}
          "6": {{port_state: no_light, persistently_disabled: true}}
          "7": {{description: spare}}
        logins:
          - {{wwpn: '{H1}', port: "0", local: true}}
          - {{wwpn: '{T1}', port: "1", local: true}}
    zones:
      z1: {{members: ['{H1}', '{T1}']}}
"""


@pytest.fixture
def listed(sanlint: Run, tmp_path: Path) -> Callable[..., dict[str, list[dict[str, Any]]]]:
    """Run a command over an inventory; returns the lists of its JSON document, which must fit its schema."""

    def call(command: str, text: str = SAN) -> dict[str, list[dict[str, Any]]]:
        (tmp_path / "san.yaml").write_text(text, encoding="utf-8")
        outcome = sanlint(command, str(tmp_path / "san.yaml"), "--isolated", "-q", "--format", "json")
        assert outcome.code == 0, outcome.err
        document = json.loads(outcome.out)
        fits(document, "lists")
        lists: dict[str, list[dict[str, Any]]] = document["lists"]
        return lists

    return call


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fixture", ["demo", "partly-collected"])
def test_the_lists_of_a_demonstration(
    sanlint: Run, monkeypatch: pytest.MonkeyPatch, fixture: str, command: str
) -> None:
    monkeypatch.chdir(folders.FIXTURES / fixture)
    monkeypatch.delenv("COLUMNS", raising=False)
    outcome = sanlint(command, "exports", "--config", "sanlint.yaml", "-q")
    assert outcome.code == 0, outcome.err
    file = SNAPSHOTS / f"{fixture}-{command}.txt"
    if os.environ.get("SANLINT_UPDATE_SNAPSHOTS"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(outcome.out, encoding="utf-8")
    assert outcome.out == file.read_text(encoding="utf-8")


def test_a_port_is_used_free_disabled_or_unlicensed(listed: Callable[..., Any]) -> None:
    lists = listed("ports")
    assert [row["use"] for row in lists["ports"]] == [
        "online", "online", "online", "empty", "no signal", "no licence", "disabled", None,
    ]  # fmt: skip
    [switch] = lists["switches"]
    # The port of unknown state may be one more of each.
    assert [switch[name] for name in ("online", "empty", "unlicensed", "disabled")] == [
        {"lo": 3, "hi": 4}, {"lo": 1, "hi": 2}, {"lo": 1, "hi": 2}, {"lo": 1, "hi": 2},
    ]  # fmt: skip
    # Without light, something may be attached; of unknown state, too.
    assert switch["free_ports"] == {"lo": 1, "hi": 3}
    assert (switch["port_count"], switch["port_licences"], switch["free_port_licences"]) == (None, None, None)
    stated = SAN.replace("v9.1.1", "v9.1.1\n        port_licences: 8\n        free_port_licences: 2")
    [switch] = listed("ports", stated.replace("{description: spare}", "{licensed: true}"))["switches"]
    assert (switch["port_licences"], switch["free_port_licences"]) == (8, 2)


def test_ports_without_states_are_not_counted_as_zero(listed: Callable[..., Any]) -> None:
    start, end = SAN.index("        ports:"), SAN.index("        logins:")
    lists = listed("ports", SAN[:start] + SAN[end:])
    [switch] = lists["switches"]
    assert [switch[name] for name in ("ports", "unknown", "online", "free_ports")] == [2, 2, None, None]
    assert [row["attached"] for row in lists["ports"]] == [["esx01 vmhba1"], ["vmax FA-1D 4"]]


def test_unknown_values_say_so(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(SAN)
    arguments = (str(tmp_path / "san.yaml"), "--isolated", "-q", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(sanlint("ports", *arguments).out)))
    assert [(row["state"], row["speed_gbps"], row["attached"], row["zones"]) for row in rows[1:4]] == [
        ("online", "16", "vmax FA-1D 4", "z1"),
        ("online", "unknown", "unknown", "unknown"),
        ("empty", "–", "–", "–"),
    ]
    assert (rows[7]["state"], rows[7]["attached"]) == ("unknown", "unknown")
    storage = list(csv.DictReader(io.StringIO(sanlint("ports", *arguments, "--list", "storage").out)))
    assert [(row["initiators"], row["fan_in"]) for row in storage] == [("1", "2"), ("unknown", "unknown")]
    assert sanlint("ports", *arguments[:-1], "html", "-o", str(tmp_path / "x.html")).code == 0
    page = (tmp_path / "x.html").read_text()
    # What is unknown in every row takes no column.
    assert "Unknown in all rows, not shown: Fastest Gbit/s, " in page
    assert page.count("Fastest Gbit/s") == 1
    ends = list(csv.DictReader(io.StringIO(sanlint("cabling", *arguments, "--list", "unknown-ends").out)))
    assert [row["port"] for row in ends] == ["esx01 vmhba2", "sw1 2", "sw1 7", "vmax FA-1D 5"]


def test_without_switches_the_ends_come_from_paths(listed: Callable[..., Any]) -> None:
    path = f"    paths:\n      - {{device: naa.60000970000192600123533030304131, initiator: '{H1}', target: '{T1}'}}\n"
    hosts = SAN[: SAN.index("fabrics:")].replace("storage_arrays:", path + "storage_arrays:")
    first, second = listed("cabling", hosts)["connections"]
    assert (first["target"], first["connection"], first["paths"], first["zones"]) == ("vmax FA-1D 4", "path", 1, None)
    assert (second["target_wwpn"], second["connection"], second["initiator_switch_ports"]) == (None, None, [])


def test_a_physical_port_below_logical_ones_is_an_initiator_only_with_a_target(listed: Callable[..., Any]) -> None:
    adapter = "500a098180000001"
    physical = SAN.replace(f"target_wwpn: '{T2}'", f"target_wwpn: '{adapter}', role: other")
    assert {row["initiator_wwpn"] for row in listed("cabling", physical)["connections"]} == {H1, H2}
    zoned = physical + f"      z2: {{members: ['{adapter}', '{T1}']}}\n"
    assert adapter in {row["initiator_wwpn"] for row in listed("cabling", zoned)["connections"]}


def test_two_owners_and_two_places_are_both_named(listed: Callable[..., Any], sanlint: Run, tmp_path: Path) -> None:
    twice = SAN.replace(
        "storage_arrays:", f"  esx02: {{initiators: {{vmhba9: {{initiator_wwpn: '{H1}'}}}}}}\nstorage_arrays:"
    )
    twice = twice.replace(
        "    zones:", f"      sw2: {{logins: [{{wwpn: '{H1}', port: \"8\", local: true}}]}}\n    zones:"
    )
    row = next(row for row in listed("cabling", twice)["connections"] if row["initiator_wwpn"] == H1)
    assert row["owners"] == ["esx01", "esx02"]
    assert row["initiator_switch_ports"] == ["sw1 0", "sw2 8"]
    [port] = [row for row in listed("ports", twice)["ports"] if row["port"] == "0"]
    assert port["attached"] == ["esx01 vmhba1 or esx02 vmhba9"]
    page = sanlint("cabling", str(tmp_path / "san.yaml"), "--isolated", "-q").out
    assert "esx01 or esx02\n" in page
    assert "sw1 0 or sw2 8" in page


def test_a_zone_with_an_unresolved_member_leaves_counts_open(listed: Callable[..., Any]) -> None:
    before = listed("ports")["storage"][0]
    assert (before["initiators"], before["hosts"], before["fan_in"]) == ({"lo": 1, "hi": 1}, {"lo": 1, "hi": 1}, 2)
    after = listed("ports", SAN.replace(f"'{T1}']}}", f"'{T1}', not_an_alias]}}"))["storage"][0]
    assert (after["initiators"], after["fan_in"]) == ({"lo": 1, "hi": 2}, None)


def test_versions_against_the_minimum_of_the_site(listed: Callable[..., Any]) -> None:
    wanted = "records:\n  - {record_type: minimum-version, about_kind: switch, about_key: sw1, fact: firmware, value: v9.2.0}\n"
    lists = listed("ports", SAN + wanted)
    [switch] = [row for row in lists["versions"] if row["device_kind"] == "switch"]
    assert (switch["version"], switch["minimum"], switch["below_minimum"]) == ("v9.1.1", "v9.2.0", True)
    [found] = [row for row in lists["version-rules"] if row["rule"] == "DOC015"]
    assert (found["result"], "v9.2.0" in found["text"]) == ("warning", True)
    assert {row["result"] for row in listed("ports")["version-rules"]} <= {"passed", "not evaluated", "does not apply"}


TAGS = frozenset(
    ("html", "head", "meta", "title", "style", "body", "header", "p", "h1", "h2", "nav", "a", "main", "section", "div",
     "table", "caption", "thead", "tbody", "tr", "th", "td")
)  # fmt: skip


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


HOSTILE = [text for text in TEXTS if text.isprintable() and "'" not in text] + ["=1+1", "@SUM(A1)"]


@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_names_are_harmless(sanlint: Run, tmp_path: Path, command: str) -> None:
    hostile = SAN.replace('"7": {description: spare}', "\n          ".join(
        f'"{number}": {{description: {json.dumps(text)}}}' for number, text in enumerate(HOSTILE, 7)
    ))  # fmt: skip
    zones = "\n".join(f"      {json.dumps(text)}: {{members: ['{H1}', '{T1}']}}" for text in HOSTILE)
    hosts = "\n".join(
        f"  {json.dumps(text)}: {{initiators: {{{json.dumps(text)}: {{initiator_wwpn: '{H1}'}}}}}}" for text in HOSTILE
    )
    hostile = hostile.replace("hosts:\n", f"hosts:\n{hosts}\n") + zones + "\n"
    (tmp_path / "san.yaml").write_text(hostile, encoding="utf-8")
    for suffix in ("csv", "html"):
        outcome = sanlint(
            command, str(tmp_path / "san.yaml"), "--isolated", "-q", "-o", str(tmp_path / f"out.{suffix}")
        )
        assert outcome.code == 0, outcome.err
    rows = list(csv.reader(io.StringIO((tmp_path / "out.csv").read_text(encoding="utf-8"))))
    assert len({len(row) for row in rows}) == 1
    assert not any(cell.lstrip().startswith(tuple("=+-@")) for row in rows for cell in row)
    page = _Tags()
    page.feed((tmp_path / "out.html").read_text(encoding="utf-8"))
    assert page.tags <= TAGS


def test_a_list_of_its_own_and_wrong_names(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(SAN)
    arguments = (str(tmp_path / "san.yaml"), "--isolated", "-q")
    page = sanlint("ports", *arguments, "--list", "switches").out
    assert page.startswith("Switches")
    assert "Storage ports" not in page
    outcome = sanlint("ports", *arguments, "--list", "switchs")
    assert (outcome.code, "did you mean 'switches'?" in outcome.err) == (2, True)
    assert sanlint("cabling", *arguments, "--format", "csv").err == ""
    assert "--list NAME writes links, unknown-ends" in sanlint("cabling", *arguments[:2], "--format", "csv").err
    (tmp_path / "empty.txt").write_text("nothing\n")
    assert [sanlint(command, str(tmp_path / "empty.txt"), "--isolated").code for command in COMMANDS] == [3, 3]


def test_a_file_read_in_part_is_not_called_unrecognised(sanlint: Run, tmp_path: Path) -> None:
    (tmp_path / "sw.log").write_text(
        "edge8:admin> wossname --all\nsome words of 12 digits: 0x0011\nedge8:admin> version\nKernel:     2.6.14.2\nFabric OS:  v8.2.3c\n"
    )
    page = sanlint("ports", str(tmp_path / "sw.log"), "--isolated").out
    assert "1 file not or only partly recognised; the lists may be incomplete" in page


def _many(hosts: int) -> str:
    numbers = range(1, hosts + 1)
    members = "\n".join(f"      z{n}: {{members: ['10000000c9{n:06x}', '{T1}']}}" for n in numbers)
    logins = "\n".join(f"          - {{wwpn: '10000000c9{n:06x}', port: '{n}', local: true}}" for n in numbers)
    owned = "\n".join(f"  esx{n}: {{initiators: {{vmhba1: {{initiator_wwpn: '10000000c9{n:06x}'}}}}}}" for n in numbers)
    target = f"          - {{wwpn: '{T1}', port: '0', local: true}}"
    return (
        f"sanlint: 1\nobserved: true\nhosts:\n{owned}\nfabrics:\n  a:\n    switches:\n      sw1:\n        logins:\n"
        f"{logins}\n{target}\n    zones:\n{members}\n"
    )


def test_a_thousand_hosts_take_as_many_statements_as_ten(tmp_path: Path) -> None:
    counts = {}
    for hosts in (10, 1000):
        (tmp_path / "san.yaml").write_text(_many(hosts))
        with Session.open([str(tmp_path / "san.yaml")], Options(isolated=True, jobs=1, threads=1)) as san:
            _ = san.store
            with (
                patch.object(Store, "execute", autospec=True, side_effect=Store.execute) as executed,
                patch.object(Store, "rows", autospec=True, side_effect=Store.rows) as queried,
            ):
                found = san.rows((*ports.VIEWS, *cabling.VIEWS))
        assert len(found["cable"]) == hosts
        assert found["storage_port_use"][0]["initiators"] == {"lo": hosts, "hi": hosts}
        counts[hosts] = executed.call_count + queried.call_count
    assert counts[10] == counts[1000]


def test_the_owner_of_a_port_without_an_export_of_its_host_is_as_arrays_registered_it(
    sanlint: Run, tmp_path: Path
) -> None:
    (tmp_path / "switch.txt").write_text(
        "fabfox:admin> switchshow\n"
        "switchName:     fabfox\nswitchType:     162.0\nswitchState:    Online\nzoning:         ON (prod)\n\n"
        "Index Port Address  Media Speed   State       Proto\n"
        "==================================================\n"
        "   0   0   070000   id    N16     Online      FC  F-Port  10:00:00:10:9b:11:ab:01\n"
        "   1   1   070100   id    N16     Online      FC  F-Port  10:00:00:10:9b:11:ab:03\n"
        "   2   2   070200   id    N16     Online      FC  F-Port  52:4a:93:71:22:33:45:00\n"
        "fabfox:admin> cfgshow\n"
        "Defined configuration:\n cfg:   prod  z_a\n zone:  z_a   a_01; a_02; a_pure\n"
        " alias: a_01  10:00:00:10:9b:11:ab:01\n alias: a_02  10:00:00:10:9b:11:ab:03\n"
        " alias: a_pure  52:4a:93:71:22:33:45:00\n\n"
        "Effective configuration:\n cfg:   prod\n zone:  z_a\n                10:00:00:10:9b:11:ab:01\n"
        "                10:00:00:10:9b:11:ab:03\n                52:4a:93:71:22:33:45:00\n"
    )
    (tmp_path / "purefox_purehost_list.txt").write_text(
        "pureuser@purefox> purehost list\n"
        "Name   WWN                      IQN  NQN  Host Group\n"
        "fox01  10:00:00:10:9B:11:AB:01  -    -    -\n"
        "pureuser@purefox> pureport list\n"
        "Name     WWN                      Portal  IQN  NQN  Failover\n"
        "CT0.FC0  52:4A:93:71:22:33:45:00  -       -    -    -\n"
    )
    outcome = sanlint("cabling", str(tmp_path), "--isolated", "-q", "--format", "csv")
    assert outcome.code == 0, outcome.err
    rows = csv.DictReader(io.StringIO(outcome.out))
    assert [(row["owner"], row["initiator"]) for row in rows] == [
        ("fox01 (as registered on arrays)", "a_01 (alias)"),
        ("unknown", "a_02 (alias)"),
    ]
