"""TRI003: a device does not take frames fast enough, and everything that shares the way to it waits."""

from __future__ import annotations

from collections.abc import Iterator

from checker.triage.case import Case
from checker.triage.measured.counters import TIMEOUTS, Port
from checker.triage.model import Common, Evidence, Explanation, Need
from checker.triage.parameters import threshold

_RECOVERIES = ("credit_loss",)
_UNKNOWN = Evidence("no export shows whose frames go to the device, so they may not come over that ISL")


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each device port without credit, or with frames that timed out."""
    for port in case.ports.values():
        if port.isl is not False:
            continue
        starved, timeouts = _starved(port), port.rise(*TIMEOUTS)
        recoveries, losses = port.rise(*_RECOVERIES) + port.times("credit loss"), port.times("frame loss")
        if starved is None and not (timeouts or recoveries or losses or port.times("latency")):
            continue
        known = case.pressure.knows(port.wwpns)
        way = case.pressure.way_to(port.wwpns) if known else case.pressure.only_way(port.switch)
        fit = case.pressure.fit(case.flows, way)
        if fit is None:
            continue
        aborts = case.aborts_over(way)
        found = Explanation(
            "TRI003", "slow-drain device", max(case.fabric.share, aborts.share if aborts else 0.0), case.capped(fit.fit), (("switch_port", port.key),),
            tuple((case.kinds.get(wwpn, "initiator"), wwpn) for wwpn in port.wwpns), outage=timeouts + recoveries + losses > 0 or aborts is not None, recall=fit.recall, placed=case.fabric.placed,
            confirm=(
                case.platforms.need("counters", port.switch, f"port {port.port} is still without credit at low use", port.port),
                Need("load, queue depth, driver and speed of the device on it", "", "", "why it does not take frames"),
            ),
            effect="I/O that waits for it is as fast as before",
        )  # fmt: skip
        use = port.use("tx")
        if use is not None and use[1] and use[0] > threshold("busy_port"):
            found.excluded_by = Evidence(
                f"port {port.port} of {port.switch} sends at {use[0]:.0%} of its rate: a full link waits for credit, too",
                use[0],
                "ratio",
            )
            yield found
            continue
        found.found_for = (*_evidence(port, starved, timeouts, fit), *([aborts.evidence] if aborts else ()))
        found.against = (*_against(fit), *case.fabric.against)
        proven = timeouts or recoveries or losses or case.fabric_measured.placed
        if not proven and (untouched := _untouched(case, port)) is not None:
            # Nothing measures that hosts wait in the fabric, no frame was lost, and what waits for credit there is not slow.
            found.placed, found.against = False, (*found.against, untouched)
        if not known:
            found.placed, found.against = False, (*found.against, _UNKNOWN)
            why = f"shows whose frames go to port {port.port}"
            found.confirm = (*found.confirm, case.platforms.need("zoning", port.switch, why))
        yield found


def _untouched(case: Case, port: Port) -> Evidence | None:
    """Return the evidence that the reads of the host at a port, whose frames wait for its credit, are as fast as usual."""
    hosts = {host for _, host in case.hosts_of(port)}
    states = {flow.state for flow in case.flows.volumes if flow.host in hosts and flow.operation != "write"}
    if states & {"slow", "unclear"} or "fast" not in states:
        return None
    return Evidence(
        f"no frame timed out, and the reads of {' and '.join(sorted(hosts))} behind it are as fast as usual"
    )


def _starved(port: Port) -> tuple[float, float] | None:
    """Return share and seconds without credit if that is long enough to do harm."""
    found = port.no_credit()
    if found is None or found[0] < threshold("starved") or found[1] < threshold("starved_seconds"):
        return None
    return found


def _evidence(port: Port, starved: tuple[float, float] | None, timeouts: int, fit: Common) -> Iterator[Evidence]:
    use = port.use("tx")
    if starved is not None:
        idle = use is not None and use[0] < threshold("idle_port")
        at = f" at {'' if use[1] else 'at most '}{use[0]:.0%} use" if use is not None else ""
        text = f"port {port.port} of {port.switch} had no credit for {starved[0]:.0%} of {starved[1]:,.0f} s{at}"
        where = port.at("credit_zero", "txwait_2_5us", "no credit")
        yield Evidence(text, starved[0], "ratio", threshold("starved"), decisive=idle, locations=where)
    if timeouts:
        text = f"{timeouts:,} frames to the device timed out"
        yield Evidence(text, float(timeouts), "count", 0.0, decisive=True, locations=port.at(*TIMEOUTS))
    if losses := port.times("frame loss"):
        text = f"port {port.port} of {port.switch} lost frames to the device or held them for too long, as the switch reports {losses} times"
        yield Evidence(text, float(losses), "count", 0.0, decisive=True, locations=port.at("frame loss"))
    if impacts := port.times("latency"):
        idle = use is not None and use[0] < threshold("idle_port")
        text = f"port {port.port} of {port.switch} slows down others, as the switch reports {impacts} times"
        yield Evidence(text, float(impacts), "count", 0.0, decisive=idle, locations=port.at("latency"))
    if recoveries := port.rise(*_RECOVERIES) + port.times("credit loss"):
        text = f"the switch reset the link {recoveries} times because the device returned no credit"
        yield Evidence(
            text, float(recoveries), "count", 0.0, decisive=True, locations=port.at(*_RECOVERIES, "credit loss")
        )
    fast = (
        "no fast volume or port uses"
        if not fit.fast
        else "1 fast volume or port uses"
        if fit.fast == 1
        else f"{fit.fast} fast volumes or ports use"
    )
    yield Evidence(
        f"{fit.recall:.0%} of the waiting time is on the way to it; {fast} that way{', too' if fit.fast else ''}",
        fit.recall,
        "ratio",
        independent=False,
    )


def _against(fit: Common) -> tuple[Evidence, ...]:
    if fit.slow > 1:
        return ()
    return (Evidence("no other volume or port on the way to it is slow", float(fit.slow), "count"),)
