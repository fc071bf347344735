"""Names of facts, and why one did not suffice, as people write them."""

from __future__ import annotations

from checker.report.text.words import clean
from checker.rules.evaluate.finding import MissingFact
from checker.rules.language.column_names import PLAIN, key_name


def fact_name(fact: str) -> str:
    """Return a fact such as ``sfp.rx_power_uw`` as people write it: ``SFP RX power (\u00b5W)``."""
    kind, _, column = fact.rpartition(".")
    if kind.startswith("rows of "):
        return f"{key_name(column)} (calculated by {clean(kind.removeprefix('rows of '))})"
    if column == kind or column.startswith(f"{kind}_"):
        return key_name(column)
    if column in PLAIN:
        return f"{key_name(kind)} {PLAIN[column]}"
    before, after = kind.split("_"), column.split("_")
    # ``power_supply.supply_type`` is the type of a power supply.
    shared = next((n for n in range(len(before), 0, -1) if before[-n:] == after[:n]), 0)
    return key_name("_".join((*before, *after[shared:]))).strip()


def gap_text(missing: MissingFact) -> str:
    """Return why a fact did not suffice: no export states it, or nothing follows from what is stated."""
    name = fact_name(missing.fact)
    return f"{name}: known, but not conclusive" if missing.known else f"no data on {name}"
