"""TRI005: an ISL is the bottleneck: its whole bundle is full, or it has too few credits for its distance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from checker.triage.case import Case
from checker.triage.measured.counters import TIMEOUTS, Port
from checker.triage.model import Component, Evidence, Explanation
from checker.triage.parameters import threshold
from checker.triage.shared.together import fit_together, used_by_slow

_MICROSECONDS_PER_KM = 10.0
_BYTES_PER_MICROSECOND = 100.0
"""Payload of a link for each Gbit/s of its speed, in one direction."""


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each ISL on the way of the slow flows, by its ports at either end.

    Where the ports of the hosts are alike, no ISL is at fault alone, but those of all their ways may be.
    """
    joint: dict[Component, _Found] = {}
    for component, ends in case.ends.items():
        if component[0] != "isl":
            continue
        found = _found(case, component, ends)
        if not found.evidence:
            continue
        if case.fit(component) > 0:
            yield _explanation(case, (component,), found, case.fit(component), case.recall(component))
        elif found.excluded_by is None:
            joint[component] = found
    components = used_by_slow(case, joint)
    fit, recall = fit_together(case, components)
    if fit > 0:
        every = [joint[one] for one in components]
        yield _explanation(
            case,
            components,
            _Found(
                tuple(item for one in every for item in one.evidence),
                any(one.lost for one in every),
                all(one.waited for one in every),
            ),
            fit,
            recall,
        )


@dataclass(frozen=True)
class _Found:
    """What was found at an ISL: facts with their ports, the strongest first.

    Attributes:
        evidence: facts and the ports that they are of.
        lost: whether frames timed out there; waited: whether a fact measures that frames wait.
        excluded_by: what shows that it is not the bottleneck; against: what may be behind it.
    """

    evidence: tuple[tuple[Evidence, Sequence[Port]], ...]
    lost: bool
    waited: bool
    excluded_by: Evidence | None = None
    against: tuple[Evidence, ...] = ()


def _found(case: Case, component: Component, ends: Sequence[tuple[Sequence[Port], int]]) -> _Found:
    # The ends count the same load, so the fuller one says it; each end has its own credits.
    full = sorted(
        ((one, ports) for ports, members in ends for one in _full(ports, members)),
        key=lambda item: -(item[0].value or 0.0),
    )[:1]
    waiting = [(one, [port]) for ports, _ in ends for port in ports for one in _without_credit(case, port)]
    # Links of one ISL wait together, so they are one fact.
    starved = _starved(case, lambda port: case.pressure.uses(port.wwpns, component))
    # Of a device without paths and zones its frames may come over this ISL, or may not.
    maybe = _starved(
        case, lambda port: not case.pressure.knows(port.wwpns) and component in case.pressure.only_way(port.switch)
    )
    # A device behind it that takes no frames makes them time out here, too.
    lost = (
        []
        if not full or starved is not None
        else [(one, [port]) for ports, _ in ends for port in ports for one in _timed_out(port)]
    )
    found = [*full, *lost, *waiting[:1], *((replace(one, independent=False), ports) for one, ports in waiting[1:])]
    waited = any(one.decisive for one, _ in (*lost, *waiting))
    against = (maybe,) if maybe is not None and starved is None and not full else ()
    return _Found(tuple(found), bool(lost), waited, None if full else starved, against)


def _explanation(
    case: Case, components: tuple[Component, ...], found: _Found, fit: float, recall: float
) -> Explanation:
    shown = list(dict.fromkeys(port.key for _, ports in found.evidence for port in ports))
    first = found.evidence[0][1][0]
    # The use of a link measures no wait; frames that timed out and a port without credit do.
    fabric = case.fabric if found.waited else case.fabric_measured
    return Explanation(
        "TRI005", "ISL too small" if len(components) == 1 else "ISLs too small", fabric.share, fit, components,
        tuple(("switch_port", key) for key in shown), tuple(one for one, _ in found.evidence), recall=recall, against=(*found.against, *fabric.against), placed=fabric.placed,
        outage=found.lost, excluded_by=found.excluded_by,
        confirm=(case.platforms.need("counters", first.switch, "whether it is full, or without credit, whenever it is slow", first.port),
            case.platforms.need("credits", first.switch, "credits and distance of the port", first.port)),
        effect="more links or credits, or less traffic between these switches",
    )  # fmt: skip


def _full(ports: Sequence[Port], members: int) -> Iterator[Evidence]:
    """Yield the evidence that all links of the bundle are full in a direction; links that are not measured may be idle."""
    for way in ("tx", "rx"):
        uses = [use[0] for port in ports if (use := port.use(way)) is not None and use[1]]
        speeds = [port.speed_gbps or 0.0 for port in ports]
        if len(uses) < members or not sum(speeds):
            continue
        mean = sum(share * speed for share, speed in zip(uses, speeds, strict=True)) / sum(speeds)
        if mean >= threshold("full_isl"):
            text = f"{mean:.0%} of the rate of all links from {ports[0].switch} is used ({way})"
            where = tuple(place for port in ports for place in port.at(f"words_{way}", f"bytes_{way}"))
            yield Evidence(text, mean, "ratio", threshold("full_isl"), decisive=True, locations=where)


def _timed_out(port: Port) -> Iterator[Evidence]:
    """Yield the evidence that frames waited at a port for so long that it dropped them."""
    if timeouts := port.rise(*TIMEOUTS):
        text = f"{timeouts:,} frames timed out at port {port.port} of {port.switch}"
        yield Evidence(text, float(timeouts), "count", 0.0, decisive=True, locations=port.at(*TIMEOUTS))


def is_full(component: Component, ends: Sequence[tuple[Sequence[Port], int]]) -> bool:
    """Return whether a component is an ISL of which all links are full in a direction."""
    return component[0] == "isl" and any(True for ports, members in ends for _ in _full(ports, members))


def _without_credit(case: Case, port: Port) -> Iterator[Evidence]:
    """Yield the evidence that an E-port has too few credits for its distance: what it sends is about what they allow."""
    found, use = port.no_credit(), port.use("tx")
    if found is None or found[0] < threshold("starved") or found[1] < threshold("starved_seconds"):
        return
    where = port.at("credit_zero", "txwait_2_5us")
    text = f"port {port.port} of {port.switch} had no credit for {found[0]:.0%} of {found[1]:.0f} s"
    allowed = _allowed(case, port)
    if allowed is None or use is None or not use[1] or not port.speed_gbps:
        yield Evidence(text, found[0], "ratio", threshold("starved"), locations=where)
        return
    rate, count, km = allowed
    sent = use[0] * port.speed_gbps * _BYTES_PER_MICROSECOND
    short = rate < port.speed_gbps * _BYTES_PER_MICROSECOND and sent >= threshold("credit_rate") * rate
    more = f"; it sends {sent:.0f} MB/s, {count} credits over {km:g} km allow {rate:.0f} MB/s"
    yield Evidence(text + more, found[0], "ratio", threshold("starved"), decisive=short, locations=where)


def _allowed(case: Case, port: Port) -> tuple[float, int, float] | None:
    """Return the MB/s that the credits of a port allow, its credits and its distance; None if they are unknown."""
    rows = case.store.rows(
        "SELECT buffer_credits, distance_km FROM switch_port WHERE switch = ? AND port = ?", [port.switch, port.port]
    )
    if not rows or not rows[0][0] or rows[0][1] is None or not port.speed_gbps:
        return None
    count, km = rows[0]
    # A credit returns after the frame has been sent and has travelled both ways.
    size = port.frame_bytes("tx") or threshold("frame_bytes")
    frame = size / (port.speed_gbps * _BYTES_PER_MICROSECOND)
    return count * size / (_MICROSECONDS_PER_KM * km + frame), count, km


def _starved(case: Case, is_behind: Callable[[Port], bool]) -> Evidence | None:
    """Return the evidence that a device behind an ISL does not take frames: then the ISL is not the bottleneck."""
    for port in case.ports.values():
        found = port.no_credit()
        if port.isl is False and found is not None and found[0] >= threshold("starved_behind") and is_behind(port):
            text = f"port {port.port} of {port.switch} behind it had no credit for {found[0]:.0%} of {found[1]:.0f} s"
            return Evidence(
                text, found[0], "ratio", threshold("starved_behind"), locations=port.at("credit_zero", "txwait_2_5us")
            )
    return None
