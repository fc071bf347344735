"""The pages about configuration and suppressions: their examples are right, and no key is missing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from checker.readers.sanlint.ignores import find_ignores
from checker.resources import schema
from checker.rules.book.book import built_in_book
from checker.rules.config.config import KEYS, check_rules, load_config
from checker.views.catalog import views
from tests import folders

DOCS = folders.ROOT / "docs" / "guide"
BLOCK = re.compile(r"(?ms)^```yaml\n(.*?)^```")
EXAMPLES = [
    (page, text)
    for page in ("configuration.md", "suppressions.md")
    for text in BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("page", "text"), [one for one in EXAMPLES if not one[1].startswith("sanlint:")])
def test_configuration_examples_match_the_existing_rules(page: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "sanlint.yaml").write_text(text)
    (tmp_path / "rules").mkdir()
    config = load_config(folder=tmp_path)
    check_rules(config, built_in_book().rules, {key for view in views().values() for key in view.grain})
    assert config.suppressions
    if page == "configuration.md":
        assert {key.split(".")[0] for key in config.places} == set(KEYS)


def test_examples_of_comments_are_read() -> None:
    [text] = [text for _page, text in EXAMPLES if text.startswith("sanlint:")]
    found = find_ignores(text)
    assert [(one.rules, one.expires, one.problem) for one in found] == [
        (("PTH001", "PTH004"), "2027-01-31", ""), (("HOST022",), None, ""),
    ]  # fmt: skip
    assert found[0].objects == ({"host": "lab01"},)
    assert {"wwpn": "10000000c9000001"} in found[1].objects


def test_every_key_is_explained_in_the_schema() -> None:
    document = json.loads(schema("config").read_text(encoding="utf-8"))
    assert [
        key for key, value in document["properties"].items() if "description" not in value and "$ref" not in value
    ] == []
