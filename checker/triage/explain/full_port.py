"""TRI004: a port is full, because more is asked of it than it can carry."""

from __future__ import annotations

from collections.abc import Iterator

from checker.triage.case import Case
from checker.triage.model import Evidence, Explanation, Need
from checker.triage.parameters import threshold


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each port on the way of the slow flows that is full in a direction."""
    for port in case.ports.values():
        uses = {way: use for way in ("tx", "rx") if (use := port.use(way)) is not None and use[1]}
        full = {way: use[0] for way, use in uses.items() if use[0] >= threshold("busy_port")}
        if not full:
            continue
        component, fit = case.component_of(port)
        if fit <= 0:
            continue
        way = max(full, key=lambda one: full[one])
        text = f"port {port.port} of {port.switch} uses {full[way]:.0%} of its rate ({way})"
        where = port.at(f"words_{way}", f"bytes_{way}", f"throughput {way}")
        yield Explanation(
            "TRI004", "port full", case.fabric_share, fit, (component,), (("switch_port", port.key),),
            (Evidence(text, full[way], "ratio", threshold("busy_port"), decisive=True, locations=where),),
            confirm=(Need("load of the port over time, and who sends", "", port.switch, "whether it is full whenever it is slow"),),
            effect="less load on it, or more links",
            recall=case.recall(component),
        )  # fmt: skip
