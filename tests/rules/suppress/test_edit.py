"""Adding a suppression to a configuration: one entry more, every other byte as it was."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from checker.errors import ConfigError
from checker.rules.suppress.edit import NEW_FILE, Entry, with_suppression, with_toml_suppression
from tests.thorough import examples

ENTRY = Entry("it is agreed", "PTH001", {"host": "lab*"}, expires="2027-01-31")
LINES = [
    "- rule: PTH001",
    '  objects: {host: "lab*"}',
    "  reason: it is agreed",
    "  expires: 2027-01-31",
]


def added(indent: str = "  ") -> str:
    return "".join(f"{indent}{line}\n" for line in LINES)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("", f"{NEW_FILE}suppressions:\n{added()}", 3),
        ("# only a remark\n", f"# only a remark\nsuppressions:\n{added()}", 3),
        ("fail_on: info  # why\n\n\n", f"fail_on: info  # why\n\nsuppressions:\n{added()}", 4),
        ("fail_on: info", f"fail_on: info\n\nsuppressions:\n{added()}", 4),
        (
            "suppressions:\n- finding: '0123456789abcdef'\n  reason: old  # remark\n",
            f"suppressions:\n- finding: '0123456789abcdef'\n  reason: old  # remark\n{added('')}",
            4,
        ),
        (
            "suppressions:\n    # first\n    - {rule: A, reason: old}\n    # last\n\n# on severities\nfail_on: info",
            f"suppressions:\n    # first\n    - {{rule: A, reason: old}}\n{added('    ')}    # last\n\n# on severities\nfail_on: info",
            4,
        ),
        (
            "suppressions:\n  - rule: A\n    reason: >\n      a long\n      text\nfail_on: info\n",
            f"suppressions:\n  - rule: A\n    reason: >\n      a long\n      text\n{added()}fail_on: info\n",
            6,
        ),
        (
            "suppressions:\n  - rule: A\n    reason: no end of line",
            f"suppressions:\n  - rule: A\n    reason: no end of line\n{added()}",
            4,
        ),
    ],
)
def test_the_entry_comes_at_the_end_of_the_list(before: str, after: str, line: int) -> None:
    assert with_suppression(before, ENTRY, "sanlint.yaml") == (after, line)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("suppressions: []\n", "sanlint.yaml:1:1: write this list with one entry per line"),
        ("suppressions: [{rule: A, reason: b}]\n", "sanlint.yaml:1:1: write this list with one entry per line"),
        ("{fail_on: info}\n", "write this list with one entry per line"),
        ("- a\n", "a configuration must be a mapping"),
        ("fail_on: info\n...\n", "sanlint.yaml"),
        ("fail_on: [\n", "sanlint.yaml:2:1"),
    ],
)
def test_what_can_not_be_added_to_is_left_alone(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said.replace("[", r"\[")):
        with_suppression(text, ENTRY, "sanlint.yaml")


@settings(max_examples=examples(60))
@given(st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=12))
def test_any_text_comes_back_as_it_was(reason: str, name: str) -> None:
    if any("\ud800" <= char <= "\udfff" for char in reason + name):
        return
    entry = Entry(reason, "PTH001", {"host": name})
    text, _line = with_suppression("fail_on: info\n", entry, "sanlint.yaml")
    assert YAML(typ="safe", pure=True).load(text)["suppressions"] == [dict(entry.parts())]
    toml, _line = with_toml_suppression("", entry, "pyproject.toml")
    assert tomllib.loads(toml)["tool"]["sanlint"]["suppressions"] == [dict(entry.parts())]


def test_in_toml_it_is_a_table_at_the_end() -> None:
    before = '[project]\nname = "x"\n\n[tool.sanlint]\nselect = ["PTH"]  # why\n\n[[tool.sanlint.suppressions]]\nrule = "A"\nreason = "old"\n'
    after, line = with_toml_suppression(before, ENTRY, "pyproject.toml")
    assert (after.startswith(before), line) == (True, 11)
    assert after[len(before) :] == (
        '\n[[tool.sanlint.suppressions]]\nrule = "PTH001"\nobjects = {"host" = "lab*"}\nreason = "it is agreed"\n'
        'expires = "2027-01-31"\n'
    )
    with pytest.raises(ConfigError, match=r"pyproject\.toml:2:1: write suppressions as"):
        with_toml_suppression('[tool.sanlint]\nsuppressions = [{rule = "A", reason = "b"}]\n', ENTRY, "pyproject.toml")
