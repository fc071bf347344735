"""Costs of faults in paths: cases 1, 2, 5, 6 and 9 of estimator.md, section 6."""

from __future__ import annotations

from checker.estimate.assemble.policy import spread_of
from checker.estimate.cost.cost import Cost, CostNumber
from checker.estimate.cost.forms import load_factor, paths_at_once, ports_busy, remote_delay, uneven_saturation
from checker.estimate.cost.row import Question, Row, number, ratio_text, span_text, spread
from checker.estimate.quantity import Range

_RR_STUDY = "EMC h8119, Tuning VMware NMP on Symmetrix: effect of the round robin limit by type of I/O"
_VPLEX = "EMC H13540, VPLEX with XtremIO 2.4"
_LITTLE = "At normal load the response time is hardly affected; the impact is on headroom and availability."
NO_PATHS = "number of active paths of the volumes is unknown"


def fixed_policy(question: Question) -> Cost | str:
    """Cost of one path carrying all I/O of a volume with P paths: its ports saturate at 1 / P of the load."""
    spreads = {spread_of(row.get("psp"), row.get("policy"), None, None, None).policy for row in question.rows}
    if spreads & {"round_robin", "adaptive"}:
        return "the policy spreads I/O over all active paths, so no headroom is lost"
    counts = [count for count in question.numbers("path_active") if count >= 1]
    if not counts or len(counts) < len(question.rows):
        return NO_PATHS
    paths = spread(counts)
    ratio = Range(1 / paths.high, 1 / paths.typical, 1 / paths.low)
    if paths.high == 1:
        text = "There is only one active path, so the policy costs nothing until there are more."
    else:
        text = (
            f"One of {span_text(paths)} active paths carries all I/O of a volume: its ports saturate at "
            f"{ratio_text(ratio)} of the load that all paths could carry. {_LITTLE}"
        )
    return Cost(
        "fixed_policy",
        text,
        saturation_ratio=ratio,
        numbers=(CostNumber("active paths", paths, "count"),),
        assumptions=("ports are the first resource to saturate", "round robin loads all active paths equally"),
        sources=(_RR_STUDY, f"{_VPLEX}: active-active arrays use all paths"),
    )


def unbalanced_directors(question: Question) -> Cost | str:
    """Cost of uneven load on equal parts: the busiest is full before the others."""
    pairs = []
    for row in question.rows:
        busiest = number(row, "busiest_load", "busiest_port_load", "busiest")
        mean = number(row, "mean_load", "mean_port_load", "mean")
        if busiest is not None and mean is not None and 0 < mean <= busiest:
            pairs.append(uneven_saturation(busiest, mean))
    if not pairs:
        return "load of the busiest part or mean load of all parts is unknown"
    ratio = spread(pairs)
    assumed = ["all parts have the same capacity"]
    if "logins" in question.words("load_basis"):
        assumed.append("I/O is spread like logins, because no load was measured")
    return Cost(
        "unbalanced_directors",
        f"The busiest part saturates at {ratio_text(ratio)} of the load that an even spread could carry; "
        "queues build up there while the others are idle.",
        saturation_ratio=ratio,
        numbers=(
            CostNumber(
                "load of the busiest over the mean", Range(1 / ratio.high, 1 / ratio.typical, 1 / ratio.low), "ratio"
            ),
        ),
        assumptions=tuple(assumed),
        sources=(f"{_VPLEX}, section 5: balance hosts over directors",),
    )


def rr_limit(question: Question) -> Cost | str:
    """Cost of a large round-robin IOPS limit: sequential I/O uses few paths at a time; random I/O is not affected."""
    limits = question.numbers("rr_iops")
    paths = [count for count in question.numbers("path_active") if count >= 1]
    if not limits:
        return "round-robin IOPS limit is unknown"
    if not paths:
        return NO_PATHS
    outstanding = round(question.library.typical("host.queue_depth"))
    fixed = number(question.fix_values, "rr_iops")
    busy = [pair for row in question.rows if (pair := busy_by_limit(row, outstanding, fixed)) is not None]
    found = [now / advised for now, advised in busy]
    if not found:
        return "round-robin IOPS limit or number of active paths is unknown"
    least = min(*found, 1.0)
    sequential = "sequential" in question.words("workload_profile")
    ratio = Range(least, spread(found).typical if sequential else max(least, 1.0), max(*found, 1.0))
    if ratio.low > 0.995:
        text = "The limit makes no difference here: with this much outstanding I/O, or so few paths, all ports are busy either way."
    else:
        text = (
            f"Sequential I/O keeps fewer ports busy at a time: if ports limit it, throughput is {ratio_text(Range.exactly(ratio.low))} of that with "
            "the recommended limit. Random I/O is not affected."
        )
    return Cost(
        "rr_limit",
        text,
        saturation_ratio=ratio,
        numbers=(
            CostNumber("sequential throughput if ports limit it", Range.spanning(least, least, max(found)), "ratio"),
        ),
        assumptions=(
            f"each host of unknown queue depth keeps {outstanding} I/Os outstanding",
            "a host uses min(P, 1 + outstanding / limit) paths at a time, a rule of thumb within about 15 %",
            "all hosts that share the ports do sequential I/O at the same time",
        ),
        sources=(f"{_RR_STUDY}; read from the axes of charts whose bars are not available",),
    )


def busy_by_limit(row: Row, outstanding: float, fixed: float | None = None) -> tuple[float, float] | None:
    """Share of the ports that sequential I/O keeps busy with the current limit and with the recommended one.

    Args:
        row: facts of a volume: ``rr_iops``, ``path_active``, and ``advised_iops``, ``queue_depth``, ``path_sharers`` if known.
        outstanding: outstanding I/O if the queue depth is unknown.
        fixed: limit that the rule's fix sets, if the row states none.
    """
    now, ports = number(row, "rr_iops"), number(row, "path_active")
    if now is None or ports is None or now < 1 or ports < 1:
        return None
    depth = number(row, "queue_depth") or outstanding
    hosts = max(1, round(number(row, "path_sharers") or 1))
    limits = now, number(row, "advised_iops") or fixed or 1.0
    first, last = (ports_busy(round(ports), paths_at_once(round(ports), depth, round(one)), hosts) for one in limits)
    return first, last


def cross_connect(question: Question) -> Cost | str:
    """Cost of paths to the remote site: one round trip per read, two per write."""
    reads, writes = [], []
    for row in question.rows:
        rtt, remote, active = number(row, "rtt_ms"), number(row, "path_remote"), number(row, "path_active")
        if rtt is None:
            return "round trip between the sites is unknown"
        if remote is None or not active:
            return "sites of the host and its storage are unknown, so remote paths cannot be identified"
        read, write = remote_delay(remote / active, rtt)
        reads.append(read)
        writes.append(write)
    if not reads:
        return NO_PATHS
    read_ms, write_ms = spread(reads), spread(writes)
    return Cost(
        "cross_connect",
        f"I/O over remote paths adds {span_text(read_ms, '{:.3g}')} ms to the mean read and "
        f"{span_text(write_ms, '{:.3g}')} ms to the mean write, in addition to the round trip of the mirrored write.",
        numbers=(
            CostNumber("added to the mean read", read_ms, "ms"),
            CostNumber("added to the mean write", write_ms, "ms"),
        ),
        assumptions=(
            "I/O is spread evenly over local and remote paths",
            "a write takes two round trips; with write acceleration it would take one",
        ),
        sources=(f"{_VPLEX}, section 5: hosts of a cross-connected Metro prefer local paths",),
    )


def lost_paths(question: Question) -> Cost | str:
    """Cost of missing paths: the others carry more, especially after the failure of a path or a fabric."""
    spans = [row.get("live_paths") for row in question.rows]
    live = [one["lo"] for one in spans if isinstance(one, dict) and one.get("lo") == one.get("hi")]
    live = live or [round(one) for one in question.numbers("path_live")]
    if not live:
        return "number of live paths is unknown"
    required = number(question.fix_values, "paths_wanted")
    paths = spread(float(count) for count in live)
    if paths.low < 1:
        return "no path is live: this affects access, not response time"
    numbers = [CostNumber("live paths", paths, "count")]
    ratio = None
    parts = []
    # Standby and non-optimised paths carry nothing while others work.
    resting = [
        (round(active), round(there))
        for row in question.rows
        if (active := number(row, "path_active")) is not None
        and (there := number(row, "path_live")) is not None
        and 0 < active < there
    ]
    if resting:
        used, working = min(resting)
        carry = "carries" if used == 1 else "carry"
        parts.append(f"{used} of {working} live paths {carry} the I/O, the others are standby or non-optimised")
        if used > 1:
            share = load_factor(used, 1)
            numbers.append(
                CostNumber("load of each path in use after one of them fails", Range(share, share, share), "ratio")
            )
            rest = "the other" if used == 2 else "each of the others"
            parts.append(f"if one of the {used} fails, {rest} carries {share:.2g} times as much")
    elif required is not None and required >= paths.high:
        ratio = Range(paths.low / required, paths.typical / required, paths.high / required)
        parts.append(
            f"{span_text(paths)} of {required:g} paths carry all I/O: their ports saturate at {ratio_text(ratio)} of the load"
        )
    if paths.low == 1:
        parts.append("access to the volume is lost with the next path failure")
    if paths.high > 1 and not resting:
        least = max(paths.low, 2.0)
        after = Range.spanning(
            load_factor(round(paths.high), 1),
            load_factor(round(max(paths.typical, least)), 1),
            load_factor(round(least), 1),
        )
        numbers.append(CostNumber("load of each remaining path after one more fails", after, "ratio"))
        parts.append(f"if one more fails, each remaining path carries {span_text(after, '{:.2g}')} times as much")
    fabric = [
        (round(all_paths), round(most))
        for row in question.rows
        if (all_paths := number(row, "path_live")) is not None and (most := number(row, "path_in_fabric")) is not None
    ]
    if fabric and len(fabric) == len(question.rows):
        dead = sum(most >= all_paths for all_paths, most in fabric)
        left = [] if resting else [load_factor(all_paths, most) for all_paths, most in fabric if most < all_paths]
        if dead:
            lost = "the volume" if len(fabric) == 1 else f"{dead:,} of {len(fabric):,} volumes"
            parts.append(f"a failed fabric takes down {lost}")
        if left:
            worst = spread(left)
            numbers.append(
                CostNumber("load of each remaining path after the fabric with most of them fails", worst, "ratio")
            )
            parts.append(f"after a fabric failure {span_text(worst, '{:.2g}')} times as much")
    text = "; ".join(parts)
    return Cost(
        "lost_paths",
        f"{text[:1].upper()}{text[1:]}. {_LITTLE}",
        saturation_ratio=ratio,
        numbers=tuple(numbers),
        assumptions=(
            "ports are the first resource to saturate",
            "the policy spreads I/O evenly over the remaining paths",
        ),
        sources=(f"{_VPLEX}, section 5: four paths over two fabrics and A and B directors",),
    )
