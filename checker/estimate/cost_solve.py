"""What findings cost under a workload: the SAN solved as it is, and once more with the fault mended.

A fault is mended by what its rule says of it (``effect``), else as its case knows. Where the model can't show a fault the
closed form of its case stays, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from checker.estimate.build import Builder
from checker.estimate.build_facts import SanFacts
from checker.estimate.cost import Cost, CostNumber
from checker.estimate.cost_mended import MENDED
from checker.estimate.cost_network import evened_network, ordered_network
from checker.estimate.cost_parts import Pair
from checker.estimate.cost_paths import busy_by_limit
from checker.estimate.cost_row import Row
from checker.estimate.estimator import Estimator, Model
from checker.estimate.library import Library
from checker.estimate.network import Network
from checker.estimate.quantity import Range
from checker.estimate.result import Result
from checker.estimate.workload import Workload

NOT_SHOWN: Mapping[str, str] = {
    "split_io": "the workload holds I/O as the host sends it, where the pieces of a large one are several",
    "transfer_size": "the workload holds no rebuild, and nothing else waits for the transfer-size",
}
"""Cases that the model can't show under any workload, and why."""
_ORDER = "the model knows the shares of paths, not the order in which sequential I/O takes them"
_NOTHING = "no fact that the model reads tells what mending would change"
_UNCHANGED = 0.995
_TAKEN: Mapping[str, str] = {
    "cross_connect": "mended means that paths to the other site carry nothing while there are local ones",
    "lost_paths": "paths that are missing are taken to be like those there are, over ports of their own; for another fabric every other "
    "port of the host moves there, or a single one gets a twin",
    "misaligned": "mended means that all data of the volume begins on a page; what straddles is asked for beside the rest, and takes "
    "work of the array but no time of its own; pages that writes straddle are read first at the high end only",
    "rr_limit": "ports of the array do so much less of sequential I/O as fewer of them are busy at a time",
    "unbalanced_directors": "mended means that the load is spread evenly over all parts that hosts are logged in to",
}
"""By case, what is taken for granted where it is mended without an effect of its rule."""


class Both(NamedTuple):
    """The SAN as it is and with the fault mended, what was taken for granted for it, and why times can't be compared."""

    now: Result
    fixed: Result
    taken: str = ""
    timeless: str = ""


@dataclass
class CostSolver:
    """Solves one SAN under one workload, with faults mended.

    Attributes:
        san: what exports tell.
        library: the parameters.
        loads: by (host, volume).
        now, model: the SAN as it is, solved; made when first asked for.
    """

    san: SanFacts
    library: Library
    loads: Mapping[Pair, Workload]
    now: Result | None = None
    model: Model | None = None

    def concerned(self, rows: Iterable[Row]) -> list[Pair]:
        """The hosts and volumes with load that these rows are about: those they name, else all on the storage they name."""
        rows = list(rows)
        named = {(str(row["host"]), str(row["volume"])) for row in rows if row.get("host") and row.get("volume")}
        if named:
            return [pair for pair in self.loads if pair in named]
        names = {str(row.get("storage_array")) for row in rows}
        return [pair for pair in self.loads if names & _storage_of(self.san, pair)]

    def both(self, case: str, rows: Sequence[Row], mended: SanFacts | None = None) -> Both | str:
        """Solve the SAN as it is and with the fault mended; or tell why the model can't show it.

        Args:
            case: of the registry.
            rows: the objects of the finding, or of several whose faults are mended together.
            mended: what exports would tell with the fault mended; None leaves it to the case.
        """
        if case in NOT_SHOWN:
            return NOT_SHOWN[case]
        if case == "rr_limit" and any(not io.random for pair in self.concerned(rows) for io in self.loads[pair].types):
            return self._ordered(rows)
        if mended is not None:
            return Both(self._base(), self._solve(mended))
        # Rows of objects without a host, such as links, only need a key of their own.
        pairs = {(str(row.get("host", index)), str(row.get("volume", index))): row for index, row in enumerate(rows)}
        if case == "misaligned" and not self._paged(rows):
            return "the size of the array's pages is not known"
        if case == "unbalanced_directors":
            evened = evened_network(self._base_model().network, self.san, rows)
            return _NOTHING if evened is None else Both(self._base(), self._solve(evened), _TAKEN[case])
        found = MENDED[case](self.san, pairs) if case in MENDED else None
        return _NOTHING if found is None else Both(self._base(), self._solve(found), _TAKEN.get(case, ""))

    def _ordered(self, rows: Sequence[Row]) -> Both | str:
        """The SAN with sequential I/O that keeps few ports busy at a time by the limit that is set, and by the advised one."""
        outstanding = round(self.library.typical("host.queue_depth"))
        known = {(str(row.get("host")), str(row.get("volume"))): busy_by_limit(row, outstanding) for row in rows}
        told = {pair: busy for pair, busy in known.items() if busy is not None}
        if not told:
            return _ORDER
        network = self._base_model().network
        now, fixed = (
            self._solve(ordered_network(network, {p: busy[end] for p, busy in told.items()})) for end in (0, 1)
        )
        return Both(now, fixed, _TAKEN["rr_limit"], _ORDER)

    def _paged(self, rows: Sequence[Row]) -> bool:
        """Whether some array behind the volumes of these rows has pages of known size."""
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
        return Estimator(self.library).model(network, self._base_model()).solve()


def _storage_of(san: SanFacts, pair: Pair) -> set[str]:
    """The array or VPLEX system that a host talks to for a volume, and the arrays behind."""
    number_of = san.class_of.get(pair)
    place = None if number_of is None else san.places.get(san.classes[number_of].place)
    if place is None:
        return set()
    parts = (place.array, *(piece for leg in place.legs for piece in leg.pieces))
    return {name for name in (place.storage_array, *(part.storage_array for part in parts if part)) if name}


def compared(closed: Cost, both: Both, concerned: Sequence[Pair], together: int = 1) -> Cost:
    """The closed form's cost with the change of the mean response time of the volumes concerned, and of saturation.

    Args:
        closed: the cost by the closed form.
        both: the SAN solved as it is, and mended.
        concerned: hosts and volumes whose response time counts.
        together: findings whose faults are mended in the second one.
    """
    now, fixed, taken, timeless = both
    if taken:
        closed = said(closed, taken)
    if together > 1:
        closed = said(closed, f"solved with the faults of all {together:,} such findings mended together")
    if timeless:
        return _by_saturation(closed, now, fixed, timeless)
    delta = _delta(now, fixed, concerned)
    saturation = _ratio(now.saturation_iops, fixed.saturation_iops)
    if delta is None:
        volumes = [volume for pair in concerned if (volume := now.volumes.get(f"{pair[0]} {pair[1]}"))]
        reason = next((volume.reason for volume in volumes if volume.reason), None)
        if any(volume.status == "unknown_parameter" for volume in volumes):
            return unsolved(closed, reason or now.status)
        what = f"with the workload there is no response time now: {reason or now.status}"
        text = f"{closed.text} With the workload there is no response time to compare ({reason or now.status})."
        return replace(
            said(closed, what), text=text, saturation_ratio=saturation or closed.saturation_ratio, solved=True
        )
    text = f"{closed.text} With the workload it costs {_ms(delta)} of mean response time"
    if saturation is not None and saturation.typical < _UNCHANGED:
        text += f", and the most that can be carried is {100 * saturation.typical:.3g} % of what it would be"
    elif saturation is not None:
        text += ", and the most that can be carried stays the same"
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
    """The cost where only what can be carried is comparable."""
    saturation = _ratio(now.saturation_iops, fixed.saturation_iops)
    if saturation is None:
        return unsolved(closed, timeless)
    if saturation.typical < _UNCHANGED:
        told = f"the most that can be carried is {100 * saturation.typical:.3g} % of what it would be"
    else:
        told = "the most that can be carried stays the same, since something else is full first"
    return replace(
        closed,
        text=f"{closed.text} With the workload {told}; of response times nothing is told: {timeless}.",
        saturation_ratio=saturation,
        numbers=(*closed.numbers, *_closed_ratio(closed)),
        assumptions=tuple(dict.fromkeys((*closed.assumptions, *now.assumptions))),
        solved=True,
    )


def _closed_ratio(closed: Cost) -> tuple[CostNumber, ...]:
    """What the closed form says of saturation: of the part concerned, while the solved ratio is that of the whole SAN."""
    if closed.saturation_ratio is None:
        return ()
    return (CostNumber("saturation of the part concerned", closed.saturation_ratio, "ratio"),)


def unsolved(closed: Cost, reason: str) -> Cost:
    """The cost by the closed form alone, with the reason why the workload adds nothing to it."""
    return replace(closed, text=f"{closed.text} Not solved with the workload: {reason}.")


def said(closed: Cost, text: str) -> Cost:
    """The cost with one more assumption."""
    return replace(closed, assumptions=(*closed.assumptions, text))


def _delta(now: Result, fixed: Result, concerned: Sequence[Pair]) -> Range | None:
    """Mean response time now less that with the fault mended, weighted by IOPS; None unless both have one for each volume."""
    ends = [0.0, 0.0, 0.0]
    whole = 0.0
    for host, volume in concerned:
        one, other = now.volumes.get(f"{host} {volume}"), fixed.volumes.get(f"{host} {volume}")
        if one is None or other is None or one.response is None or other.response is None or not one.iops:
            return None
        whole += one.iops
        for index, level in enumerate(("low", "typical", "high")):
            ends[index] += one.iops * (getattr(one.response.mean, level) - getattr(other.response.mean, level))
    return Range.spanning(*(end / whole for end in ends)) if whole else None


def _ratio(now: Range | None, fixed: Range | None) -> Range | None:
    if now is None or fixed is None or not fixed.low > 0:
        return None
    return Range.spanning(now.low / fixed.low, now.typical / fixed.typical, now.high / fixed.high)


def _ms(delta: Range) -> str:
    def shown(value: float) -> str:
        return f"{1000 * value:.2g} µs" if abs(value) < 0.1 else f"{value:.2g} ms"

    return f"{shown(delta.typical)} ({shown(delta.low)} to {shown(delta.high)})"
