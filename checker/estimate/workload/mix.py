"""Mix of I/O of an entry or profile in a workload file."""

from __future__ import annotations

from dataclasses import dataclass

from checker.estimate.workload.fields import MOST_BURST, MOST_BURST_CV, Fields, Problems
from checker.estimate.workload.mix_of_io import COMPOSITES, LOST_COMPOSITES, IoType
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList

MIX = (
    "read_pct", "size", "read_size", "write_size", "random_pct", "sequential_pct", "hit_pct", "burst", "burst_cv", "types",
)  # fmt: skip
TYPE = ("share_pct", "operation", "order", "size", "hit_pct")
_PLAIN = ("read_pct", "size", "read_size", "write_size", "random_pct", "sequential_pct")
_OPERATION = {"read": True, "write": False}
_ORDER = {"random": True, "sequential": False}
_MOST_TYPES = 100
NO_PROFILE = "profile not found"
# Percentages in workloads are rounded; each may be off by half of the last digit.
SUM_TOLERANCE = 0.005


@dataclass(frozen=True)
class Mix:
    """Types of I/O whose shares sum to 1, and the burst with its variation; ``order_assumed`` is set if random was not stated."""

    name: str
    types: tuple[IoType, ...]
    burst: float | None = None
    burst_cv: float | None = None
    order_assumed: bool = False


def named_mix(name: str) -> Mix | str:
    """Return a composite that a source defines, or the reason why there is none."""
    key = name.strip().lower().replace("-", "_").replace(" ", "_")
    if key in LOST_COMPOSITES:
        return LOST_COMPOSITES[key]
    if key in COMPOSITES:
        return Mix(key, COMPOSITES[key])
    return NO_PROFILE


def read_mix(fields: Fields, name: str) -> Mix | None:
    """Return the mix that an entry states directly; None if it states none, or after noting an error."""
    stated = [key for key in (*_PLAIN, "types") if key in fields.values]
    if not stated:
        return None
    before = len(fields.problems.found)
    hit = fields.share("hit_pct")
    burst, variation = read_burst(fields)
    if "types" in fields.values:
        for key in stated:
            if key != "types":
                fields.fail(key, "not allowed together with types")
        types = _listed(fields, hit)
        assumed = False
    else:
        types, assumed = _from_shares(fields, hit)
    if len(fields.problems.found) > before or not types:
        return None
    return Mix(name, types, burst, variation, assumed)


def read_burst(fields: Fields) -> tuple[float | None, float | None]:
    """Return mean and coefficient of variation of the number of I/Os that arrive together, where stated."""
    burst = fields.number("burst", 1, MOST_BURST, "a burst")
    variation = fields.number("burst_cv", 0, MOST_BURST_CV, "the coefficient of variation of a burst")
    if variation is not None and "burst" not in fields.values:
        fields.fail("burst_cv", "only allowed with burst")
    return burst, variation


def _from_shares(fields: Fields, hit: float | None) -> tuple[tuple[IoType, ...], bool]:
    read = fields.share("read_pct")
    random, sequential = fields.share("random_pct"), fields.share("sequential_pct")
    if random is not None and sequential is not None and abs(random + sequential - 1) > SUM_TOLERANCE:
        fields.fail("sequential_pct", f"with random_pct it is {100 * (random + sequential):.4g} %, not 100 %")
    order = random if random is not None else 1 - sequential if sequential is not None else 1.0
    both = fields.size_kib("size")
    sizes = {True: fields.size_kib("read_size") or both, False: fields.size_kib("write_size") or both}
    if "read_pct" not in fields.values:
        fields.problems.add(fields.at("read_pct"), "missing read_pct, the percentage of reads")
    if read is None:
        return (), False
    found: list[IoType] = []
    named: set[str] = set()
    for is_read, share in ((True, read), (False, 1 - read)):
        size = sizes[is_read]
        if share > 0 and size is None:
            size_key = "read_size" if is_read else "write_size"
            if "size" not in fields.values and size_key not in fields.values and "size" not in named:
                named.add("size")
                fields.problems.add(fields.at("size"), f"missing size (or {size_key}), such as 8K")
            continue
        for is_random, part in ((True, order), (False, 1 - order)):
            if share * part > 0 and size is not None:
                found.append(IoType(share * part, is_read, size, is_random, hit if is_read else None))
    return tuple(found), random is None and sequential is None


def _listed(fields: Fields, hit: float | None) -> tuple[IoType, ...]:
    listed = fields.values["types"]
    if not isinstance(listed, LocatedList) or not listed or len(listed) > _MOST_TYPES:
        fields.fail("types", f"must be a list of at most {_MOST_TYPES} types of I/O")
        return ()
    found: list[IoType] = []
    for item in listed:
        one = _type(item, fields, hit)
        if one is not None:
            found.append(one)
    total = sum(one.share for one in found)
    if len(found) == len(listed) and abs(total - 1) > SUM_TOLERANCE:
        fields.fail("types", f"share_pct sums to {100 * total:.4g} %, not 100 %")
        return ()
    # Sums within rounding are normalised, so that no I/O is lost.
    return tuple(
        IoType(min(1.0, one.share / total), one.read, one.size_kib, one.random, one.hit_share) for one in found if total
    )


def _type(item: object, fields: Fields, hit: float | None) -> IoType | None:
    if not isinstance(item, LocatedDict):
        fields.fail("types", "each type must be a mapping: {share_pct: 65, operation: read, order: random, size: 8K}")
        return None
    problems: Problems = fields.problems
    own = Fields(item, problems)
    before = len(problems.found)
    own.known(TYPE, "a type of I/O")
    for key in ("share_pct", "operation", "size"):
        if key not in item:
            problems.add(problems.entry(item), f"missing {key} in this type")
    share, size = own.share("share_pct"), own.size_kib("size")
    read, random = own.word("operation", _OPERATION), own.word("order", _ORDER)
    own_hit = own.share("hit_pct")
    if len(problems.found) > before or share is None or size is None or read is None:
        return None
    if own_hit is not None and not read:
        own.fail("hit_pct", "only reads have a hit ratio")
        return None
    return IoType(share, read, size, random is not False, (own_hit if own_hit is not None else hit) if read else None)
