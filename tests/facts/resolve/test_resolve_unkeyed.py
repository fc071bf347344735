"""A row that nothing identifies is kept as a bad value, whatever its columns are called."""

from __future__ import annotations

from checker.facts.kinds import kinds
from checker.facts.observations import Observations, Writer
from checker.facts.resolve.resolve import report_unkeyed
from tests.support import store_of


def test_an_alias_without_a_member_is_kept_as_a_bad_value() -> None:
    # The table of exports has a column ``member`` as well.
    store = store_of(
        {"san.yaml": "sanlint: 1\nobserved: true\nfabrics:\n  f:\n    switches:\n      s1: {vendor: brocade}\n"}
    )
    found = Observations()
    Writer(found, 0, "s1").add("alias", 7, switch="s1", vsan="", alias="a1")
    store.load(found)
    report_unkeyed(store, kinds()["alias"])
    assert store.rows("SELECT about_kind, value, place FROM obs_bad_value") == [
        ("alias", "switch=s1, vsan=, alias=a1", "san.yaml:7")
    ]
