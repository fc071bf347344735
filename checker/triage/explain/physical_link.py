"""TRI002: a link damages frames. Frames that arrive damaged from further away say nothing about this link."""

from __future__ import annotations

from collections.abc import Iterator

from checker.triage.case import Case
from checker.triage.measured.counters import Port
from checker.triage.model import Evidence, Explanation, Need
from checker.triage.parameters import threshold


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each port on the way of the slow flows with new damaged frames."""
    for port in case.ports.values():
        evidence = _evidence(port)
        if evidence is None:
            continue
        component, fit = case.component_of(port)
        if fit <= 0:
            continue
        unknown = Evidence("whether the frames were damaged on this link is unknown: no counter of good ends")
        against = () if evidence.decisive else (unknown,)
        yield Explanation(
            "TRI002", "physical link fault", case.fabric_share, fit, (component,), (("switch_port", port.key),), (evidence,), against,
            confirm=(
                case.platforms.need("optics", port.switch, f"received power of port {port.port}"),
                Need("clean or replace cable and optics, clear the counters, take them again after 10 minutes", "", port.switch, "no new errors"),
            ),
            effect="aborts and repeated I/Os end",
            recall=case.recall(component),
        )  # fmt: skip


def _evidence(port: Port) -> Evidence | None:
    for counter, decisive in (("crc_good_eof", True), ("crc_err", False)):
        rate = port.per_minute(counter)
        if counter == "crc_err" and "crc_good_eof" in port.rises:
            return None
        if rate is not None and rate > threshold("crc_per_min"):
            text = (
                f"port {port.port} of {port.switch} received {port.rise(counter)} damaged frames, {rate:.0f} per minute"
            )
            return Evidence(text, rate, "1/min", threshold("crc_per_min"), decisive, locations=port.at(counter))
    return None
