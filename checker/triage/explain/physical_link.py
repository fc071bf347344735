"""TRI002: a link damages frames. Frames that arrive damaged from further away say nothing about this link.

They arrive from further away only over switches that forward damaged frames. Cisco's discard them where they arrive (IBM
support, "How to find source of CRCs in Cisco SAN"), and a device sends its own frames only. Elsewhere the end of the frame
shows it: a switch that forwards a damaged frame marks it there.
"""

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
        aborts = case.aborts_over((component,))
        unknown = Evidence("whether the frames were damaged on this link is unknown: no counter of good ends")
        fabric = case.fabric_measured
        against = (*(() if evidence.decisive else (unknown,)), *fabric.against)
        yield Explanation(
            "TRI002", "physical link fault", max(fabric.share, aborts.share if aborts else 0.0), fit, (component,),
            (("switch_port", port.key),), (evidence, aborts.evidence) if aborts else (evidence,), against, outage=aborts is not None,
            confirm=(
                case.platforms.need("optics", port.switch, f"received power of port {port.port}", port.port),
                Need("clean or replace cable and optics, clear the counters, take them again after 10 minutes", "", port.switch, "no new errors"),
            ),
            effect="aborts and repeated I/Os end",
            recall=case.recall(component),
            placed=fabric.placed,
        )  # fmt: skip


def _evidence(port: Port) -> Evidence | None:
    counter = "crc_good_eof" if "crc_good_eof" in port.rises else "crc_err"
    rate = port.per_minute(counter)
    if rate is None or rate <= threshold("crc_per_min"):
        return None
    own = counter == "crc_good_eof" or _damaged_here(port)
    text = f"port {port.port} of {port.switch} received {port.rise(counter):,} damaged frames, {rate:,.0f} per minute"
    return Evidence(text, rate, "1/min", threshold("crc_per_min"), own, locations=port.at(counter))


def _damaged_here(port: Port) -> bool:
    """Return whether frames that arrive damaged can only have been damaged on this link."""
    if port.isl:
        return port.vendor == "cisco"
    # Behind several logins may be a switch that passes frames on.
    return port.isl is False and len(port.wwpns) == 1
