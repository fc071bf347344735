"""Damaged rule files: a rule or a RuleError with the file's name, never anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.errors import RuleError
from checker.rules.book.rule_file import load_rule
from checker.rules.language import expression, yaml_source
from tests.rules.book.rule_samples import CROWDED_ARRAY, FEW_PATHS, sample_vocabulary
from tests.thorough import examples


@pytest.fixture(scope="module")
def connection():
    opened = expression.scratch(sample_vocabulary().views)
    yield opened
    opened.close()


@settings(max_examples=examples(300))
@given(st.text(st.sampled_from("ab:-[]{},'\"|>&*!?#%@ \n\t0.1") | st.characters(), max_size=60))
def test_any_text_is_yaml_or_a_rule_error(text):
    try:
        source = yaml_source.parse(text, "x.yaml")
    except RuleError as error:
        assert str(error).startswith("x.yaml")
        return
    assert () in source.places


@settings(max_examples=examples(250), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sample=st.sampled_from([FEW_PATHS, CROWDED_ARRAY]),
    edits=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 12), st.text(st.sampled_from("{}[]|'\"$:,()\n -ax0&*#"), max_size=4)),
        min_size=1,
        max_size=4,
    ),
)
def test_a_damaged_rule_is_valid_or_reported(sample, edits, connection, tmp_path):
    text = sample
    for share, cut, new in edits:
        at = int(share * len(text))
        text = text[:at] + new + text[at + cut :]
    rule_id = text[4:10] if text.startswith("id: ") else "TST001"
    path = Path(tmp_path) / ("TST001-few-paths.yaml" if rule_id == "TST001" else "TST003-crowded-array.yaml")
    path.write_text(text, encoding="utf-8")
    try:
        found = load_rule(path, sample_vocabulary(), connection)
    except RuleError as error:
        assert path.name in str(error)
        assert "Traceback" not in str(error)
        assert "\n" not in str(error)
    else:
        assert found.rule.id == path.name[:6]
