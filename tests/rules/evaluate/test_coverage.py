"""What was not evaluated: missing facts by rule, and the exports that would supply them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from checker.rules.book.rule import Expression
from checker.rules.evaluate.coverage.missing_exports import Supplier
from checker.rules.evaluate.finding import MissingExport, MissingFact
from checker.views.catalog import parse_view
from tests.rules.fake_san import FakeSan, fake_san, rule, span

PATH_LIST = Supplier(
    "esxcli-path-list", "esxi", "esxcli storage core path list", {"path": ("state", "target_wwpn", "initiator_wwpn")}
)
PATH_SHORT = Supplier("esxcli-path-short", "esxi", "esxcli nmp path list", {"path": ("state",)})
DEVICES = Supplier("esxcli-devices", "esxi", "esxcli storage nmp device list", {"device": ("psp",)})
MULTIPATH = Supplier("multipath", "linux", "multipath -ll", {"path": ("state", "target_wwpn")})
INVENTORY = Supplier("inventory", "sanlint", "inventory.yaml", {"path": ("state", "target_wwpn"), "device": ("psp",)})
SUPPLIERS = (INVENTORY, PATH_SHORT, PATH_LIST, DEVICES, MULTIPATH)

FEWER = rule("PTH002", "below(live_paths, 4)")
FIXED = rule("NMP001", "policy = 'fixed'")


@pytest.fixture
def san() -> Iterator[FakeSan]:
    with fake_san() as built:
        built.table(
            "export", export_id="INTEGER", file="VARCHAR", format="VARCHAR", platform="VARCHAR", owner="VARCHAR"
        )
        built.table("host", host="VARCHAR", platform="VARCHAR")
        yield built


def missing(result, rule_id):
    return next(one.missing for one in result.rules if one.rule == rule_id)


def test_missing_facts_are_the_inputs_of_unknown_columns_with_counts_and_an_example(san):
    san.add("host_volume", {"host": "esx02", "volume": "a"}, {"host": "esx01", "volume": "b"})
    san.add("host_volume", {"host": "esx03", "volume": "c", "policy": "rr", "live_paths": span(1, 9)})
    result = san.run(FEWER, FIXED)
    assert missing(result, "NMP001") == (MissingFact("device.psp", 2, "esx01 b"),)
    assert missing(result, "PTH002") == (
        MissingFact("path.state", 3, "esx01 b"),
        MissingFact("path.target_wwpn", 3, "esx01 b"),
    )


def test_only_columns_that_the_rule_uses_and_that_are_unknown_count(san):
    san.add("host_volume", {"host": "esx01", "volume": "a", "live_paths": span(1)})
    both = rule("PTH005", "below(live_paths, 4) AND fabric_count < 2")
    result = san.run(both, FIXED)
    assert [one.fact for one in missing(result, "PTH005")] == ["path.initiator_wwpn"]


def test_a_fact_that_the_owner_has_throughout_is_not_what_is_missing(san):
    san.table("path", host="VARCHAR", state="VARCHAR", target_wwpn="VARCHAR")
    san.add("path", {"host": "esx01", "state": "active"}, {"host": "esx01", "state": "dead"})
    san.add("host_volume", {"host": "esx01", "volume": "a", "live_paths": span(1, 5)})
    san.add("host_volume", {"host": "esx02", "volume": "a", "live_paths": span(1, 5)})
    result = san.run(FEWER)
    assert missing(result, "PTH002") == (
        MissingFact("path.target_wwpn", 2, "esx01 a"),
        MissingFact("path.state", 1, "esx02 a"),
    )


def test_facts_that_are_there_throughout_are_known_but_not_conclusive(san):
    san.table("path", host="VARCHAR", state="VARCHAR", target_wwpn="VARCHAR")
    san.add("path", {"host": "esx01", "state": "active", "target_wwpn": "50"})
    san.add("host_volume", {"host": "esx01", "volume": "a", "live_paths": span(1, 5)})
    assert missing(san.run(FEWER), "PTH002") == (
        MissingFact("path.state", 1, "esx01 a", known=True),
        MissingFact("path.target_wwpn", 1, "esx01 a", known=True),
    )


def test_a_fact_of_other_owners_is_not_missing_if_all_of_them_have_it(san):
    san.table("path", switch="VARCHAR", state="VARCHAR", target_wwpn="VARCHAR")
    san.add("path", {"switch": "sw1", "state": "active"}, {"switch": "sw2", "state": "dead", "target_wwpn": "50"})
    san.add("host_volume", {"host": "esx01", "volume": "a", "live_paths": span(1, 5)})
    assert missing(san.run(FEWER), "PTH002") == (MissingFact("path.target_wwpn", 1, "esx01 a"),)


def test_a_column_without_inputs_is_named_itself(san):
    san.add("host_volume", {"host": "esx01", "volume": "a"})
    result = san.run(rule("LIM001", "volumes_seen > 5"))
    assert [one.fact for one in missing(result, "LIM001")] == ["host_volume.volumes_seen"]


def test_a_condition_without_value_over_known_columns_is_reported(san):
    san.add("host_volume", {"host": "esx01", "volume": "a", "volumes_seen": 3})
    result = san.run(rule("LIM001", "nullif(volumes_seen, 3) > 5"))
    assert [one.fact for one in missing(result, "LIM001")] == ["host_volume: the condition has no value"]


def test_columns_of_rows_have_the_inputs_of_the_view_they_come_from(san):
    san.add("host_volume", {"host": "esx01", "volume": "a"})
    own = rule("NMP002", "policy = 'fixed'", rows="SELECT host, policy FROM host_volume", keys=("host",))
    assert [one.fact for one in missing(san.run(own), "NMP002")] == ["device.psp"]


class TestExports:
    @pytest.fixture(autouse=True)
    def _rows(self, san):
        san.add("host", {"host": "esx01", "platform": "esxi"}, {"host": "lin01", "platform": "linux"})
        san.add("host_volume", {"host": "esx01", "volume": "a"}, {"host": "esx01", "volume": "b"})
        san.add("host_volume", {"host": "lin01", "volume": "a"})

    def test_the_command_fits_the_owner_and_serves_most_facts(self, san):
        result = san.run(FEWER, FIXED, suppliers=SUPPLIERS)
        assert result.missing_exports == (
            MissingExport("esx01", "esxcli storage core path list", ("PTH002",), 2, ("host paths",)),
            MissingExport("esx01", "esxcli storage nmp device list", ("NMP001",), 2, ("host LUNs",)),
            MissingExport("lin01", "multipath -ll", ("PTH002",), 1, ("host paths",)),
        )

    def test_objects_missing_for_several_rules_count_once(self, san):
        (first, *_) = san.run(FEWER, rule("PTH001", "below(live_paths, 2)"), suppliers=SUPPLIERS).missing_exports
        assert (first.rules, first.objects) == (("PTH001", "PTH002"), 2)

    def test_exports_already_read_are_not_requested_again(self, san):
        san.add("export", {"export_id": 1, "format": "esxcli-path-list", "platform": "esxi", "owner": "esx01"})
        found = [one.command for one in san.run(FEWER, suppliers=SUPPLIERS).missing_exports if one.owner == "esx01"]
        assert found == ["esxcli nmp path list"]

    def test_nor_if_it_was_read_under_another_name_of_the_host(self, san):
        san.table("host_alias", host="VARCHAR", alias="VARCHAR")
        san.add("host_alias", {"host": "esx01", "alias": "esx01.example.org"})
        for number, reader in enumerate(("esxcli-path-list", "esxcli-path-short")):
            san.add("export", {"export_id": number, "format": reader, "owner": "esx01.example.org"})
        assert [one.owner for one in san.run(FEWER, suppliers=SUPPLIERS).missing_exports] == ["lin01"]

    def test_the_platform_is_known_from_other_exports_of_the_host(self, san):
        san.connection.execute("DELETE FROM host")
        san.add("export", {"export_id": 1, "format": "uname", "platform": "linux", "owner": "lin01"})
        found = {one.owner: one.command for one in san.run(FEWER, suppliers=SUPPLIERS).missing_exports}
        # One machine says nothing about the others, but its own platform comes first.
        assert found == {"lin01": "multipath -ll", "esx01": "multipath -ll or esxcli storage core path list"}

    def test_a_host_of_unknown_platform_is_taken_for_one_of_those_that_are_known(self, san):
        san.connection.execute("DELETE FROM host")
        for number in range(3):
            san.add(
                "export", {"export_id": number, "format": "uname", "platform": "linux", "owner": f"lin{number:02d}"}
            )
            san.add("host", {"host": f"lin{number:02d}", "platform": "linux"})
        found = {one.owner: one.command for one in san.run(FEWER, suppliers=SUPPLIERS).missing_exports}
        assert found == {"lin01": "multipath -ll", "esx01": "multipath -ll"}

    def test_a_fact_of_the_array_is_requested_from_the_array(self, san):
        san.table("storage_array", storage_array="VARCHAR", family="VARCHAR")
        san.add("storage_array", {"storage_array": "vplex1", "family": "vplex"})
        view = parse_view(
            "host_array.sql",
            """
            -- view: host_array
            -- meaning: One row per host and array.
            -- grain: host, storage_array
            -- owner: host
            -- column host text: host
            -- column storage_array text: array
            -- column directors int: directors of the array [director.director]
            """,
        )
        san.views[view.name] = view
        san.make_view(view)
        san.add(view.name, {"storage_array": "vplex1", "host": "esx01"}, {"storage_array": "vplex1", "host": "lin01"})
        listing = Supplier("vplex-ll", "vplex", "ll /engines", {"director": ("director",)})
        one = replace(
            rule("DIR001", "directors < 2", view=view.name), violated=Expression("directors < 2", ("directors",))
        )
        result = san.run(one, suppliers=(listing, *SUPPLIERS))
        assert result.missing_exports == (MissingExport("vplex1", "ll /engines", ("DIR001",), 2),)

    def test_a_fact_of_an_unnamed_machine_is_requested_from_any(self, san):
        nsshow = Supplier("nsshow", "brocade", "nsshow", {"login": ("wwpn",)})
        flogi = Supplier("flogi", "cisco-mds", "show flogi database", {"login": ("wwpn",)})
        view = parse_view(
            "host_fabric.sql",
            """
            -- view: host_fabric
            -- meaning: One row per host.
            -- grain: host
            -- owner: host
            -- column host text: host
            -- column fabrics int: fabrics of the host [login.wwpn]
            """,
        )
        san.views[view.name] = view
        san.make_view(view)
        san.add(view.name, {"host": "esx01"}, {"host": "lin01"})
        one = replace(rule("PTH004", "fabrics < 2", view=view.name), violated=Expression("fabrics < 2", ("fabrics",)))
        result = san.run(one, suppliers=(nsshow, flogi, *SUPPLIERS))
        assert result.missing_exports == (
            MissingExport("a switch", "nsshow or show flogi database", ("PTH004",), 2, ("fabric logins",)),
        )
        # A switch without logins has been asked already.
        san.add("export", {"owner": "sw1", "format": "nsshow", "platform": "brocade"})
        assert san.run(one, suppliers=(nsshow, flogi, *SUPPLIERS)).missing_exports == ()

    def test_of_an_array_of_unknown_family_no_three_are_guessed(self, san):
        view = parse_view(
            "host_array.sql",
            """
            -- view: host_array
            -- meaning: One row per host.
            -- grain: host
            -- owner: host
            -- column host text: host
            -- column ports int: ports of its arrays [target_port.target_wwpn]
            """,
        )
        san.views[view.name] = view
        san.make_view(view)
        san.add(view.name, {"host": "esx01"})
        families = ("svc", "3par", "pure")
        ports = [
            Supplier(f"{one}-ports", one, f"ports of {one}", {"target_port": ("target_wwpn",)}) for one in families
        ]
        one = replace(rule("PTH007", "ports < 2", view=view.name), violated=Expression("ports < 2", ("ports",)))
        (found,) = san.run(one, suppliers=ports).missing_exports
        assert (found.owner, found.command) == ("an array", "sanlint collect PLATFORM")
        san.table("device_scope", family="VARCHAR")
        san.add("device_scope", {"family": "pure"})
        assert [one.command for one in san.run(one, suppliers=ports).missing_exports] == ["ports of pure"]

    def test_what_another_machine_has_exported_is_not_requested_from_an_unnamed_one(self, san):
        san.connection.execute("DELETE FROM host_volume")
        san.add("host_volume", {"host": None, "volume": "c"})
        assert [one.owner for one in san.run(FIXED, suppliers=SUPPLIERS).missing_exports] == ["a host"]
        san.table("device", host="VARCHAR", psp="VARCHAR")
        san.add("device", {"host": "lin01", "psp": "service-time 0"})
        assert san.run(FIXED, suppliers=SUPPLIERS).missing_exports == ()

    def test_facts_that_the_owner_has_are_not_requested(self, san):
        san.table("path", host="VARCHAR", state="VARCHAR", target_wwpn="VARCHAR")
        san.add("path", {"host": "esx01", "state": "active", "target_wwpn": "5000000000000001"})
        found = [one for one in san.run(FEWER, suppliers=SUPPLIERS).missing_exports if one.owner == "esx01"]
        assert found == []

    def test_what_sanlint_collect_prints_comes_before_commands_with_more_facts(self, san):
        facts = {"path": ("state", "target_wwpn")}
        rivals = [
            Supplier("a-wide", "esxi", "the wide command", {**facts, "device": ("psp", "size_bytes")}),
            Supplier("b-script", "esxi", "the command of the script", facts, collected=40),
            Supplier("c-script", "esxi", "an earlier one of the script", facts, collected=10),
        ]
        found = [one.command for one in san.run(FEWER, suppliers=rivals).missing_exports if one.owner == "esx01"]
        assert found == ["an earlier one of the script"]

    def test_another_form_of_a_command_that_was_read_is_not_requested(self, san):
        forms = (PATH_LIST, Supplier("path-list-csv", "esxi", PATH_LIST.command, PATH_LIST.provides))
        san.add("export", {"export_id": 1, "format": "path-list-csv", "platform": "esxi", "owner": "esx01"})
        assert [one.owner for one in san.run(FEWER, suppliers=forms).missing_exports] == []

    def test_nor_is_its_form_for_programs(self, san):
        form = Supplier(
            "path-list-json", "esxi", f"{PATH_LIST.command} | json", {"path": ("state",), "device": ("psp",)}
        )
        san.add("export", {"owner": "esx01", "format": PATH_LIST.reader, "platform": "esxi"})
        result = san.run(FIXED, FEWER, suppliers=(PATH_LIST, form))
        assert form.command not in [one.command for one in result.missing_exports]

    @pytest.mark.parametrize("host", ["lin01", "lin02"])
    def test_exports_about_nvme_are_requested_only_from_hosts_that_use_it(self, san, host):
        nvme = Supplier("linux-nvme-subsys", "linux", "nvme list-subsys", MULTIPATH.provides)
        san.table("remote_port", host="VARCHAR", nqn="VARCHAR")
        san.add("remote_port", {"host": host, "nqn": "nqn.2016-01.com.example:sub1"})
        result = san.run(FEWER, suppliers=(nvme,))
        assert [one.owner for one in result.missing_exports] == (["lin01"] if host == "lin01" else [])

    def test_what_a_command_can_print_but_did_not_is_not_requested_from_an_api(self, san):
        request = Supplier("api", "esxi", "GET /paths", PATH_LIST.provides)
        san.add("export", {"owner": "esx01", "format": PATH_LIST.reader, "platform": "esxi"})
        assert san.run(FEWER, suppliers=(PATH_LIST, request)).missing_exports == ()

    def test_nor_from_a_command_that_is_not_in_the_script_if_one_of_the_script_was_read(self, san):
        script = Supplier("a-script", "esxi", "the command of the script", PATH_LIST.provides, collected=10)
        other = Supplier("b-other", "esxi", "another command", PATH_LIST.provides)
        san.add("export", {"owner": "esx01", "format": script.reader, "platform": "esxi"})
        assert san.run(FEWER, suppliers=(script, other)).missing_exports == ()
        assert san.run(FEWER, suppliers=(other,)).missing_exports != ()

    def test_a_machine_that_no_export_names_is_not_asked_for_more_than_what_no_export_contains(self, san):
        san.connection.execute("DELETE FROM host_volume")
        san.add("host_volume", {"host": "unknown host (multipath.txt)", "volume": "a"})
        found = san.run(FEWER, FIXED, suppliers=SUPPLIERS).missing_exports
        assert {(one.owner, one.subjects) for one in found} == {("a host", ("host paths",))}

    def test_among_equals_the_command_with_more_facts_comes_first_and_a_request_last(self, san):
        facts = {"path": ("state", "target_wwpn")}
        rivals = [
            Supplier("a-request", "esxi", "GET /paths", {**facts, "device": ("psp", "size_bytes")}),
            Supplier("b-narrow", "esxi", "a narrow command", facts),
            Supplier("c-wide", "esxi", "the wide command", {**facts, "device": ("size_bytes",)}),
        ]
        found = [one.command for one in san.run(FEWER, suppliers=rivals).missing_exports if one.owner == "esx01"]
        assert found == ["the wide command"]
