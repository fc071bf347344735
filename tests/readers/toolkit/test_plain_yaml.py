"""Whatever the fast parser of YAML accepts, it reads exactly as the complete one does."""

import random
from pathlib import Path
from typing import Any

import pytest

from checker.readers.toolkit.documents import located_yaml, plain_yaml
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList

SAMPLES = Path(__file__).parents[1] / "samples"
PLAIN = """
- name: Zones   # comment
  "hosts": 'it''s'
  wwpn: 10:00:00:00:c9:aa:00:01
  empty:
  list:
  - a
  -
  - - nested
    - {name: esx01, pwwn: "10:00:00:00:c9:aa:00:01", ports: [1, 2], none: []}
  over_lines: {a: [1,   # comment
    2], b: {},
    c: "x"
    }
  inside:
      deeper: -1

-   last: a#b
---
key: value
"""
LINES = r"""
a|b: 1|key:|- key:|-|- a|- - b|- k: v|- # c|# c||---|--- a|...|'q'|k: 'v'|k: 'v' # c|k: 'a' b|'k': v|"k": v|k: "a\n"|k : v|k:v
k: [a, b]|k: [a,b,]|k: [a: b]|k: [a, b] c|k: [a|k: [[a], {b: c}] # c|k: {a: 1}#c|k: {a, b}|k: {a: }|k: {a:1}|k: {'a':1}|k: [-, a]|k: [10:00]
k: - 1|k: -1|k: a: b|k: a:|k: a #b|k: a#b|k: ~|k: >|k: !t x|k: &a x|k: *a|k: @x|k: {{ x }}|? x|<<: x|k: a, [b] {c}|k: [a,|b]|b,|k: {a: b,|c: d}|}|]|- [|a: 1,|, b]|]]|k: [a, # c|é: ü|12: x|- {a: b}|- 'x'
k: &a [1, {b: 2}]|k: &b|- &a|- &a x|k: *a|k: *b|- *a|- *b # c|<<: *a|<<: [*a, *b]|[*a,*b]|k: {a: *a, b: &b x}|k: &a {}|&a|&a x: 1|*a : 1|k: !t|k: !t x|k: !t [a]|- !t|!t x|k: &a !t x|k: [&a]|k: &c *a
k: >|k: >-|- >|- >+|k: >2|k: >-2|k: > # c|k: > c|  two|   three|text|"quoted|k: "quoted|k: 'quoted|it''s|end"|end'|end" # c|end" c|k: "a\|k: "a\ |\  b"|k: "\x41\u00e9\\"|k: "\q"
[a, b]|{a: b}|{a: b,|k: {"a": 1}|k: {"a":1}|k: {a: "x\ty"}|...|... # c|--- # c|%YAML 1.2|a::b: c|a::b|a: b::c|a:: b|it's: x|a[0]: x|a, b: c|k:    |k: a	b|# 	|text # c|- text|- a: b: c|k: http://x|k: [http://x/y]|k: ? a|'a' : b
""".replace("\n", "|").split("|")
LINES += ["k: |", "- |-", "k: |+", "k: |+ # c", "k: |1", "", "", "   "]


def located(value: Any) -> Any:
    """The value with all its lines, in a form that compares types as well."""
    if isinstance(value, LocatedDict):
        return value.line, [(key, value.key_lines[key], located(inner)) for key, inner in value.items()]
    if isinstance(value, LocatedList):
        return value.line, value.item_lines, [located(item) for item in value]
    return type(value).__name__, value


def read(text: str, monkeypatch: pytest.MonkeyPatch, *, plain: bool) -> list[Any]:
    """All documents of a text and the problem after them, by one of the parsers alone."""
    found: list[Any] = []
    with monkeypatch.context() as only:
        if plain:
            only.setattr(located_yaml, "_complete", lambda *_: pytest.fail("the complete parser was used"))
        else:
            only.setattr(plain_yaml, "events", lambda text: located_yaml._events(text, 1))
        try:
            found.extend(map(located, located_yaml.parse_all(text)))
        except located_yaml.YamlProblem as problem:
            found.append((problem.line, str(problem)))
    return found


def is_plain(text: str) -> bool:
    try:
        list(plain_yaml.events(text))
    except plain_yaml.NotPlainError:
        return False
    return True


@pytest.mark.parametrize("text", [PLAIN, *(path.read_text() for path in sorted(SAMPLES.glob("ansible-*.yaml")))])
def test_playbooks_need_no_complete_parser(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_plain(text)
    assert read(text, monkeypatch, plain=True) == read(text, monkeypatch, plain=False)


def test_random_lines_are_read_as_by_the_complete_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    accepted = 0
    for _ in range(6000):
        column, lines = 0, []
        for _ in range(chance.randint(1, 6)):
            column = max(0, chance.choice([0, column, column, column + 2, column - 2]))
            lines.append(" " * column + chance.choice(LINES))
            column += 2 * (lines[-1].endswith(":") and chance.random() < 0.7)
        text = "\n".join(lines)
        if is_plain(text):
            accepted += 1
            assert read(text, monkeypatch, plain=True) == read(text, monkeypatch, plain=False), text
    assert accepted > 300


@pytest.mark.parametrize(
    "text",
    [
        "a:\tb",
        "a: \u2028",
        "? a\n: b",
        "%YAML 1.2\n---\na: b",
    ],
)
def test_other_yaml_goes_to_the_complete_parser(text: str) -> None:
    assert not is_plain(text)


def test_documents_before_one_that_is_not_plain_are_read_once() -> None:
    assert list(located_yaml.parse_all("a: 1\n---\nb: 2\n---\nc: &x 3\n---\nd: 4")) == [
        {"a": 1},
        {"b": 2},
        {"c": 3},
        {"d": 4},
    ]


@pytest.mark.parametrize("text", ["- a: 1\nwords: of no format\n- b: 2", "a: 1\n- b"])
def test_a_document_that_becomes_invalid_has_no_value(text: str) -> None:
    found: list[Any] = []
    with pytest.raises(located_yaml.YamlProblem):
        found.extend(located_yaml.parse_all(text))
    assert not found


@pytest.mark.parametrize(
    "line", ["k: [a, b,]", "k: [a, {b: c,},]", 'k: {"a":1,"b":[2]}', "k: {'a':b, c: d}", "k: [it's, a#b, c'd]", "k: {a: it's #b\n  }"]
)  # fmt: skip
def test_flow_collections_of_programs_and_people_are_plain(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inventories of megabytes are written like this; the complete parser would read only 64 KiB of them."""
    assert read(f"{line}\n", monkeypatch, plain=True) == read(f"{line}\n", monkeypatch, plain=False)
