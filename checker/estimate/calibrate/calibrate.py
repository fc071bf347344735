"""Calibration of an array from points: values with 95 % intervals, residuals, and what the data cannot distinguish."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.estimate.calibrate.fit import SERVERS, Data, Fit, more_than_chance, student, with_wait, without_wait
from checker.estimate.calibrate.points import LEAST, Point, different
from checker.estimate.library import builtin

_SHARES_APART, _PEAKS_APART = 0.02, 0.15
_LARGE_KIB = 16.0


@dataclass(frozen=True, slots=True)
class Family:
    """Array model to calibrate.

    Attributes:
        name: prefix of its parameters.
        bricks: X-Bricks of an XtremIO, else None.
    """

    name: str
    bricks: int | None = None

    @property
    def interference(self) -> float:
        """Interference of reads and writes, which is not fitted."""
        return builtin().typical("xtremio.interference") if self.bricks is not None else 0.0


@dataclass(frozen=True, slots=True)
class Value:
    """Fitted parameter: best value and the ends of its 95 % interval, in rising order; unit."""

    name: str
    low: float
    best: float
    high: float
    unit: str


@dataclass(frozen=True, slots=True)
class Residual:
    """Measured and fitted time of one point: ``reads``, ``writes`` or ``all``; in ms."""

    point: Point
    what: str
    measured: float
    fitted: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Result of a calibration.

    Attributes:
        family: the array model.
        values: what could be fitted.
        residuals: one per measured time.
        remarks: what the data cannot distinguish or what is not fitted, and why.
        block: lines for ``estimate:`` in the configuration; empty if nothing could be fitted.
    """

    family: Family
    values: tuple[Value, ...] = ()
    residuals: tuple[Residual, ...] = ()
    remarks: tuple[str, ...] = ()
    block: tuple[str, ...] = field(default=())


def calibrate(points: Sequence[Point], family: Family) -> Calibration:
    """Fit the parameters of an array.

    Args:
        points: loads and response times at several times.
        family: the array model.
    """
    used = [point for point in points if point.iops > 0]
    loads = different([point.iops for point in used])
    if loads < LEAST:
        return Calibration(
            family,
            remarks=(
                f"nothing can be fitted: the captures contain {len(used)} usable point{'' if len(used) == 1 else 's'} with {loads} different load{'' if loads == 1 else 's'}; "
                f"at least {LEAST} loads that differ by 5 % are needed, ideally from idle to more than half of the peak",
            ),
        )
    data = Data.of(used, family.interference)
    shares = [point.read_share for point in used]
    separate = any(point.read_ms is not None or point.write_ms is not None for point in used)
    both = any(share > 0 for share in shares) and any(share < 1 for share in shares)
    apart = both and (separate or max(shares) - min(shares) > _SHARES_APART)
    remarks = []
    if both and not apart:
        remarks.append(
            "reads and writes cannot be distinguished: only their common response time is known, and their shares are the same at all times"
        )
    flat = without_wait(data, apart=apart)
    spread = max(shares) - min(shares)
    accepted = _accepted(data, apart=apart, peaks_apart=both and spread >= _PEAKS_APART)
    best = min(accepted, key=lambda fit: fit.squares, default=None)
    if best is None or not more_than_chance(flat, best):
        top = max(point.iops for point in used)
        remarks.append(
            f"peak and servers cannot be fitted: the response time does not rise with the load by more than chance; the highest load was {top:,.0f} IOPS"
        )
        return _result(family, used, data, [flat], flat, apart, remarks)
    if both and spread < _PEAKS_APART:
        remarks.append(
            f"the peaks of reads and writes cannot be distinguished: reads are {100 * min(shares):.0f} to {100 * max(shares):.0f} % of the I/O "
            "at all times; the peak is that of this mix"
        )
    if len(accepted) > 1:
        servers = [fit.servers for fit in accepted]
        remarks.append(f"{min(servers)} to {max(servers)} servers fit equally well")
    sizes = [point.kib for point in used if point.kib is not None]
    if sizes and max(sizes) > _LARGE_KIB:
        remarks.append(
            f"I/O of {min(sizes):.0f} to {max(sizes):.0f} KiB on average: the peaks are those of this size; bandwidth is not fitted"
        )
    return _result(family, used, data, accepted, best, apart, remarks)


def _accepted(data: Data, *, apart: bool, peaks_apart: bool) -> list[Fit]:
    """Fits with numbers of servers that explain the data as well as the best, which comes with its neighbours."""
    fits = [
        fit for count in SERVERS if (fit := with_wait(data, count, apart=apart, peaks_apart=peaks_apart)) is not None
    ]
    fits = [fit for fit in fits if fit.free >= 1 and _plausible(fit)]
    best = min(fits, key=lambda fit: fit.squares, default=None)
    if best is None:
        return []
    limit = best.squares * (1.0 + student(best.free) ** 2 / best.free)
    place = [fit.servers for fit in fits].index(best.servers)
    return [fit for number, fit in enumerate(fits) if fit.squares <= limit or abs(number - place) <= 1]


def _plausible(fit: Fit) -> bool:
    """Whether the service time of one server does not exceed the latency at low load (estimator.md, section 3.8)."""
    latencies = [value for value in fit.latencies if value > 0]
    return bool(latencies) and (fit.servers == 1 or fit.servers * 1000.0 / min(fit.peaks) <= 1.05 * max(latencies))


def _result(
    family: Family,
    points: Sequence[Point],
    data: Data,
    fits: Sequence[Fit],
    best: Fit,
    apart: bool,
    remarks: Sequence[str],
) -> Calibration:
    values = []
    kinds = ("read", "write") if apart else ("read" if data.share.min(initial=1.0) > 0 else "write",)
    for number, kind in enumerate(kinds):
        ends = [(fit.latencies[number], student(fit.free) * fit.errors[number]) for fit in fits]
        low = max(0.0, min(value - margin for value, margin in ends))
        values.append(
            Value(f"{kind}_latency", low, best.latencies[number], max(value + margin for value, margin in ends), "ms")
        )
    if best.peaks:
        for number, kind in enumerate(("read", "write")):
            place = min(number, len(best.peaks) - 1)
            at = len(best.latencies) + place
            ends = [(math.log(fit.peaks[place]), student(fit.free) * fit.errors[at]) for fit in fits]
            low, high = (math.exp(min(v - m for v, m in ends)), math.exp(max(v + m for v, m in ends)))
            values.append(Value(f"{kind}_iops", low, best.peaks[place], high, "1/s"))
        counts = [fit.servers for fit in fits]
        values.append(Value("servers", min(counts), best.servers, max(counts), "servers"))
    names = {1.0: "reads", 0.0: "writes"}
    separate = [points[number].mean_ms is None for number in data.point.tolist()]
    residuals = tuple(
        Residual(points[number], names[share] if alone and share in names else "all", float(ms), float(fitted))
        for number, share, ms, fitted, alone in zip(
            data.point.tolist(), data.share.tolist(), data.ms, best.fitted, separate, strict=True
        )
    )
    every = _both_kinds(values) if not apart else values
    return Calibration(family, tuple(every), residuals, tuple(remarks), tuple(_block(family, every)))


def _both_kinds(values: Sequence[Value]) -> list[Value]:
    """Repeat the one latency for reads and for writes, because the model needs both."""
    first = values[0]
    kinds = [Value(f"{kind}_latency", first.low, first.best, first.high, "ms") for kind in ("read", "write")]
    return [*kinds, *values[1:]]


def _block(family: Family, values: Sequence[Value]) -> list[str]:
    """Lines for ``estimate:``; rates and servers fall towards the high end of the latency."""
    lines = ["estimate:", "  parameters:"]
    for one in values:
        name, low, best, high = f"{family.name}.{one.name}", one.low, one.best, one.high
        if family.bricks is not None and one.name.endswith("_iops"):
            # Demands of an XtremIO are those of the reference number of X-Bricks, in microseconds.
            scale = 1e6 * family.bricks / builtin().typical("xtremio.reference_bricks")
            name = name.replace("_iops", "_demand")
            low, best, high = scale / high, scale / best, scale / low
        elif one.name.endswith("_iops") or one.name == "servers":
            low, high = high, low
        lines.append(f"    {name}: {{low: {_plain(low)}, typical: {_plain(best)}, high: {_plain(high)}}}")
    return lines


def _plain(value: float) -> str:
    """Return a number with four significant digits, without an exponent."""
    return (
        f"{value:.4g}"
        if 1e-4 <= abs(value) < 1e4 or not value
        else f"{round(value, 3 - math.floor(math.log10(abs(value)))):.0f}"
    )
