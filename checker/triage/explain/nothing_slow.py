"""TRI015: not storage, or nothing is slow; and why that is not known where no flow is slow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from checker.facts.store.store import Store
from checker.rules.language.suggest import printable
from checker.triage.flows import Flows
from checker.triage.measured.directors import directors_in
from checker.triage.measured.guards import unread_samples, unseen
from checker.triage.measured.tables import FailedKey
from checker.triage.model import Evidence, Explanation, Flow, Guard, Need, Triage, Window
from checker.triage.parameters import threshold
from checker.triage.references import alike_quiet

_FEW = 3
_MOST_NAMED = 4


def _expected_reason(flows: Flows, *, every: bool) -> str:
    """Return that nothing is slow, or of which hosts something else is."""
    if every:
        return "nothing is slow"
    others = sorted({flow.host for flow in flows.all if flow.state == "slow"})
    shown = ", ".join(map(printable, others[:_MOST_NAMED])) + (" …" if len(others) > _MOST_NAMED else "")
    return "nothing that the complaint is about is slow" + (f"; what is slow is on {shown}" if others else "")


def _state_unmeasured(store: Store, found: Triage, measured: Set[str]) -> None:
    """Say which hosts have paths, but their latency in no export."""
    rows = store.rows("SELECT DISTINCT host FROM path_place WHERE host IS NOT NULL AND live ORDER BY ALL")
    hosts = [host for (host,) in rows if host not in measured]
    if hosts:
        shown = ", ".join(map(printable, hosts[:_MOST_NAMED])) + (" …" if len(hosts) > _MOST_NAMED else "")
        text = f"hosts not judged, because no export has their latencies: {shown}"
        found.guards.append(Guard("unmeasured", passed=False, text=text, about=tuple(("host", host) for host in hosts)))


def judge_without_slow(store: Store, found: Triage, flows: Flows, few: int, aborts: Mapping[FailedKey, float]) -> None:
    """Set the verdict where no volume of the focus is slow: as expected only if all of them are known to be as fast as they can be.

    Args:
        store: with the tables of triage.
        found: gets verdict, reason, needs and the explanation.
        flows: the flows, of which none in the focus is slow.
        few: slow samples with too few I/Os to count.
        aborts: aborted commands.
    """
    assert found.window is not None
    whole = found.window.source == "whole"
    used = [flow for flow in flows.volumes if flow.focus and flow.state != "unused"]
    hosts = {flow.host for flow in flows.all if flow.focus}
    failed = [
        (host, volume, count)
        for (kind, host, volume), count in aborts.items()
        if kind == "device" and host in hosts and count >= 1
    ]
    absent = found.ticket.absent if found.ticket is not None else []
    wan = _round_trips(store, found.window, used)
    every = all(flow.focus for flow in flows.all)
    blind = [host for host in unseen(found.guards, {flow.host for flow in flows.all}) if every or host in hosts]
    unread = {host: count for host, count in unread_samples(store).items() if every or host in hosts}
    rare = [flow for flow in flows.volumes if flow.focus and flow.state == "unused" and _slower(flow)]
    if (
        used
        and few < _FEW
        and not (failed or blind or unread or rare or absent)
        and all(_as_expected(flow, whole, wan) for flow in used)
    ):
        found.verdict, found.reason = "as_expected", _expected_reason(flows, every=every)
        if every:
            _state_unmeasured(store, found, {flow.host for flow in flows.all})
        worst = max(used, key=lambda flow: (flow.window.ms, flow.key))
        whose = "all volumes" if every else "all volumes that the complaint is about"
        text = f"reads and writes of {whose} take no longer than in a good time or than is typical; the slowest take {worst.window.ms:.2f} ms"
        one = Explanation(
            "TRI015", "not storage, or nothing is slow", 1.0, 1.0, found_for=(Evidence(text, worst.window.ms, "ms"),),
            confirm=(Need("iostat -xt 5, CPU ready, locks in the guest", "", "", "what the application waits for"),),
            effect="none", role="candidate", score=0.5,
        )  # fmt: skip
        found.explanations.append(one)
        return
    found.verdict = "undecided"
    if failed:
        most = sorted(failed, key=lambda one: (-one[2], one))[:_MOST_NAMED]
        shown = ", ".join(f"{host} {volume} {count:,.0f}" for host, volume, count in most)
        found.reason = f"no volume is slow on average, but commands were aborted or reset ({shown}): means do not show what these waited for"
    elif not used:
        found.reason = "all volumes of the focus have too few I/Os"
    elif absent:
        shown = ", ".join(map(printable, absent[:_MOST_NAMED])) + (" …" if len(absent) > _MOST_NAMED else "")
        found.reason = f"nothing that these exports have is slow, but no export has the latency of {shown}"
    elif blind:
        shown = ", ".join(blind[:_MOST_NAMED]) + (" …" if len(blind) > _MOST_NAMED else "")
        found.reason = f"no volume that can be judged is slow, and not all volumes of {shown} can be judged"
    elif unread:
        shown = ", ".join(f"{printable(host)} ({count:,})" for host, count in list(unread.items())[:_MOST_NAMED])
        found.reason = f"nothing that was read is slow, but lines with samples of these hosts are not read: {shown}"
    elif rare:
        worst = max(rare, key=lambda flow: (flow.window.ms, flow.key))
        found.reason = (
            f"slow are only volumes with too few I/Os to judge by a mean, such as {worst.host} with {worst.window.ms:.1f} ms at "
            f"{worst.window.iops:.0f} I/Os per second; look for aborts and timeouts"
        )
    elif few >= _FEW:
        found.reason = f"{few} samples are slow but have too few I/Os to judge by a mean; look for aborts and timeouts"
    elif any(flow.reference_ms is None for flow in used):
        found.reason = "nothing to compare with: no time without the problem, and too few volumes on the same array"
        why = "a time when it was good, in the same capture: it is the reference"
        found.needs.append(Need("the same export from before the problem until after it", "", "", why))
    elif all(flow.state == "fast" for flow in used):
        found.reason = "no volume is slower than the others or than at other times, but all may be slow: --baseline compares with a good time"
        why = "exports of a time when it was good, for --baseline"
        found.needs.append(Need("the same exports", "", "", why))
    elif _by_size(used):
        others = "; --since and --until select the other slow times" if found.window.others else ""
        found.reason = f"the volumes that take longer do I/Os of more than twice their usual size, and larger I/O takes longer{others}"
        why = "exports of a good time with I/Os of this size, for --baseline"
        found.needs.append(Need("the same exports", "", "", why))
    else:
        found.reason = "no volume is clearly slow or fast; --baseline compares with a good time"
        why = "exports of a time when it was good, for --baseline"
        found.needs.append(Need("the same exports", "", "", why))


def _by_size(used: Sequence[Flow]) -> bool:
    """Return whether all volumes that take no side do larger I/Os than in the time that they are compared with."""
    unclear = [flow for flow in used if flow.state == "unclear"]
    return bool(unclear) and all(flow.quiet is not None and not alike_quiet(flow) for flow in unclear)


def _slower(flow: Flow) -> bool:
    """Return whether a flow takes far longer than its reference, whatever it is worth."""
    reference = flow.reference_ms
    return (
        reference is not None
        and flow.window.ms >= threshold("slow_ratio") * reference
        and flow.window.ms - reference >= threshold("slow_ms")
    )


def _round_trips(store: Store, window: Window, flows: Sequence[Flow]) -> Mapping[str, float]:
    """Return the measured round trip of each VPLEX that has distributed volumes, as far as it is typical."""
    if not any(flow.distributed for flow in flows):
        return {}
    found = directors_in(store, [window.span]).values()
    return {
        one.system: min(threshold("budget_s6_ms"), one.wan_ms)
        for one in sorted(found, key=lambda one: one.wan_ms or 0.0)
        if one.wan_ms is not None
    }


def _as_expected(flow: Flow, whole: bool, wan: Mapping[str, float]) -> bool:
    """Return whether a flow is as fast as in a good time or as is typical.

    Other volumes, and other times of the same capture, may all be slow, so they prove nothing alone. Where nothing stands
    out in the ``whole`` capture, a flow that takes longer than others, but not longer than is typical, is as expected, too.
    """
    if flow.state == "fast" and flow.from_baseline:
        return True
    if flow.state != "fast" and (flow.from_baseline or not whole):
        return False
    far = wan.get(flow.system or "", 0.0) if flow.distributed and flow.operation != "read" else 0.0
    return flow.window.ms <= _typical_ms(flow) + far


def _typical_ms(flow: Flow) -> float:
    """Return what a flow typically takes at most on its own site, by the budgets of its segments."""
    names = ("s1", "s2", "s3", "s4", "s5") if flow.virtualised else ("s1", "s2", "s5")
    return sum(threshold(f"budget_{name}_ms") for name in names)
