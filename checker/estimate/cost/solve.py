"""Costs of findings under a workload: the SAN solved as it is, and again with the fault fixed.

The fix is the ``effect`` of the rule. If the model cannot show a fault, the closed form of its case remains, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.san import Builder
from checker.estimate.cost.cost import Cost, CostNumber
from checker.estimate.cost.network import evened_network, ordered_network
from checker.estimate.cost.parts import Pair
from checker.estimate.cost.path_changes import CHANGED
from checker.estimate.cost.paths import busy_by_limit
from checker.estimate.cost.row import Row
from checker.estimate.library import Library
from checker.estimate.network.estimator import Estimator, Model
from checker.estimate.network.network import Network
from checker.estimate.network.results.result import Result
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import Workload

NOT_SHOWN: Mapping[str, str] = {
    "split_io": "the workload describes I/O as the host sends it, that is after large I/O has been split",
    "transfer_size": "the workload contains no rebuild, and the transfer-size affects nothing else",
}
"""Cases that the model cannot show under any workload, with the reason."""
_ORDER = "the model knows the shares of paths, not the order in which sequential I/O takes them"
_NOTHING = "the fix changes no fact that the model uses"
_UNCHANGED = 0.995
_RESOLUTION_MS = 1e-4
"""Difference of response times that the iteration cannot distinguish from none."""
_TAKEN: Mapping[str, str] = {
    "cross_connect": "after the fix, paths to the other site carry no I/O while there are local ones",
    "lost_paths": "missing paths are assumed to be like the existing ones, over ports of their own; for another fabric, every other "
    "port of the host moves there, or a single port is duplicated",
    "misaligned": "after the fix, all data of the volume is page-aligned; extra I/O of misaligned data runs in parallel to the rest "
    "and adds work for the array, but no time of its own; pages that writes straddle are read first at the high end only",
    "rr_limit": "the capacity of the array's ports for sequential I/O is proportional to the number of ports that are busy at a time",
    "unbalanced_directors": "after the fix, the load is spread evenly over all parts that hosts are logged in to",
}
"""Assumption about the fix, by case."""


class Both(NamedTuple):
    """SAN as it is and after the fix, the assumption about the fix, and why response times cannot be compared."""

    now: Result
    fixed: Result
    taken: str = ""
    timeless: str = ""


@dataclass
class CostSolver:
    """Solver of one SAN under one workload, with and without faults.

    Attributes:
        san: facts of the SAN.
        library: the parameters.
        loads: loads by (host, volume).
        now, model: solution of the SAN as it is, computed on first use.
    """

    san: SanFacts
    library: Library
    loads: Mapping[Pair, Workload]
    now: Result | None = None
    model: Model | None = None

    def concerned(self, rows: Iterable[Row]) -> list[Pair]:
        """Return hosts and volumes with load that the rows name, or else all those on the storage that they name."""
        rows = list(rows)
        named = {(str(row["host"]), str(row["volume"])) for row in rows if row.get("host") and row.get("volume")}
        if named:
            return [pair for pair in self.loads if pair in named]
        names = {str(row.get("storage_array")) for row in rows}
        return [pair for pair in self.loads if names & _storage_of(self.san, pair)]

    def both(
        self, case: str, rows: Sequence[Row], fixed: SanFacts | None = None, paths: str | None = None
    ) -> Both | str:
        """Solve the SAN as it is and after the fix, or return why the model cannot show the fault.

        Args:
            case: name of the cost case.
            rows: objects of the finding, or of several findings that are fixed together.
            fixed: facts of the SAN after the fix; None if they do not differ.
            paths: change of paths that the fix makes instead, one of ``CHANGED``.
        """
        if case in NOT_SHOWN:
            return NOT_SHOWN[case]
        if case == "rr_limit" and any(not io.random for pair in self.concerned(rows) for io in self.loads[pair].types):
            return self._ordered(rows)
        if case == "misaligned" and not self._paged(rows):
            return "page size of the array is unknown"
        if case == "unbalanced_directors":
            evened = evened_network(self._base_model().network, self.san, rows)
            return _NOTHING if evened is None else Both(self._base(), self._solve(evened), _TAKEN[case])
        if paths is not None:
            # Rows of objects without a host, such as directors, only need a key of their own.
            keys = ((str(row.get("host", index)), str(row.get("volume", index))) for index, row in enumerate(rows))
            fixed = CHANGED[paths](self.san, dict(zip(keys, rows, strict=True)))
        if fixed is None:
            return _NOTHING
        return Both(self._base(), self._solve(fixed), _TAKEN.get(case, "") if paths or case == "misaligned" else "")

    def _ordered(self, rows: Sequence[Row]) -> Both | str:
        """Solve the SAN with the ports that sequential I/O keeps busy under the current limit and under the recommended one."""
        outstanding = round(self.library.typical("host.queue_depth"))
        known = {(str(row.get("host")), str(row.get("volume"))): busy_by_limit(row, outstanding) for row in rows}
        busy_links = {pair: busy for pair, busy in known.items() if busy is not None}
        if not busy_links:
            return _ORDER
        network = self._base_model().network
        now, fixed = (
            self._model(ordered_network(network, {p: busy[end] for p, busy in busy_links.items()})).solve_typical()
            for end in (0, 1)
        )
        return Both(now, fixed, _TAKEN["rr_limit"], _ORDER)

    def _paged(self, rows: Sequence[Row]) -> bool:
        """Whether the page size of any array of the volumes of these rows is known."""
        network = self._base_model().network
        paged = {station.id for station in network.stations if station.page_kib is not None}
        named = set(self.concerned(rows))
        return any(
            visit.station in paged
            for flow in network.flows
            if (flow.host, flow.volume) in named
            for routes in (flow.routes, *(leg.routes for leg in flow.legs))
            for route in routes
            for visit in route.visits
        )

    def _base(self) -> Result:
        if self.now is None:
            self.now = self._base_model().solve()
        return self.now

    def _base_model(self) -> Model:
        if self.model is None:
            network = Builder(self.san, self.library).build(self.loads).network
            self.model = Estimator(self.library).model(network)
        return self.model

    def _solve(self, changed: SanFacts | Network) -> Result:
        network = changed
        if isinstance(network, SanFacts):
            network = Builder(network, self.library).build(self.loads).network
        return self._model(network).solve()

    def _model(self, network: Network) -> Model:
        return Estimator(self.library).model(network, self._base_model())


def _storage_of(san: SanFacts, pair: Pair) -> set[str]:
    """Array or VPLEX system that presents a volume, and its back-end arrays."""
    number_of = san.class_of.get(pair)
    place = None if number_of is None else san.places.get(san.classes[number_of].place)
    if place is None:
        return set()
    parts = (place.array, *(piece for leg in place.legs for piece in leg.pieces))
    return {name for name in (place.storage_array, *(part.storage_array for part in parts if part)) if name}


def compared(closed: Cost, both: Both, concerned: Sequence[Pair], together: int = 1) -> Cost:
    """Return the cost with the change in mean response time of the volumes concerned, and in saturation.

    Args:
        closed: cost by the closed form.
        both: solutions before and after the fix.
        concerned: hosts and volumes whose response time counts.
        together: number of findings fixed in the second solution.
    """
    now, fixed, taken, timeless = both
    if taken:
        closed = said(closed, taken)
    if together > 1:
        closed = said(closed, f"solved with all {together:,} such findings fixed together")
    if timeless:
        return _by_saturation(closed, now, fixed, timeless)
    delta = _delta(now, fixed, concerned)
    saturation = _ratio(now.saturation_iops, fixed.saturation_iops)
    if delta is None:
        volumes = [volume for pair in concerned if (volume := now.volumes.get(f"{pair[0]} {pair[1]}"))]
        reason = next((volume.reason for volume in volumes if volume.reason), None)
        if any(volume.status == "unknown_parameter" for volume in volumes):
            return unsolved(closed, reason or now.status)
        what = f"under the workload there is currently no response time: {reason or now.status}"
        text = f"{closed.text} Under the workload there is no response time to compare ({reason or now.status})."
        return replace(
            said(closed, what), text=text, saturation_ratio=saturation or closed.saturation_ratio, solved=True
        )
    text = f"{closed.text} Under the workload it adds {_ms(delta)} to the mean response time"
    if saturation is not None and saturation.typical < _UNCHANGED:
        text += f", and the maximum load is {100 * saturation.typical:.3g} % of that after the fix"
    elif saturation is not None:
        text += ", and the maximum load stays the same"
    return replace(
        closed,
        text=f"{text}.",
        delta_ms=delta,
        saturation_ratio=saturation or closed.saturation_ratio,
        numbers=(*closed.numbers, *_closed_ratio(closed)),
        assumptions=tuple(dict.fromkeys((*closed.assumptions, *now.assumptions))),
        solved=True,
    )


def _by_saturation(closed: Cost, now: Result, fixed: Result, timeless: str) -> Cost:
    """Cost if only the maximum load can be compared."""
    saturation = _ratio(now.saturation_iops, fixed.saturation_iops)
    if saturation is None:
        return unsolved(closed, timeless)
    if saturation.typical < _UNCHANGED:
        effect = f"the maximum load is {100 * saturation.typical:.3g} % of that after the fix"
    else:
        effect = "the maximum load stays the same, because another resource saturates first"
    return replace(
        closed,
        text=f"{closed.text} Under the workload {effect}; response times cannot be compared: {timeless}.",
        saturation_ratio=saturation,
        numbers=(*closed.numbers, *_closed_ratio(closed)),
        assumptions=tuple(dict.fromkeys((*closed.assumptions, *now.assumptions))),
        solved=True,
    )


def _closed_ratio(closed: Cost) -> tuple[CostNumber, ...]:
    """Saturation by the closed form, which is that of the part concerned; the solved ratio is that of the whole SAN."""
    if closed.saturation_ratio is None:
        return ()
    return (CostNumber("saturation of the part concerned", closed.saturation_ratio, "ratio"),)


def unsolved(closed: Cost, reason: str) -> Cost:
    """Return the cost by the closed form alone, with the reason why it was not solved under the workload."""
    return replace(closed, text=f"{closed.text} Not solved under the workload: {reason}.")


def said(closed: Cost, text: str) -> Cost:
    """Return the cost with one more assumption."""
    return replace(closed, assumptions=(*closed.assumptions, text))


def _delta(now: Result, fixed: Result, concerned: Sequence[Pair]) -> Range | None:
    """Mean response time now minus that after the fix, weighted by IOPS; None unless both have one for each volume."""
    ends = [0.0, 0.0, 0.0]
    whole = 0.0
    for host, volume in concerned:
        one, other = now.volumes.get(f"{host} {volume}"), fixed.volumes.get(f"{host} {volume}")
        if one is None or other is None or one.response is None or other.response is None or not one.iops:
            return None
        whole += one.iops
        for index, level in enumerate(("low", "typical", "high")):
            ends[index] += one.iops * (getattr(one.response.mean, level) - getattr(other.response.mean, level))
    if not whole:
        return None
    # Differences below the resolution may be negative by rounding.
    return Range.spanning(*(0.0 if -_RESOLUTION_MS < end / whole < 0 else end / whole for end in ends))


def _ratio(now: Range | None, fixed: Range | None) -> Range | None:
    if now is None or fixed is None or not fixed.low > 0:
        return None
    return Range.spanning(now.low / fixed.low, now.typical / fixed.typical, now.high / fixed.high)


def _ms(delta: Range) -> str:
    """Return an added time; a time saved by the fault is less than the resolution, never a negative cost."""

    def shown(value: float) -> str:
        if value < _RESOLUTION_MS:
            return "less than 0.1 µs"
        return f"{1000 * value:.2g} µs" if value < 0.1 else f"{value:.2g} ms"

    if delta.high < _RESOLUTION_MS:
        return shown(delta.typical)
    return f"{shown(delta.typical)} ({shown(delta.low)} to {shown(delta.high)})"
