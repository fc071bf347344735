"""Counters of switch ports in the window: how much they rose between two samples that enclose mostly the window.

A rise between samples that lie mostly outside the window may be from any other time, so it is not used. Rounded values,
and samples between which a counter was cleared or wrapped around, or may have, give no rise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from checker.facts.store.store import Store
from checker.triage.measured.recorded import Location, Recorded, recorded_of
from checker.triage.model import Guard, Span, Window
from checker.triage.parameters import threshold
from checker.triage.ticket.model import Request

_TICK_SECONDS = 2.5e-6
_BYTES_PER_GBPS = 1e8
"""Payload of a link in bytes a second for each Gbit/s of its speed, in one direction."""
_WORD = 4
_LEAST_FRAME = 512
"""Bytes of a frame with one block of a disk. Frames without data are sent with each I/O, but no port does so many I/Os."""
_MAY_WRAP = f"""
    coalesce(c.bits, 64) = 32 AND CASE WHEN c.counter IN ('credit_zero', 'txwait_2_5us') THEN {1 / _TICK_SECONDS!r}
        WHEN c.counter LIKE 'frames%' THEN coalesce(p.speed_gbps, 64) * {_BYTES_PER_GBPS!r} / {_LEAST_FRAME} ELSE 0 END * (c.t - c.t0) >= {2**32}
"""
"""Condition on samples ``c`` of a port ``p``: in so long a time a counter of 32 bits may have wrapped around, and still be higher."""
_MOST_USE = 1.05
"""Share of the line rate above which a figure is impossible."""
TIMEOUTS = ("class3_timeout_tx", "class3_timeout")
"""Counters of frames that a port dropped because it could not send them in time."""
_NO_RATE = {
    "single_sample": "counters with one sample, or without its time, give no rate: print them twice while it is slow",
    "rounded": "rounded counters give no rate: use portstats64show",
    "wrap": "counters were reset or wrapped around between two samples, or may have: they give no rate (portstats64show does not wrap)",
}
_MOST_OLD = 5
_ERRORS = {
    "crc_err": "CRC errors", "class3_discard": "discarded frames", "class3_timeout_tx": "frames timed out",
    "link_failure": "link failures",
}  # fmt: skip
_NAMED = 4
_MOST_ABOUT = 100
Place = tuple[str, str]
"""Switch and port."""


@dataclass
class Port:
    """A port in the window.

    Attributes:
        switch, port: the port; vendor: of the switch, None if unknown.
        isl: whether it carries an ISL, None if unknown; wwpns: devices that are logged in.
        speed_gbps: speed, None if unknown.
        rises: increase and seconds of each counter.
        locations: newest sample of each counter.
        recorded: what the switch recorded with its time, by event; seconds: length of the window.
    """

    switch: str
    port: str
    vendor: str | None = None
    isl: bool | None = None
    speed_gbps: float | None = None
    wwpns: tuple[str, ...] = ()
    rises: dict[str, tuple[int, float]] = field(default_factory=dict)
    locations: dict[str, Location] = field(default_factory=dict)
    recorded: Mapping[str, Recorded] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def key(self) -> str:
        """Its key as a component."""
        return f"{self.switch} {self.port}"

    @property
    def line_rate(self) -> float:
        """Payload that the port can carry in one direction, in bytes a second; 0 if its speed is unknown."""
        return (self.speed_gbps or 0.0) * _BYTES_PER_GBPS

    def rise(self, *counters: str) -> int:
        """Return how much these counters rose together."""
        return sum(self.rises[name][0] for name in counters if name in self.rises)

    def per_minute(self, counter: str) -> float | None:
        """Return the rise of a counter per minute."""
        rise, seconds = self.rises.get(counter, (0, 0.0))
        return rise / seconds * 60 if seconds else None

    def no_credit(self) -> tuple[float, float] | None:
        """Return the share of the time without transmit credit, and the seconds that it was measured over."""
        # Only Brocade's counter of missing credits counts time.
        for counter in ("txwait_2_5us", *(("credit_zero",) if self.vendor == "brocade" else ())):
            if counter in self.rises:
                rise, seconds = self.rises[counter]
                return min(1.0, rise * _TICK_SECONDS / seconds), seconds
        if "no credit" in self.recorded:
            return min(1.0, self.recorded["no credit"].over_window), self.seconds
        return None

    def times(self, event: str) -> int:
        """Return how often the switch recorded an event in the window."""
        return self.recorded[event].count if event in self.recorded else 0

    def use(self, way: str) -> tuple[float, bool] | None:
        """Return the share of the line rate that is used in a direction (tx, rx), and whether it is exact or at most that."""
        for counter, size in (
            (f"words_{way}", _WORD),
            (f"bytes_{way}", 1.0),
            (f"frames_{way}", threshold("frame_bytes")),
        ):
            if counter in self.rises and self.speed_gbps:
                rise, seconds = self.rises[counter]
                share = rise * size / seconds / self.line_rate
                if not counter.startswith("frames") and share > _MOST_USE:
                    # The speed or the counter is of another time.
                    return None
                return share, not counter.startswith("frames")
        for event, exact in ((f"throughput {way}", True), ("throughput", False)):
            # Both directions together are at most that in one.
            mean = self.recorded[event].mean if event in self.recorded else None
            if mean is not None and self.speed_gbps and mean <= _MOST_USE * self.line_rate * (2 - exact):
                return mean / self.line_rate, exact
        return None

    @property
    def impossible(self) -> bool:
        """Whether it sent or received more than its line rate allows."""
        bits = {"words": _WORD, "bytes": 1}
        return self.speed_gbps is not None and any(
            rise * bits[name[:5]] / seconds > _MOST_USE * self.line_rate
            for name, (rise, seconds) in self.rises.items()
            if name[:5] in bits
        )

    def frame_bytes(self, way: str) -> float | None:
        """Return the mean size of a frame in a direction."""
        words, frames = self.rises.get(f"words_{way}"), self.rises.get(f"frames_{way}")
        return words[0] * _WORD / frames[0] if words and frames and frames[0] and words[1] == frames[1] else None

    def at(self, *counters: str) -> tuple[Location, ...]:
        """Return the lines of these counters."""
        found = [self.locations[name] for name in counters if name in self.locations]
        found += [place for name in counters if name in self.recorded for place in self.recorded[name].locations]
        return tuple(dict.fromkeys(found))


def ports_in(store: Store, window: Span, request: Request) -> dict[Place, Port]:
    """Return the ports with counters or records in the window."""
    store.ensure_entities(("counter_sample", "switch", "switch_port", "isl"))
    found: dict[Place, Port] = {}
    rows = store.rows(f"""
        WITH dated AS (
            SELECT switch, port, counter, value, bits, epoch(captured_at) - coalesce(c.ahead, 0) AS t,
                epoch(cleared_at) - coalesce(c.ahead, 0) AS cleared
            FROM counter_sample LEFT JOIN triage_clock c ON c.owner = switch
            WHERE captured_at IS NOT NULL AND value IS NOT NULL AND NOT coalesce(rounded, FALSE) AND switch IS NOT NULL AND port IS NOT NULL
        ), paired AS (
            SELECT *, lag(value) OVER later AS before, lag(t) OVER later AS t0 FROM dated
            WINDOW later AS (PARTITION BY switch, port, counter ORDER BY t)
        ), inside AS (
            SELECT c.*, least(t, {window.until!r}) - greatest(t0, {window.since!r}) AS overlap FROM paired c
            LEFT JOIN switch_port p ON p.switch = c.switch AND p.port = c.port
            WHERE t > t0 AND value >= before AND (cleared IS NULL OR cleared <= t0) AND NOT ({_MAY_WRAP})
        )
        SELECT switch, port, counter, value - before, t - t0 FROM inside
        WHERE overlap >= {threshold("counter_overlap")} * (t - t0)
        QUALIFY row_number() OVER (PARTITION BY switch, port, counter ORDER BY overlap DESC, t) = 1 ORDER BY ALL
    """)
    for switch, port, counter, rise, seconds in rows:
        one = found.setdefault((switch, port), Port(switch, port))
        one.rises[counter] = rise, seconds
    for place, recorded in recorded_of(store, window, request).items():
        one = found.setdefault(place, Port(*place))
        one.recorded, one.seconds = recorded, window.seconds
    _describe(store, found)
    _locate(store, found)
    return found


def _describe(store: Store, ports: Mapping[Place, Port]) -> None:
    """Add vendor, speed, type and what is logged in."""
    vendors: dict[str, str | None] = dict(
        store.rows("SELECT switch, vendor FROM switch WHERE vendor IS NOT NULL ORDER BY ALL")
    )
    for one in ports.values():
        one.vendor = vendors.get(one.switch)
    for switch, port, speed, kind in store.rows(
        "SELECT switch, port, speed_gbps, port_type FROM switch_port ORDER BY ALL"
    ):
        if (switch, port) in ports:
            one = ports[switch, port]
            one.speed_gbps = speed
            one.isl = None if kind is None else kind in ("E", "TE", "VE", "EX", "VEX")
    logins: defaultdict[Place, list[str]] = defaultdict(list)
    for switch, port, wwpn in store.rows("SELECT DISTINCT switch, port, wwpn FROM edge_port ORDER BY ALL"):
        logins[switch, port].append(wwpn)
    ends = {
        (switch, port)
        for switch, port in store.rows("SELECT switch, port FROM isl UNION SELECT peer_switch, peer_port FROM isl")
    }
    for place, one in ports.items():
        one.wwpns = tuple(logins.get(place, ()))
        if one.isl is None:
            one.isl = True if place in ends else False if one.wwpns else None


def _locate(store: Store, ports: Mapping[Place, Port]) -> None:
    if not ports:
        return
    store.ensure_observations(("counter_sample",))
    for switch, port, counter, file, member, line in store.rows(
        "SELECT o.switch, o.port, o.counter, arg_max(e.file, o.captured_at), arg_max(e.member, o.captured_at), "
        "arg_max(o.line, o.captured_at) FROM obs_counter_sample o JOIN export e ON e.export_id = o.export_id "
        "WHERE o.switch IS NOT NULL AND o.port IS NOT NULL GROUP BY ALL ORDER BY ALL"
    ):
        if (switch, port) in ports:
            ports[switch, port].locations[counter] = (file, member, line)


def without_rates(store: Store, window: Window) -> Iterator[Guard]:
    """Yield the guards of ports whose error and credit counters give no rate in the window: one sample, rounded values, or resets."""
    store.ensure_entities(("counter_sample", "switch_port"))
    names = ", ".join(f"'{name}'" for name in (*_ERRORS, "crc_good_eof", "credit_zero"))
    rows = store.rows(f"""
        WITH dated AS (
            SELECT switch, port, counter, value, bits, coalesce(rounded, FALSE) AS rounded, epoch(captured_at) AS t, epoch(cleared_at) AS cleared
            FROM counter_sample WHERE switch IS NOT NULL AND port IS NOT NULL AND value IS NOT NULL
        ), paired AS (
            SELECT *, lag(t) OVER later AS t0, lag(value) OVER later AS before, lag(rounded) OVER later AS rounded_before,
                count(*) OVER (PARTITION BY switch, port, counter) AS samples
            FROM dated WINDOW later AS (PARTITION BY switch, port, counter ORDER BY t NULLS FIRST)
        ), checked AS (
            SELECT c.*, {_MAY_WRAP} AS may_wrap FROM paired c LEFT JOIN switch_port p ON p.switch = c.switch AND p.port = c.port
        ), judged AS (
            SELECT switch, port, counter, CASE WHEN max(samples) = 1 THEN 'single_sample'
                WHEN bool_or(t > t0 AND NOT rounded AND NOT rounded_before AND value >= before AND (cleared IS NULL OR cleared <= t0) AND NOT coalesce(may_wrap, FALSE)) THEN ''
                WHEN bool_or(t > t0 AND (rounded OR rounded_before)) THEN 'rounded'
                WHEN bool_or(t > t0 AND least(t, {window.span.until!r}) > greatest(t0, {window.span.since!r})) THEN 'wrap' ELSE 'single_sample' END AS guard
            FROM checked GROUP BY switch, port, counter
        ), ports AS (
            -- Of a port with any rate, only what is rounded is missing.
            SELECT switch, port, CASE WHEN bool_or(guard = 'rounded' AND counter IN ({names})) THEN 'rounded'
                WHEN bool_or(guard = 'wrap' AND counter = 'credit_zero') THEN 'wrap'
                WHEN bool_or(guard = '') THEN '' ELSE min(guard) END AS guard FROM judged GROUP BY switch, port
        )
        SELECT guard, switch, list(port ORDER BY port) FROM ports WHERE guard <> '' GROUP BY ALL ORDER BY ALL
    """)
    for name, why in _NO_RATE.items():
        switches = [(switch, ports) for guard, switch, ports in rows if guard == name]
        if switches:
            shown = "; ".join(
                f"{switch} port {' '.join(ports[:_NAMED])}{' …' if len(ports) > _NAMED else ''}"
                for switch, ports in switches[:_NAMED]
            )
            about = tuple(("switch_port", f"{switch} {port}") for switch, ports in switches for port in ports)
            yield Guard(name, passed=False, text=f"{why} ({shown})", about=about[:_MOST_ABOUT])


def old_errors(store: Store, window: Window | None) -> list[Guard]:
    """Return the ports with the highest totals of errors that did not rise in the window, or of which that is unknown."""
    store.ensure_entities(("counter_sample",))
    names = ", ".join(f"'{name}'" for name in _ERRORS)
    inside = f"t >= {window.span.since!r} AND before < {window.span.until!r}" if window is not None else "TRUE"
    rows = store.rows(f"""
        WITH dated AS (
            SELECT switch, port, counter, value, epoch(captured_at) AS t,
                lag(value) OVER later AS earlier, lag(epoch(captured_at)) OVER later AS before
            FROM counter_sample WHERE counter IN ({names}) AND value IS NOT NULL AND switch IS NOT NULL AND port IS NOT NULL
            WINDOW later AS (PARTITION BY switch, port, counter ORDER BY captured_at NULLS FIRST)
        )
        SELECT switch, port, counter, arg_max(value, coalesce(t, 0)) AS total, bool_or(earlier IS NOT NULL AND {inside}) AS watched,
            coalesce(sum(greatest(value - earlier, 0)), 0) AS new
        FROM dated GROUP BY ALL
        HAVING total >= {threshold("old_errors")} AND ({window is None} OR NOT coalesce(bool_or(value > earlier AND {inside}), FALSE))
        ORDER BY total DESC, switch, port, counter LIMIT {_MOST_OLD}
    """)
    found = []
    for switch, port, counter, total, watched, new in rows:
        when = "from when is unknown, so they prove nothing"
        if watched and window is not None:
            when = "none new in the window"
        elif new and window is None:
            when = f"{new:,} of them new between samples, with no latency to compare"
        text = f"{switch} port {port}: {total:,} {_ERRORS[counter]}, {when}"
        found.append(Guard("old", passed=False, text=text, about=(("switch_port", f"{switch} {port}"),)))
    return found
