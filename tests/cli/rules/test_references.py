"""``sanlint rules list --reference``, and references in reports."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]


def test_rules_are_listed_by_document_and_by_section(sanlint: Run) -> None:
    whole = json.loads(sanlint("rules", "list", "--reference", "disa-san-stig", "--format", "json").out)
    assert [one["id"] for one in whole] == ["ZON006"]
    assert "disa-san-stig#v-6605" in whole[0]["references"]
    section = sanlint("rules", "list", "--reference", "DISA-SAN-STIG#V-6605", "--format", "json")
    assert json.loads(section.out) == whole


def test_part_of_the_id_of_a_document_is_not_the_document(sanlint: Run) -> None:
    done = sanlint("rules", "list", "--reference", "disa-san")
    assert done.code == 2
    assert "did you mean 'disa-san-stig'?" in done.err
