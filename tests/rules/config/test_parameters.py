"""Parameters: literals in checked expressions, configuration over rule, the last matching override over both."""

from __future__ import annotations

import re

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.errors import ConfigError
from checker.rules.book.rule import Expression, Parameter, Rule
from checker.rules.config import glob, parameters
from checker.rules.config.parameters import Override, Settings
from tests.thorough import examples

COLUMNS = {"host": "text", "volume": "text", "lun": "int", "paths": "int"}
RULE = Rule(
    id="TST001", name="few-paths", category="paths", severity="error", summary="", view="host_volume",
    violated=Expression("(paths < $min)", ("paths",), ("min",)), message="",
    severity_by=Expression("CASE WHEN (host = 'far') THEN ($remote) ELSE NULL END", ("host",), ("remote",)),
    parameters={
        "min": Parameter("min", 4, "integer", minimum=1, maximum=32),
        "share": Parameter("share", 0.5, "number"),
        "remote": Parameter("remote", "warning", "severity"),
        "names": Parameter("names", ["a"], "list"),
        "strict": Parameter("strict", False, "boolean"),
        "label": Parameter("label", "x", "text"),
    },
)  # fmt: skip
RULES = {"TST001": RULE}


@pytest.fixture(scope="module")
def connection():
    opened = duckdb.connect(":memory:")
    yield opened
    opened.close()


def verdicts(connection, given_settings, rows):
    sql = parameters.sql_of(RULE.violated, RULE, given_settings, COLUMNS)
    severity = parameters.severity_sql(RULE, given_settings, COLUMNS)
    values = ", ".join(f"('{host}', '{volume}', {lun}, {paths})" for host, volume, lun, paths in rows)
    found = f"(VALUES {values}) AS t(host, volume, lun, paths)"
    return connection.execute(f"SELECT {sql}, {severity} FROM {found}").fetchall()


def test_defaults_then_configuration_then_the_last_override_that_matches(connection):
    rows = [("esx01", "v1", 1, 3), ("lab-1", "v1", 1, 3), ("lab-2", "v2", 7, 3), ("far", "v1", 1, 5)]
    assert verdicts(connection, Settings(), rows) == [
        (True, "error"), (True, "error"), (True, "error"), (False, "warning"),
    ]  # fmt: skip
    given_settings = Settings(
        {"TST001.min": 6},
        {},
        (
            Override({"host": "lab-*"}, {"TST001.min": 2}, {"TST001": "info"}),
            Override({"host": "lab-*", "lun": "7"}, {"TST001.min": 8}),
            Override({"zone": "z*"}, {"TST001.min": 1}, {"TST001": "info"}),
        ),
    )
    assert verdicts(connection, given_settings, rows) == [
        (True, "error"), (False, "info"), (True, "info"), (True, "warning"),
    ]  # fmt: skip
    assert verdicts(connection, Settings(severities={"TST001": "info"}), rows)[3] == (False, "info")


def test_the_value_shown_for_an_object_is_the_one_used():
    given_settings = Settings(
        {"TST001.min": 6},
        {},
        (Override({"host": "lab-*"}, {"TST001.min": 2}, origin="sanlint.yaml:9"),),
        "sanlint.yaml",
    )
    assert parameters.values_for(RULE, given_settings, {"host": "lab-1"})["min"] == (2, "sanlint.yaml:9")
    assert parameters.values_for(RULE, given_settings, {"host": "esx01"})["min"] == (6, "sanlint.yaml")
    assert parameters.values_for(RULE, given_settings, {"host": None})["min"] == (6, "sanlint.yaml")
    assert parameters.values_for(RULE, Settings(), {})["remote"] == ("warning", "rule")


def test_an_unknown_key_value_leaves_the_setting_to_the_next(connection):
    given_settings = Settings({}, {}, (Override({"host": "*"}, {"TST001.min": 9}),))
    sql = parameters.sql_of(RULE.violated, RULE, given_settings, COLUMNS)
    assert connection.execute(f"SELECT {sql} FROM (SELECT NULL::VARCHAR AS host, 5 AS paths)").fetchone() == (False,)


@pytest.mark.parametrize(
    ("given_settings", "part"),
    [
        (Settings({"TST002.min": 4}), "unknown rule 'TST002'; did you mean 'TST001'?"),
        (Settings({"TST001.mni": 4}), "did you mean 'TST001.min'?"),
        (Settings({"min": 4}), "RULE.parameter"),
        (Settings({"TST001.min": 0}), "at least 1"),
        (Settings({"TST001.min": 33}), "at most 32"),
        (Settings({"TST001.min": 4.5}), "a whole number"),
        (Settings({"TST001.min": True}), "a whole number"),
        (Settings({"TST001.min": "4"}), "a whole number"),
        (Settings({"TST001.share": float("nan")}), "finite"),
        (Settings({"TST001.share": 10**30}), "finite"),
        (Settings({"TST001.strict": 1}), "true or false"),
        (Settings({"TST001.names": ["a", 1]}), "a list of texts"),
        (Settings({"TST001.label": "a\0b"}), "NUL"),
        (Settings({"TST001.remote": "loud"}), "one of error, warning, info"),
        (Settings({}, {"TST001": "fatal"}), "unknown severity 'fatal'"),
        (Settings({}, {"TST0O1": "error"}), "did you mean 'TST001'?"),
        (Settings({}, {}, (Override({"hots": "x"}, {"TST001.min": 4}),)), "did you mean 'host'?"),
        (Settings({}, {}, (Override({}, {"TST001.min": 4}),)), "requires match"),
        (Settings({}, {}, (Override({"host": ""}, {"TST001.min": 4}),)), "pattern"),
        (Settings({}, {}, (Override({"host": "x"}, {"TST001.min": 99}, origin="sanlint.yaml:7"),)), "sanlint.yaml:7: TST"),
    ],
)  # fmt: skip
def test_invalid_settings_name_the_valid_values(given_settings, part):
    with pytest.raises(ConfigError) as caught:
        parameters.check_settings(given_settings, RULES, ["host", "volume", "lun"])
    assert part in str(caught.value)


def test_right_settings_pass():
    parameters.check_settings(
        Settings(
            {"TST001.share": 1, "TST001.names": []}, {"TST001": "info"}, (Override({"lun": "7"}, {"TST001.min": 5}),)
        ),
        RULES,
        ["host", "lun"],
    )


@given(st.text(max_size=40).filter(lambda text: "\0" not in text and text.isprintable()))
def test_a_text_value_can_only_be_a_value(text):
    sql = parameters.substitute("$label = ?, '$label', \"$label\"", {"label": parameters.literal(text)})
    found = _connection().execute(f'SELECT {sql} FROM (SELECT 1 AS "$label")', [text]).fetchone()
    assert found == (True, "$label", 1)


@given(st.one_of(st.integers(-(2**63) + 1, 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False), st.booleans(),
                 st.lists(st.text(max_size=8).filter(str.isprintable), max_size=4)))  # fmt: skip
@settings(max_examples=examples(60))
def test_literals_round_trip(value):
    assert _connection().execute(f"SELECT 2 - {parameters.literal(1)}, {parameters.literal(value)}").fetchone() == (
        1,
        value,
    )


def test_names_in_quotes_are_no_parameters():
    text = """("$a" = '$b it''s $c') OR $d"""
    assert parameters.names_in(text) == ["d"]
    assert parameters.substitute(text, {"d": "'$a'"}) == """("$a" = '$b it''s $c') OR '$a'"""


_SMALL = st.text(st.sampled_from("ab*?[]!-.(\\^$é"), min_size=1, max_size=8)


@given(_SMALL, st.text(st.sampled_from("ab*?[]!-.(\\^$é\n"), max_size=8))
@settings(max_examples=examples(400))
def test_sql_and_python_agree_on_patterns(pattern, value):
    sql = glob.to_sql(pattern, "v")
    assert _connection().execute(f"SELECT {sql} FROM (SELECT ? AS v)", [value]).fetchone() == (
        glob.matches(pattern, value),
    )


@pytest.mark.parametrize(
    ("pattern", "value", "expected"),
    [
        ("lab-*", "lab-1", True), ("lab-*", "xlab-1", False), ("*-1", "lab-1", True), ("*b-*", "lab-1", True),
        ("lab-?", "lab-10", False), ("lab-[0-3]", "lab-2", True), ("lab-[!0-3]", "lab-2", False), ("Lab", "lab", False),
        ("*", "", True), ("a.c", "abc", False), ("[", "[", True), ("a[]]b", "a]b", True), ("l*b*1", "lab-1", True),
    ],
)  # fmt: skip
def test_patterns(pattern, value, expected):
    assert glob.matches(pattern, value) is expected


def test_a_pattern_made_to_backtrack_takes_no_time():
    pattern = "a*" * 40 + "b"
    assert glob.matches(pattern, "a" * 300) is False
    assert _connection().execute(
        f"SELECT {glob.to_sql(pattern, 'v')} FROM (SELECT ? AS v)", ["a" * 300]
    ).fetchone() == (False,)


def test_a_hostile_pattern_stays_a_pattern():
    sql = glob.to_sql("x' OR '1'='1", "v")
    assert _connection().execute(f"SELECT {sql} FROM (SELECT 'y' AS v)").fetchone() == (False,)
    assert re.fullmatch(r"v = '.*'", sql)


_CONNECTIONS: list = []


def _connection():
    if not _CONNECTIONS:
        _CONNECTIONS.append(duckdb.connect(":memory:"))
    return _CONNECTIONS[0]
