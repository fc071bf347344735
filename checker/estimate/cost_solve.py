"""What findings cost under a workload: the SAN solved as it is, and once more with the fault mended.

Only faults that the model knows are solved again; for others the closed form of their case stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from checker.estimate.build import Builder
from checker.estimate.build_facts import SanFacts
from checker.estimate.cost import Cost, CostNumber
from checker.estimate.cost_mended import BY_PAIR, MENDED, Pair, misaligned_network
from checker.estimate.cost_row import Row
from checker.estimate.library import Library
from checker.estimate.network import Network
from checker.estimate.quantity import Range
from checker.estimate.workload import Workload

if TYPE_CHECKING:
    from checker.estimate.result import Result

MOST_SOLVED = 50
"""Findings that are solved again; each takes as long as an estimate of the whole SAN."""
_UNCHANGED = 0.995


@dataclass
class CostSolver:
    """Solves one SAN under one workload, with faults mended one at a time.

    Attributes:
        san: what exports tell.
        library: the parameters.
        loads: by (host, volume).
    """

    san: SanFacts
    library: Library
    loads: Mapping[Pair, Workload]
    _now: Result | None = None
    _network: Network | None = None
    _solved: int = field(default=0)

    def added(self, case: str, closed: Cost, rows: Sequence[Row]) -> Cost:
        """Add to a cost what mending the fault changes under the workload; the cost as it is where that can't be told.

        Args:
            case: of the registry.
            closed: the cost by the closed form.
            rows: the finding's objects, with ``host`` and ``volume``.
        """
        # Rows of objects without a host, such as links, only need a key of their own.
        pairs = {(str(row.get("host", index)), str(row.get("volume", index))): row for index, row in enumerate(rows)}
        concerned = [pair for pair in pairs if pair in self.loads] if case in BY_PAIR else self._on(pairs.values())
        if case not in (*MENDED, "misaligned") or not concerned:
            return closed
        if self._solved >= MOST_SOLVED:
            return _said(closed, f"not solved with the workload: {MOST_SOLVED} other findings were")
        self._solved += 1
        if case == "misaligned":
            base = self._built(self.san)
            straddling = misaligned_network(base, pairs)
            if straddling is None:
                return closed
            closed = _said(closed, "the solved figure leaves out the pages that straddling writes read first")
            now, fixed = self._solve(straddling), self._base()
        else:
            mended = MENDED[case](self.san, pairs)
            if mended is None:
                return closed
            now, fixed = self._base(), self._solve(self._built(mended))
        return _compared(closed, now, fixed, concerned)

    def _on(self, rows: Iterable[Row]) -> list[Pair]:
        """The volumes with load whose data is on, or behind, the storage of the rows."""
        names = {str(row.get("storage_array")) for row in rows}
        return [pair for pair in self.loads if names & _storage_of(self.san, pair)]

    def _base(self) -> Result:
        if self._now is None:
            self._now = self._solve(self._built(self.san))
        return self._now

    def _built(self, san: SanFacts) -> Network:
        if san is not self.san:
            return Builder(san, self.library).build(self.loads).network
        if self._network is None:
            self._network = Builder(san, self.library).build(self.loads).network
        return self._network

    def _solve(self, network: Network) -> Result:
        from checker.estimate.estimator import Estimator

        return Estimator(self.library).model(network).solve()


def _storage_of(san: SanFacts, pair: Pair) -> set[str]:
    """The array or VPLEX system that a host talks to for a volume, and the arrays behind."""
    number_of = san.class_of.get(pair)
    place = None if number_of is None else san.places.get(san.classes[number_of].place)
    if place is None:
        return set()
    parts = (place.array, *(piece for leg in place.legs for piece in leg.pieces))
    return {name for name in (place.storage_array, *(part.storage_array for part in parts if part)) if name}


def _compared(closed: Cost, now: Result, fixed: Result, concerned: Sequence[Pair]) -> Cost:
    """The closed form's cost with the change of the mean response time of the volumes concerned, and of saturation."""
    delta = _delta(now, fixed, concerned)
    saturation = _ratio(now.saturation_iops, fixed.saturation_iops)
    if delta is None:
        reason = next(
            (v.reason for pair in concerned if (v := now.volumes.get(f"{pair[0]} {pair[1]}")) and v.reason), None
        )
        what = f"with the workload there is no response time now: {reason or now.status}"
        text = f"{closed.text} With the workload there is no response time to compare ({reason or now.status})."
        return replace(
            _said(closed, what), text=text, saturation_ratio=saturation or closed.saturation_ratio, solved=True
        )
    said = f"{closed.text} With the workload it costs {_ms(delta)} of mean response time"
    if saturation is not None and saturation.typical < _UNCHANGED:
        said += f", and the most that can be carried is {100 * saturation.typical:.3g} % of what it would be"
    elif saturation is not None:
        said += ", and the most that can be carried stays the same"
    return replace(
        closed,
        text=f"{said}.",
        delta_ms=delta,
        saturation_ratio=saturation or closed.saturation_ratio,
        numbers=(*closed.numbers, *_closed_ratio(closed)),
        assumptions=tuple(dict.fromkeys((*closed.assumptions, *now.assumptions))),
        solved=True,
    )


def _closed_ratio(closed: Cost) -> tuple[CostNumber, ...]:
    """What the closed form says of saturation: of the part concerned, while the solved ratio is that of the whole SAN."""
    if closed.saturation_ratio is None:
        return ()
    return (CostNumber("saturation of the part concerned", closed.saturation_ratio, "ratio"),)


def _said(closed: Cost, text: str) -> Cost:
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
