"""Roll-up of objects, the identity of findings, and what a finding shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from checker.rules.book.rule import FixCommand
from tests.rules.fake_san import FakeSan, fake_san, rule, span

LETTERS = rule(
    "PTH007",
    "len(missing) > 0",
    evidence=("missing", "live_paths"),
    message="{host} has no {missing|list} for {volume}",
)


@pytest.fixture
def san() -> Iterator[FakeSan]:
    with fake_san() as built:
        yield built


def lun(host, volume, missing=("A",), paths=2, **more):
    return {"host": host, "volume": volume, "missing": list(missing), "live_paths": span(paths), **more}


def test_objects_that_differ_in_the_volume_only_are_one_finding(san):
    san.add("host_volume", lun("esx01", "b"), lun("esx01", "a"), lun("esx01", "c", ["B"]), lun("esx02", "a"))
    result = san.run(LETTERS)
    assert [(one.object, [item["volume"] for item in one.objects]) for one in result.findings] == [
        ({"host": "esx01"}, ["a", "b"]),
        ({"host": "esx01", "volume": "c"}, ["c"]),
        ({"host": "esx02", "volume": "a"}, ["a"]),
    ]
    assert result.findings[0].message == "esx01 has no A for a and 1 more"
    assert result.findings[0].evidence == {"missing": ["A"], "live_paths": {"lo": 2, "hi": 2}}
    assert result.rules[0].failed == 4


def test_roll_up_names_the_keys_that_stay_apart(san):
    san.add("host_volume", lun("esx01", "a"), lun("esx02", "a"), lun("esx02", "b"))
    by_volume = san.run(rule("PTH007", "len(missing) > 0", evidence=("missing",), roll_up=("volume",)))
    assert [one.object for one in by_volume.findings] == [{"volume": "a"}, {"host": "esx02", "volume": "b"}]
    all_in_one = san.run(rule("PTH007", "len(missing) > 0", evidence=("missing",), roll_up=()))
    assert [len(one.objects) for one in all_in_one.findings] == [3]


def test_evidence_that_is_a_key_does_not_keep_objects_apart(san):
    san.add("host_volume", lun("esx01", "a"), lun("esx01", "b"))
    result = san.run(rule("PTH007", "len(missing) > 0", evidence=("missing", "volume")))
    assert [len(one.objects) for one in result.findings] == [2]


class TestFingerprint:
    def prints(self, san, *rules):
        return [one.fingerprint for one in san.run(*(rules or (LETTERS,))).findings]

    def test_a_new_lun_with_the_same_fault_joins_the_finding(self, san):
        san.add("host_volume", lun("esx01", "b", volumes_seen=1))
        counted = rule("PTH007", "len(missing) > 0", evidence=("missing", "volumes_seen"))
        before = self.prints(san, counted)
        san.add("host_volume", lun("esx01", "a", volumes_seen=2))
        san.connection.execute("UPDATE host_volume SET volumes_seen = 2")
        assert self.prints(san, counted) == before

    def test_other_evidence_host_or_rule_is_another_finding(self, san):
        san.add("host_volume", lun("esx01", "a"), lun("esx01", "b", ["B"]), lun("esx02", "a"))
        other = rule("PTH008", "len(missing) > 0", evidence=("missing", "live_paths"))
        prints = self.prints(san, LETTERS, other)
        assert len(set(prints)) == len(prints) == 6
        assert all(len(one) == 16 and int(one, 16) >= 0 for one in prints)

    def test_the_order_of_a_set_is_irrelevant(self, san):
        san.add("host_volume", lun("esx01", "a", ["A", "B"]))
        before = self.prints(san)
        san.connection.execute("UPDATE host_volume SET missing = ['B', 'A']")
        assert self.prints(san) == before

    def test_declared_identity_replaces_the_default(self, san):
        chosen = rule("PTH007", "len(missing) > 0", evidence=("missing", "policy"), identity=("missing",))
        san.add("host_volume", lun("esx01", "a", policy="fixed"))
        before = self.prints(san, chosen)
        san.connection.execute("UPDATE host_volume SET policy = 'mru'")
        assert self.prints(san, chosen) == before
        san.connection.execute("UPDATE host_volume SET missing = ['B']")
        assert self.prints(san, chosen) != before

    def test_findings_that_differ_only_in_numbers_keep_apart(self, san):
        san.add("host_volume", lun("esx01", "a", volumes_seen=1), lun("esx01", "b", volumes_seen=2))
        prints = self.prints(san, rule("PTH007", "len(missing) > 0", evidence=("missing", "volumes_seen")))
        assert len(set(prints)) == 2

    def test_names_of_inferred_fabrics_take_no_part(self, san):
        rows = "SELECT host, volume, policy AS fabric FROM host_volume"
        by_fabric = rule("PTH003", "fabric IS NOT NULL", rows=rows, keys=("host", "volume"), evidence=("fabric",))
        san.add("host_volume", lun("esx01", "a", policy="inferred-1"))
        before = self.prints(san, by_fabric)
        san.connection.execute("UPDATE host_volume SET policy = 'inferred-2'")
        assert self.prints(san, by_fabric) == before
        san.connection.execute("UPDATE host_volume SET policy = 'fabric_a'")
        assert self.prints(san, by_fabric) != before

    def test_findings_on_two_inferred_fabrics_still_differ(self, san):
        rows = "SELECT host, policy AS fabric FROM host_volume"
        by_fabric = rule("PTH003", "fabric IS NOT NULL", rows=rows, keys=("host", "fabric"), message="{host} {fabric}")
        san.add("host_volume", lun("esx01", "a", policy="inferred-1"), lun("esx01", "b", policy="inferred-2"))
        prints = self.prints(san, by_fabric)
        assert len(set(prints)) == len(prints) == 2

    def test_nor_inside_a_list_of_pairs(self, san):
        san.add("host_volume", lun("esx01", "a", ["A directors on inferred-1", "B directors on inferred-2"]))
        before = self.prints(san)
        san.connection.execute(
            "UPDATE host_volume SET missing = ['A directors on inferred-2', 'B directors on inferred-1']"
        )
        assert self.prints(san) == before
        san.connection.execute("UPDATE host_volume SET missing = ['A directors on inferred-2']")
        assert self.prints(san) != before


class TestFix:
    def run(self, san, *commands):
        fixed = rule(
            "NMP001", "policy = 'fixed'", evidence=("policy",), fix_summary="Set round robin.", fix_commands=commands
        )
        return san.run(fixed).findings

    def test_a_command_that_names_the_volume_is_given_for_each_volume(self, san):
        san.add("host_volume", lun("esx01", "naa.2", policy="fixed"), lun("esx01", "naa.1", policy="fixed"))
        (finding,) = self.run(san, FixCommand("esxi", "set -d {volume} -P RR", "set -d {volume} -P {policy}"))
        assert [(step.run, step.undo) for step in finding.fix] == [
            ("set -d naa.1 -P RR", "set -d naa.1 -P fixed"),
            ("set -d naa.2 -P RR", "set -d naa.2 -P fixed"),
        ]
        assert finding.fix_summary == "Set round robin."

    def test_a_command_for_the_host_is_given_once(self, san):
        san.add("host_volume", lun("esx01", "naa.2", policy="fixed"), lun("esx01", "naa.1", policy="fixed"))
        (finding,) = self.run(san, FixCommand("esxi", "rule add"))
        assert [step.run for step in finding.fix] == ["rule add"]

    def test_a_list_that_only_the_command_uses_is_repeated_over(self, san):
        rows = "SELECT host, volume, policy, missing AS ports FROM host_volume"
        fixed = rule(
            "PTH002",
            "policy = 'fixed'",
            rows=rows,
            keys=("host", "volume"),
            fix_commands=(FixCommand("vplexcli", "addport -p {port}", for_each="ports"),),
        )
        san.add(
            "host_volume", lun("esx01", "a", ["P1", "P2"], policy="fixed"), lun("esx01", "b", ["P2"], policy="fixed")
        )
        (finding,) = san.run(fixed).findings
        assert [step.run for step in finding.fix] == ["addport -p P1", "addport -p P2"]

    def test_commands_of_another_operating_system_are_left_out(self, san):
        san.table("host", host="VARCHAR", platform="VARCHAR")
        san.add("host", {"host": "lin01", "platform": "linux"})
        san.add("host_volume", lun("lin01", "a", policy="fixed"), lun("other", "a", policy="fixed"))
        both = (FixCommand("esxi", "esx"), FixCommand("linux", "lin"), FixCommand("brocade", "zone"))
        found = {one.object["host"]: [step.run for step in one.fix] for one in self.run(san, *both)}
        assert found == {"lin01": ["lin", "zone"], "other": ["esx", "lin", "zone"]}

    def test_a_command_without_a_machine_is_left_out_where_no_machine_is_of_its_system(self, san):
        san.table("switch", switch="VARCHAR", vendor="VARCHAR")
        san.add("switch", {"switch": "mds1", "vendor": "cisco"})
        san.add("host_volume", lun("lin01", "a", policy="fixed"))
        both = (FixCommand("brocade", "zone --validate"), FixCommand("cisco-mds", "show zoneset active"))
        assert [step.run for (one,) in [self.run(san, *both)] for step in one.fix] == ["show zoneset active"]
        # A switch of an unknown vendor may be of either.
        san.add("switch", {"switch": "sw2", "vendor": None})
        assert [step.platform for (one,) in [self.run(san, *both)] for step in one.fix] == ["brocade", "cisco-mds"]
