"""Numbers of measured loads: means, percentiles, units, and the names of plans and runs."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from checker.facts.values import Value
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.numbers import decimal

MIB = 1_048_576
_WEIGHTS = {
    "latency_ms": "iops", "device_ms": "iops", "kernel_ms": "iops", "queue_ms": "iops", "io_bytes": "iops",
    "read_ms": "read_iops", "read_io_bytes": "read_iops", "write_ms": "write_iops", "write_io_bytes": "write_iops",
}  # fmt: skip
_PEAKS = {
    "iops": "iops_p95", "latency_ms": "latency_p95_ms", "read_ms": "read_p95_ms", "write_ms": "write_p95_ms",
    "device_ms": "device_p95_ms", "kernel_ms": "kernel_p95_ms", "queue_ms": "queue_p95_ms",
}  # fmt: skip
_RATES = (
    ("rate", "throughput_mbps", "iops", "io_bytes"), ("read_rate", "read_mbps", "read_iops", "read_io_bytes"),
    ("write_rate", "write_mbps", "write_iops", "write_io_bytes"),
)  # fmt: skip
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,3})?\Z")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:[,. '][0-9]{3})+(?:[.,][0-9]+)?\Z|[+-]?[0-9]{1,3}(?:[,. '][0-9]{3})*\Z")


def plan_name(capture: Capture) -> str:
    """Return the name of the plan in a file: the file's name, with its folder, without suffix."""
    path = PurePosixPath(capture.file.replace("\\", "/"))
    parts = [part for part in path.parts[-2:-1] if part not in ("/", ".", "..")]
    return "/".join([*parts, path.stem or "plan"])


def stated_host(capture: Capture) -> str | None:
    """Return the host that a capture names; None if it is only known from the path of the file."""
    return capture.owner if capture.owner_basis != "path" else None


class RunNames:
    """Names of the runs of a plan: a name that is repeated, as in a loop, is another run, ``run1 (2)``."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def begin(self, name: str) -> str:
        """Return the name of a run that begins."""
        self._seen[name] += 1
        return name if self._seen[name] == 1 else f"{name} ({self._seen[name]})"


def number(text: str | None, decimal_comma: bool = False) -> float | None:
    """Return a number as spreadsheets print it, with groups of thousands; None for other texts.

    With ``decimal_comma``, the comma is the decimal sign, else the point; the other one, blanks and apostrophes group.
    """
    if text is None:
        return None
    shown = text.strip().rstrip("%").strip()
    if _GROUPED.match(shown):
        signs = ". '" if decimal_comma else ", '"
        if shown.count(".") == 1 and "," not in shown and decimal_comma and shown.startswith("0."):
            return decimal(shown)
        for sign in signs:
            shown = shown.replace(sign, "")
    if not decimal_comma and "," in shown:
        return None
    return plain(shown)


def plain(text: str | None) -> float | None:
    """Return a number without grouping, with a decimal point or a decimal comma; None for other texts."""
    if text is None:
        return None
    shown = text.strip()
    if not _NUMBER.match(shown):
        return None
    value = decimal(shown.replace(",", "."))
    return value if abs(value) < 1e30 else None


def mean(values: Iterable[float | None]) -> float | None:
    """Return the mean of the known values, or None if none is known."""
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 6) if known else None


def weighted(values: Sequence[float | None], weights: Sequence[float | None]) -> float | None:
    """Return the weighted mean of values; None if no value with a weight is known."""
    pairs = [(v, w) for v, w in zip(values, weights, strict=True) if v is not None and w is not None and w > 0]
    total = sum(w for _, w in pairs)
    return round(sum(v * w for v, w in pairs) / total, 6) if total else None


def percentile(values: Iterable[float | None], share: float = 0.95) -> float | None:
    """Return the value that this share of the known values does not exceed (nearest rank), or None."""
    known = sorted(value for value in values if value is not None)
    if not known:
        return None
    rank = max(1, -(-len(known) * round(share * 1000) // 1000))
    return round(known[min(rank, len(known)) - 1], 6)


def deviation(values: Iterable[float | None]) -> float | None:
    """Return the standard deviation of at least two known values, or None."""
    known = [value for value in values if value is not None]
    if len(known) < 2:
        return None
    middle = sum(known) / len(known)
    return round(math.sqrt(sum((value - middle) ** 2 for value in known) / len(known)), 6)


def megabytes(bytes_a_second: float | None) -> float | None:
    """Return a rate in 10^6 bytes a second."""
    return None if bytes_a_second is None else round(bytes_a_second / 1e6, 6)


def add(first: float | None, second: float | None) -> float | None:
    """Return the sum of two numbers; an unknown one is ignored."""
    if first is None or second is None:
        return first if second is None else second
    return round(first + second, 6)


def share(part: float | None, rest: float | None) -> float | None:
    """Return the share of a part in part and rest; None if either is unknown or both are 0."""
    if part is None or rest is None or part + rest <= 0:
        return None
    return round(part / (part + rest), 6)


def known(facts: dict[str, Value]) -> dict[str, Value]:
    """Return the facts that have a value."""
    return {name: value for name, value in facts.items() if value is not None}


def ratio(percent: float | None) -> float | None:
    """Return a percentage as ratio; None if it is unknown or not between 0 and 100."""
    return round(percent / 100, 6) if percent is not None and 0 <= percent <= 100 else None


def pattern(random_ratio: float | None) -> str | None:
    """Return the access pattern with this share of random I/O."""
    return None if random_ratio is None else {0.0: "sequential", 1.0: "random"}.get(random_ratio, "mixed")


def peak(values: Sequence[float | None]) -> float | None:
    """Return the 95th percentile of several samples; None for one sample."""
    return percentile(values) if len(values) > 1 else None


def summary(
    samples: Mapping[str, Sequence[float | None]],
    peaks: Iterable[str],
    *,
    rate_unit: float = 1.0,
    sizes_from_rates: bool = True,
) -> dict[str, Value]:
    """Return the facts of a load from the samples of its figures: means, and what follows from them.

    Latencies and sizes are weighted by the I/O they belong to.

    Args:
        samples: samples by column of ``workload``; ``rate``, ``read_rate`` and ``write_rate`` are amounts per second.
            Without ``rate``, it is the sum of the others.
        peaks: figures of which the 95th percentile is written too.
        rate_unit: bytes in the unit of the rates.
        sizes_from_rates: TRUE prefers rate divided by IOPS to the sizes in ``samples``.
    """
    means: dict[str, float | None] = {}
    for figure, values in samples.items():
        weights = samples.get(_WEIGHTS.get(figure, ""))
        means[figure] = weighted(values, weights) if values and weights else mean(values)
    rates = {name: None if (rate := means.pop(name, None)) is None else rate * rate_unit for name, *_ in _RATES}
    if "rate" not in samples:
        rates["rate"] = add(rates["read_rate"], rates["write_rate"])
    facts: dict[str, Value] = {**means, "read_ratio": share(means.get("read_iops"), means.get("write_iops"))}
    for name, column, count, size in _RATES:
        facts[column] = megabytes(rates[name])
        if sizes_from_rates:
            facts[size] = _size(rates[name], means.get(count), means.get(size))
    facts["iops_deviation"] = deviation(samples.get("iops", ()))
    for figure in peaks:
        facts[_PEAKS[figure]] = peak(samples.get(figure, ()))
    return facts


def over_time(
    samples: Mapping[str, Sequence[float | None]], *, rate_unit: float = 1.0
) -> dict[str, list[float | None]]:
    """Return the samples with the names and units of ``load_sample``; arguments as for :func:`summary`."""
    found = {figure: list(values) for figure, values in samples.items() if figure not in {name for name, *_ in _RATES}}
    for name, column, _, _ in _RATES:
        if name in samples:
            found[column] = [megabytes(None if rate is None else rate * rate_unit) for rate in samples[name]]
    return found


def _size(rate: float | None, count: float | None, printed: float | None) -> int | None:
    if rate and count and count >= 1:
        return round(rate / count)
    return round(printed) if printed else None
