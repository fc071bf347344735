"""Flows in the window: what each is compared with, and whether it is slow."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from checker.facts.store.store import Store
from checker.triage.follow import Capture
from checker.triage.measured.behind import Behind, Layout, behind_of, layout_of, of_both
from checker.triage.measured.guards import (
    arrays_outside,
    baseline_guards,
    hosts_outside,
    impossible,
    unidentified,
    unmatched,
    unreadable,
    untimed,
)
from checker.triage.measured.host_ports import HostPorts, compared, finest, idle_ports
from checker.triage.measured.means import Answer, Means
from checker.triage.measured.mixed import Mixed
from checker.triage.measured.tables import Key, array_means, flow_means, high_of_arrays, whole_span
from checker.triage.measured.times.dates import undated
from checker.triage.model import Flow, Guard, Window
from checker.triage.parameters import threshold
from checker.triage.references import alike_quiet, is_fast, is_slow, set_references
from checker.triage.ticket.focus import EVERYTHING

_HOUR = 3600.0
_NAMED = 4


@dataclass
class Flows:
    """Flows with what was left out.

    Attributes:
        all: every flow of hosts and ports in the window.
        alike: hosts whose ports were measured and do not differ; differ: hosts whose ports do.
        idle: adapters of each host, and paths of each of its volumes, that carry no I/O in the window.
        guards: what failed.
    """

    all: list[Flow] = field(default_factory=list)
    alike: set[str] = field(default_factory=set)
    differ: set[str] = field(default_factory=set)
    idle: Mapping[tuple[str, str], Collection[str]] = field(default_factory=dict)
    guards: list[Guard] = field(default_factory=list)

    @property
    def volumes(self) -> list[Flow]:
        """Flows of volumes."""
        return [flow for flow in self.all if flow.volume]

    @property
    def cut(self) -> list[Flow]:
        """The flows for the scope: ports instead of volumes where the ports of a host differ."""
        return [flow for flow in self.all if (flow.host in self.differ) == bool(flow.port)]

    def fast(self, like: Flow) -> list[Flow]:
        """Fast flows of volumes, or of ports and paths, as this one is."""
        return [flow for flow in self.all if flow.state == "fast" and bool(flow.volume) == bool(like.volume)]

    def slow(self) -> list[Flow]:
        """Slow flows of the focus, volumes and differing ports."""
        return [flow for flow in self.cut if flow.state == "slow" and flow.focus]


def flows_of(
    store: Store, window: Window, focus: str, clocks: Collection[str], baseline: Capture | None = None
) -> Flows:
    """Return the flows in the window with their state.

    Args:
        store: with the tables of ``tables``.
        window: the window.
        focus: condition on ``triage_flow`` that selects the focus.
        clocks: hosts whose clock is known.
        baseline: means of a good time, which replace those of the quiet part.
    """
    found = Flows()
    measured, usual = flow_means(store, [window.span], window.quiet)
    quiet = _references(usual)
    systems = {device: (system, behind) for device, system, behind in store.rows("SELECT * FROM triage_system")}
    focused: set[Key] = set()
    if focus != EVERYTHING:
        focused = set(store.rows(f"SELECT host, volume, port, operation FROM triage_flow_key WHERE {focus}"))
    # The ports of a host carry what is slow on its volumes.
    hosts, volumes = {key[0] for key in focused}, {key[:2] for key in focused}
    ports, layout = HostPorts(store), layout_of(store)
    for key, means in measured.items():
        host, volume, port, operation = key
        if port and not ports.to_storage(host, port):
            continue
        path_of = ports.paths.get((host, port), "") if port else ""
        system, behind = systems.get(volume or path_of, (None, None))
        flow = Flow(host, volume, port, operation, means, quiet.get(key), system, behind, clock_known=host in clocks)
        flow.path_of = path_of
        if focus != EVERYTHING:
            flow.focus = key in focused or ((host, path_of) in volumes if path_of else bool(port) and host in hosts)
        flow.distributed = layout.distributed.get(volume)
        if baseline is not None and key in baseline.flows:
            flow.quiet, flow.from_baseline = replace(baseline.flows[key]), True
        found.all.append(flow)
    found.idle = idle_ports(store, found.all, ports)
    _with_arrays(store, window, found, baseline)
    _with_back_ends(store, layout, window, found, baseline)
    _guard_few(found)
    found.all = finest(found.all)
    found.guards += [
        unidentified(store),
        unreadable(store),
        untimed(store),
        undated(store),
        impossible(store),
        unmatched(store),
    ]
    found.guards += hosts_outside(store, window)
    set_references(found.all)
    short = window.source != "whole" and window.span.seconds < _HOUR
    for flow in found.all:
        # With an unknown clock the window of this host may lie elsewhere, unless it is fast at all times.
        _judge(flow, flow.window.high_ms if short and not flow.clock_known else None)
    found.guards.append(_larger(found.all))
    if baseline is not None:
        found.guards += baseline_guards(found.all)
    found.differ, found.alike = compared(found.all)
    return found


def _references(means: Mapping[Key, Means]) -> dict[Key, Means]:
    least = threshold("quiet_bins")
    return {key: one for key, one in means.items() if one.samples >= least}


def _with_arrays(store: Store, window: Window, found: Flows, baseline: Capture | None) -> None:
    """Add the response time of the array or VPLEX, in the window and in the quiet part.

    Where the clock of a host is unknown, a figure of the array is used only if it does not depend on the time: it is the
    same all the time, or it is high in the window, too.
    """
    now, usual = array_means(store, [window.span], window.quiet)
    span = whole_span(store, "triage_array")
    [(keys,)] = store.rows("SELECT count(*) FROM triage_volume_key")
    high = cache(lambda: high_of_arrays(store, span) if span is not None else {})
    doubtful: defaultdict[str, list[Flow]] = defaultdict(list)
    only_means: list[Flow] = []
    mixed = Mixed(found.all)
    for flow in found.all:
        array = mixed.of(flow, now)
        if array is None:
            only_means += [flow] if flow.key in mixed.unclear else []
            continue
        arrays = baseline.arrays if baseline is not None and flow.from_baseline else usual
        before = mixed.of(flow, arrays, lambda one: one.quiet)
        if not (flow.clock_known or window.source == "whole" or _has_risen(array, before)):
            most = mixed.high(flow, high())
            if most is None or not is_fast(most, array.ms):
                if flow.key in mixed.unclear:
                    only_means.append(flow)
                else:
                    flow.clock_doubtful = True
                    doubtful[flow.system or ""].append(flow)
                continue
        flow.window.array_ms, flow.window.network_ms = array.ms, array.network_ms
        if flow.quiet is not None and before is not None:
            flow.quiet.array_ms, flow.quiet.network_ms = before.ms, before.network_ms
    found.guards.append(_only_means(only_means, found.all))
    coarse: set[str] = set()
    if len(now) < keys:
        systems = {system for (system,) in store.rows("SELECT DISTINCT system FROM triage_volume_key")}
        coarse = {key[0] for key in high() if key not in now} | systems - {key[0] for key in now}
    found.guards += arrays_outside(store, window, coarse)
    found.guards += _clocks(doubtful, found.all)


def _only_means(left_out: Sequence[Flow], every: Sequence[Flow]) -> Guard:
    """Return the guard of arrays that state only the mean of both operations where these differ."""
    systems = sorted({flow.system or "" for flow in left_out})
    text = (
        f"{_named(systems)} {'states' if len(systems) == 1 else 'state'} only the mean of reads and writes, and these differ: "
        "nothing is subtracted, and which of them the array delays is not concluded"
    )
    about = tuple(("storage_array", one) for one in systems)
    return replace(_not_used("mixed_operations", text, left_out, every), about=about)


def _clocks(doubtful: Mapping[str, Sequence[Flow]], every: Sequence[Flow]) -> list[Guard]:
    """Return the guards of arrays whose clock is not known against that of their hosts."""
    found = []
    for system, flows in sorted(doubtful.items()):
        hosts = sorted({flow.host for flow in flows})
        text = (
            f"how far the clock of {system} is from that of {_named(hosts)} is unknown, and its response times "
            "are not alike at all times: they are not used"
        )
        about = tuple(("host", one) for one in hosts)
        only = _not_used("clock_offset", text, flows, every).left_out_words
        found.append(Guard("clock_offset", passed=False, text=f"{text} for {only}" if only else text, about=about))
    return found or [Guard("clock_offset", passed=True, text="")]


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")


def _with_back_ends(store: Store, layout: Layout, window: Window, found: Flows, baseline: Capture | None) -> None:
    """Add what is measured behind a VPLEX to the flows whose latency at its front end is known."""
    if not layout.distributed and not layout.legs:
        return
    now = behind_of(store, layout, [window.span])
    usual = behind_of(store, layout, window.quiet) if window.quiet else {}
    hosts = Counter(volume for _, volume in {(flow.host, flow.volume) for flow in found.all if flow.volume})
    for flow in found.all:
        behind = _behind(flow, flow.window, now)
        if flow.virtualised and flow.window.array_ms is not None and behind is not None:
            flow.window = replace(flow.window, **behind.figures)
            flow.back_array = behind.array
            flow.directors = tuple((("director", f"{flow.system} {name}"), share) for name, share in behind.directors)
            flow.shared = hosts[flow.volume] > 1
            if flow.distributed and flow.operation != "read":
                legs = {layout.arrays.get(leg) for _, leg in layout.legs.get(flow.volume, ())}
                flow.far_arrays = tuple(sorted(array for array in legs - {flow.back_array} if array))
            before = _behind(
                flow, flow.quiet, baseline.behind if baseline is not None and flow.from_baseline else usual
            )
            if flow.quiet is not None and before is not None and flow.quiet.array_ms is not None:
                flow.quiet = replace(flow.quiet, **before.figures)


def _behind(flow: Flow, means: Means | None, every: Mapping[tuple[str, str], Behind]) -> Behind | None:
    """Return what is behind the volume of a flow, of both operations as its host counts them; None if unknown."""
    if flow.operation or means is None:
        return every.get((flow.volume, flow.operation))
    read, write = (every.get((flow.volume, operation)) for operation in ("read", "write"))
    if read is None or write is None or means.reads is None:
        return every.get((flow.volume, ""))
    return of_both(read, write, means.reads)


def _has_risen(now: Answer, usual: Answer | None) -> bool:
    """Return whether the array is slower in the window than it usually is, whatever the clock of the host shows."""
    return usual is not None and now.ms >= threshold("slow_ratio") * usual.ms


def _guard_few(found: Flows) -> None:
    few = []
    least_iops = threshold("least_iops")
    for flow in found.all:
        if flow.window.iops < least_iops or flow.window.few:
            flow.state = "unused"
            few.append(flow)
    text = f"fewer than {least_iops:g} I/Os per second: a mean of so few says nothing"
    found.guards.append(_not_used("too_few_ios", text, few, found.all))


def _not_used(name: str, text: str, left_out: Sequence[Flow], every: Sequence[Flow]) -> Guard:
    """Return the guard of flows that are not used, of which a volume may have one for reads and one for writes."""
    if not left_out:
        return Guard(name, passed=True, text=text)
    flows = Counter((flow.host, flow.volume) for flow in every if flow.volume)
    not_used = Counter((flow.host, flow.volume) for flow in left_out if flow.volume)
    in_part = {key for key, count in not_used.items() if count < flows[key]}
    whole = len(not_used) - len(in_part)
    words = [_volumes(whole)] if whole else []
    operations = {flow.operation for flow in left_out if (flow.host, flow.volume) in in_part}
    if in_part:
        words.append(f"{' or '.join(f'{one}s' for one in sorted(operations))} of {_volumes(len(in_part))}")
    about = tuple(dict.fromkeys(("host", flow.host) for flow in left_out)) if name == "io_size" else ()
    return Guard(name, False, text, len(not_used), about, " and ".join(words))


def _volumes(count: int) -> str:
    return f"{count:,} volume{'s' if count != 1 else ''}"


def _judge(flow: Flow, high: float | None) -> None:
    """Set the state of a flow; it has to be fast at its ``high`` percentile, too, if that is given."""
    if flow.state == "unused" or flow.reference_ms is None:
        return
    reference, measured = flow.reference_ms, flow.window.ms
    if flow.quiet is not None and not alike_quiet(flow):
        # Larger I/O takes longer, which is no fault.
        flow.state = "unclear"
    elif is_slow(measured, reference):
        flow.state = "slow"
    elif is_fast(measured, reference):
        flow.state = "fast" if high is None or is_fast(high, reference) else "unclear"


def _larger(flows: Sequence[Flow]) -> Guard:
    """Return the guard of flows whose I/Os are larger than in the time that they are compared with."""
    larger = [flow for flow in flows if flow.state != "unused" and flow.quiet is not None and not alike_quiet(flow)]
    text = "I/Os are more than twice as large as in the time to compare with, and larger I/O takes longer: these take no side"
    return _not_used("io_size", text, larger, flows)
