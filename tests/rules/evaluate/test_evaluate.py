"""Verdicts, silencing and isolation of faults, through ``evaluate``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest

from checker.rules.config.parameters import Override, Settings
from tests.rules.fake_san import FakeSan, fake_san, rule, span


@pytest.fixture
def san() -> Iterator[FakeSan]:
    with fake_san() as built:
        yield built


def hosts(evaluation, rule_id):
    return [one["host"] for finding in evaluation.findings if finding.rule == rule_id for one in finding.objects]


def coverage(evaluation, rule_id):
    return next(one for one in evaluation.rules if one.rule == rule_id)


def test_kleene_verdicts_are_counted_apart(san):
    san.add(
        "host_volume",
        {"host": "fails", "volume": "v", "live_paths": span(3), "storage_array": "vplex"},
        {"host": "passes", "volume": "v", "live_paths": span(4), "storage_array": "vplex"},
        {"host": "outside", "volume": "v", "live_paths": span(1), "storage_array": "other"},
        {"host": "outside2", "volume": "v", "storage_array": "other"},
        {"host": "unknown", "volume": "v", "live_paths": span(3, 4), "storage_array": "vplex"},
        {"host": "unknown guard", "volume": "v", "live_paths": span(3)},
        {"host": "fine whatever the guard", "volume": "v", "live_paths": span(4)},
    )
    result = san.run(rule("PTH002", "below(live_paths, 4)", when="storage_array = 'vplex'"))
    assert hosts(result, "PTH002") == ["fails"]
    found = coverage(result, "PTH002")
    assert (found.failed, found.passed, found.outside, found.not_evaluated) == (1, 2, 2, 2)
    assert found.evaluated == 3


def test_an_empty_view_gives_no_findings_and_zero_counts(san):
    result = san.run(rule("PTH002", "below(live_paths, 4)"))
    assert not result.findings
    assert coverage(result, "PTH002").evaluated == 0


def test_rows_bring_their_own_grain(san):
    for index in range(3):
        san.add("host_volume", {"host": "esx01", "volume": f"v{index}", "policy": "fixed" if index else "rr"})
    san.add("host_volume", {"host": "esx02", "volume": "v0", "policy": "rr"})
    result = san.run(
        rule(
            "NMP006",
            "policies > 1",
            rows="SELECT host, count(DISTINCT policy) AS policies FROM host_volume GROUP BY host",
            keys=("host",),
            evidence=("policies",),
            message="{host} uses {policies} policies",
        )
    )
    (finding,) = result.findings
    assert finding.message == "esx01 uses 2 policies"
    assert finding.object == {"host": "esx01"}
    assert coverage(result, "NMP006").passed == 1


class TestUnless:
    @pytest.fixture(autouse=True)
    def _rows(self, san):
        san.add(
            "host_volume",
            {"host": "esx01", "volume": "a", "fabric_count": 1, "live_paths": span(2)},
            {"host": "esx01", "volume": "b", "fabric_count": 2, "live_paths": span(2)},
            {"host": "esx02", "volume": "a", "fabric_count": 2, "live_paths": span(2)},
        )
        san.add("host_ports", {"host": "esx02", "initiators": 1}, {"host": "esx01", "initiators": 2})

    def objects(self, result, rule_id):
        return sorted(
            (one["host"], one["volume"]) for item in result.findings if item.rule == rule_id for one in item.objects
        )

    def test_columns_that_are_named_must_agree(self, san):
        fewer = {"violated": "below(live_paths, 4)"}
        one_fabric = rule("PTH005", "fabric_count < 2")
        by_object = san.run(rule("PTH002", **fewer, unless={"PTH005": ("host", "volume")}), one_fabric)
        assert self.objects(by_object, "PTH002") == [("esx01", "b"), ("esx02", "a")]
        assert coverage(by_object, "PTH002").silenced == 1
        by_host = san.run(rule("PTH002", **fewer, unless={"PTH005": ("host",)}), one_fabric)
        assert self.objects(by_host, "PTH002") == [("esx02", "a")]

    def test_bare_id_means_the_keys_of_the_coarser_view(self, san):
        result = san.run(
            rule("PTH002", "below(live_paths, 4)", unless={"PTH004": None}),
            rule("PTH004", "initiators < 2", view="host_ports"),
        )
        assert self.objects(result, "PTH002") == [("esx01", "a"), ("esx01", "b")]
        assert coverage(result, "PTH002").failed == 2

    def test_a_coarse_rule_is_shadowed_by_a_fine_one(self, san):
        result = san.run(
            rule("PTH004", "initiators > 0", view="host_ports", unless={"PTH005": None}),
            rule("PTH005", "fabric_count < 2"),
        )
        assert hosts(result, "PTH004") == ["esx02"]

    def test_a_shadowed_rule_still_shadows(self, san):
        result = san.run(
            rule("AAA001", "fabric_count < 2"),
            rule("AAA002", "fabric_count < 2", unless={"AAA001": None}),
            rule("AAA003", "fabric_count < 2", unless={"AAA002": None}),
        )
        assert {finding.rule for finding in result.findings} == {"AAA001"}

    def test_a_deselected_rule_shadows_nothing_and_is_not_run(self, san):
        result = san.run(rule("PTH002", "below(live_paths, 4)", unless={"PTH005": None}))
        assert coverage(result, "PTH002").failed == 3
        assert [one.rule for one in result.rules] == ["PTH002"]

    def test_a_rule_that_is_not_evaluated_shadows_nothing(self, san):
        san.connection.execute("UPDATE host_volume SET fabric_count = NULL")
        result = san.run(
            rule("PTH002", "below(live_paths, 4)", unless={"PTH005": None}), rule("PTH005", "fabric_count < 2")
        )
        assert coverage(result, "PTH002").failed == 3

    def test_unknown_values_agree_with_each_other(self, san):
        san.connection.execute("UPDATE host_volume SET volume = NULL WHERE host = 'esx01'")
        result = san.run(
            rule("PTH002", "below(live_paths, 4)", unless={"PTH005": ("host", "volume")}),
            rule("PTH005", "fabric_count < 2"),
        )
        assert self.objects(result, "PTH002") == [("esx02", "a")]

    def test_only_with_fires_only_together_with_the_other_rule(self, san):
        partner = rule("PTH015", "below(live_paths, 4)", only_with={"PTH005": ("host",)})
        assert self.objects(san.run(partner, rule("PTH005", "fabric_count < 2")), "PTH015") == [
            ("esx01", "a"),
            ("esx01", "b"),
        ]
        assert not san.run(partner).findings
        assert not san.run(partner, rule("PTH005", "fabric_count < 1")).findings

    def test_a_missing_column_to_compare_by_is_the_fault_of_the_rule_that_names_it(self, san):
        result = san.run(
            rule("PTH002", "below(live_paths, 4)", unless={"PTH004": ("volume",)}),
            rule("PTH004", "initiators < 2", view="host_ports"),
        )
        assert "PTH004 has no column volume" in coverage(result, "PTH002").error
        assert hosts(result, "PTH004") == ["esx02"]

    def test_causes_are_linked_and_both_stay(self, san):
        result = san.run(
            rule("PTH002", "below(live_paths, 4)", evidence=("live_paths",), caused_by={"PTH005": ("host",)}),
            rule("PTH005", "fabric_count < 2"),
        )
        cause = next(one for one in result.findings if one.rule == "PTH005")
        linked = {one.object["host"]: one.caused_by for one in result.findings if one.rule == "PTH002"}
        assert linked == {"esx01": (cause.fingerprint,), "esx02": ()}


class TestSeverity:
    @pytest.fixture(autouse=True)
    def _rows(self, san):
        san.add(
            "host_volume",
            {"host": "esx01", "volume": "a", "fabric_count": 1, "policy": "fixed"},
            {"host": "esx02", "volume": "a", "fabric_count": 1},
        )

    def severities(self, result):
        return {finding.object["host"]: finding.severity for finding in result.findings}

    def test_an_expression_raises_the_severity_and_null_keeps_the_default(self, san):
        stepped = rule("PTH005", "fabric_count < 2", severity_by="CASE WHEN policy = 'fixed' THEN 'error' END")
        assert self.severities(san.run(stepped)) == {"esx01": "error", "esx02": "warning"}

    def test_configuration_wins_and_the_last_matching_override_over_it(self, san):
        stepped = rule("PTH005", "fabric_count < 2", severity_by="CASE WHEN policy = 'fixed' THEN 'error' END")
        settings = Settings(
            severities={"PTH005": "info"}, overrides=(Override({"host": "*02"}, severities={"PTH005": "error"}),)
        )
        assert self.severities(san.run(stepped, settings=settings)) == {"esx01": "info", "esx02": "error"}

    def test_a_word_that_is_no_severity_is_an_error_of_the_rule(self, san):
        result = san.run(rule("PTH005", "fabric_count < 2", severity_by="coalesce(policy, 'warning')"))
        assert not result.findings
        assert result.errors == ("PTH005: severity_by gives 'fixed'; it must be one of error, warning, info",)


def test_overridden_parameters_decide_and_show_in_the_message(san):
    san.add(
        "host_volume",
        {"host": "lab1", "volume": "a", "live_paths": span(3)},
        {"host": "esx1", "volume": "a", "live_paths": span(3)},
        {"host": "lab2", "volume": "a", "live_paths": span(1)},
    )
    result = san.run(
        rule("PTH002", "below(live_paths, $min)", params={"min": 4}, message="{host} needs {min}"),
        settings=Settings(overrides=(Override({"host": "lab*"}, {"PTH002.min": 2}),)),
    )
    assert sorted(finding.message for finding in result.findings) == ["esx1 needs 4", "lab2 needs 2"]


def test_the_basis_expression_sets_the_basis(san):
    san.add("host_volume", {"host": "esx01", "volume": "a", "fabric_count": 1, "policy": "planned"})
    san.add("host_volume", {"host": "esx02", "volume": "a", "fabric_count": 1})
    result = san.run(rule("PTH005", "fabric_count < 2", basis="policy"))
    assert {finding.object["host"]: finding.basis for finding in result.findings} == {
        "esx01": "planned",
        "esx02": "observed",
    }


def test_a_view_with_a_basis_column_sets_the_basis_by_default(san):
    san.add("host_volume", {"host": "esx01", "volume": "a", "fabric_count": 1, "policy": "planned"})
    rows = "SELECT host, fabric_count, policy AS basis FROM host_volume"
    (finding,) = san.run(rule("PTH005", "fabric_count < 2", rows=rows, keys=("host",))).findings
    assert finding.basis == "planned"


def test_versions_compare_by_number(san):
    san.add(
        "host_volume", {"host": "old", "volume": "a", "policy": "6.9"}, {"host": "new", "volume": "a", "policy": "6.10"}
    )
    result = san.run(rule("HOST001", "version_key(policy) < version_key('6.10')"))
    assert hosts(result, "HOST001") == ["old"]


class TestFaults:
    @pytest.fixture(autouse=True)
    def _rows(self, san):
        san.add("host_volume", {"host": "esx01", "volume": "a", "fabric_count": 1, "policy": "fixed"})

    def test_a_rule_that_fails_on_the_data_leaves_the_others_standing(self, san):
        result = san.run(
            rule("AAA001", "fabric_count < 2"),
            rule("AAA002", "CAST(policy AS BIGINT) > 1"),
            rule("AAA003", "policy = 'fixed'"),
        )
        assert [finding.rule for finding in result.findings] == ["AAA001", "AAA003"]
        assert "fixed" in coverage(result, "AAA002").error
        assert [error.split(":")[0] for error in result.errors] == ["AAA002"]
        assert coverage(result, "AAA001").error is None

    def test_so_does_one_whose_severity_fails(self, san):
        result = san.run(
            rule("AAA001", "fabric_count < 2", severity_by="CASE WHEN CAST(policy AS BIGINT) > 1 THEN 'error' END"),
            rule("AAA002", "fabric_count < 2"),
        )
        assert [finding.rule for finding in result.findings] == ["AAA002"]
        assert coverage(result, "AAA001").error

    @pytest.mark.parametrize(
        "broken",
        [
            {"view": "no_such_view"},
            {"evidence": ("no_such_column",)},
            {"rows": "SELECT nothing FROM host_volume", "keys": ("nothing",)},
        ],
    )
    def test_a_rule_over_what_does_not_exist_is_an_error_of_that_rule(self, san, broken):
        result = san.run(rule("AAA001", "fabric_count < 2", **broken), rule("AAA002", "fabric_count < 2"))
        assert [finding.rule for finding in result.findings] == ["AAA002"]
        assert len(result.errors) == 1
        assert "no" in coverage(result, "AAA001").error

    def test_no_scratch_tables_remain_and_evaluation_can_be_repeated(self, san):
        good, bad = rule("AAA001", "fabric_count < 2"), rule("AAA002", "CAST(policy AS BIGINT) > 1")
        before = san.connection.execute("SHOW TABLES").fetchall()
        first = san.run(good, bad)
        assert san.connection.execute("SHOW TABLES").fetchall() == before
        assert san.run(good, bad) == first

    def test_rules_can_not_write(self, san):
        san.connection.execute("CREATE SEQUENCE counter")
        result = san.run(rule("AAA001", "nextval('counter') = 1"))
        assert not result.findings
        assert "read-only" in coverage(result, "AAA001").error


def test_the_only_clock_is_as_of_in_utc(san):
    san.add("host_volume", {"host": "old", "volume": "a", "seen_at": datetime(2026, 1, 1)})
    san.add("host_volume", {"host": "new", "volume": "a", "seen_at": datetime(2026, 1, 1, 12)})
    late = rule("DOC004", "seen_at < as_of()", evidence=("seen_at",))
    east = timezone(timedelta(hours=2))
    result = san.run(late, as_of=datetime(2026, 1, 1, 14, tzinfo=east))
    assert hosts(result, "DOC004") == ["old"]
    assert result.findings[0].evidence == {"seen_at": "2026-01-01T00:00:00Z"}
    assert len(san.run(late, as_of=datetime(2026, 1, 2, tzinfo=UTC)).findings) == 2


def test_more_rules_than_bits_in_a_number(san):
    san.add("host_volume", {"host": "esx01", "volume": "a", "fabric_count": 1})
    rules = [rule(f"AAA{index:03}", f"fabric_count < {index}" if index % 2 else "policy = 'x'") for index in range(150)]
    result = san.run(*rules)
    assert [one.not_evaluated for one in result.rules] == [0 if index % 2 else 1 for index in range(150)]
    assert {fact.fact for one in result.rules for fact in one.missing} == {"device.psp"}
    assert coverage(result, "AAA148").missing[0].objects == 1


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_the_same_whatever_the_threads_and_the_order_of_rows(threads):
    rows = [
        {"host": f"esx{index % 7}", "volume": f"v{index}", "fabric_count": index % 3, "missing": [f"d{index % 2}"]}
        for index in range(300)
    ]
    rules = [
        rule("AAA001", "fabric_count < 1", evidence=("missing",), message="{host} {volume} {missing}"),
        rule("AAA002", "fabric_count < 2", unless={"AAA001": ("host", "missing")}, caused_by={"AAA001": ("host",)}),
        rule("AAA003", "policy = 'x'"),
    ]
    results = []
    for order, count in ((rows, 1), (rows[::-1], threads)):
        with fake_san(count) as san:
            san.add("host_volume", *order)
            results.append(san.run(*rules))
    assert results[0] == results[1]
    assert results[0].findings
