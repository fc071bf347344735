"""Samples of counters that claim the same time but differ: their times do not distinguish them, so they are unknown.

A command that ran twice in one capture has the time of the capture twice. Kept with that time, one sample would replace
the other, and a rising counter would look like a single old value.
"""

from __future__ import annotations

from checker.facts.kinds import kinds
from checker.facts.store.store import Store

SAMPLED_KINDS = ("counter_sample", "initiator_counter")
"""Kinds of counters: a second sample of a command adds to the first."""


def separate_samples(store: Store) -> None:
    """Remove the time of samples of one counter that have the same time and different values."""
    for name in SAMPLED_KINDS:
        stated = store.stated.get(name, set())
        key = kinds()[name].keys[0]
        if not {*key, "value"} <= stated:
            continue
        rounded = "coalesce(rounded, FALSE)" if "rounded" in stated else "FALSE"
        columns = ", ".join(key)
        same = " AND ".join(f"o.{column} = d.{column}" for column in key)
        # A rounded value may be of the same moment as an exact one.
        store.execute(
            f"UPDATE obs_{name} AS o SET captured_at = NULL FROM (SELECT DISTINCT {columns} FROM ("
            f"SELECT {columns}, {rounded} FROM obs_{name} GROUP BY ALL HAVING count(DISTINCT value) > 1)) AS d WHERE {same}"
        )
