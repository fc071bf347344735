"""Capacity of an array without some of its controllers.

A controller takes an even share of the capacity with it. For XtremIO this follows from its architecture: each X-Brick has two
storage controllers (H13540, p. 11), and all components share the load evenly (p. 14). For other arrays it is an assumption;
arrays that keep a controller in reserve lose nothing, which is the low end of the range.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.estimate.quantity import Range

if TYPE_CHECKING:
    from checker.estimate.assemble.arrays import ArrayFacts

BRICK_CONTROLLERS = 2
"""Storage controllers of an X-Brick (H13540, p. 11)."""
Component = tuple[str, str]


def without_controllers(arrays: Mapping[str, ArrayFacts], components: Iterable[Component]) -> dict[str, ArrayFacts]:
    """Return the facts of arrays after the failure of directors and engines.

    Args:
        arrays: facts by name of the array, intact.
        components: what fails, as (kind, key); a key begins with the name of the array.
    """
    failed = set(components)
    found = dict(arrays)
    for name, facts in arrays.items():
        dead = frozenset(
            controller
            for controller, engine in facts.controllers.items()
            if ("director", f"{name} {controller}") in failed or (engine and ("engine", f"{name} {engine}") in failed)
        )
        if dead:
            found[name] = replace(facts, failed=facts.failed | dead)
    return found


def capacity_left(facts: ArrayFacts, bricks: float | None = None) -> Range | None:
    """Return the part of its capacity that an array has left, from the low to the high end of latency.

    ``low`` is the smallest part. None if the number of its controllers is unknown.

    Args:
        facts: the array.
        bricks: X-Bricks of an XtremIO, None for other arrays.
    """
    if not facts.failed:
        return Range.exactly(1.0)
    total = max(len(facts.controllers), facts.stated or 0, round((bricks or 0) * BRICK_CONTROLLERS))
    if total <= len(facts.failed):
        return None
    share = 1.0 - len(facts.failed) / total
    return Range.exactly(share) if bricks else Range(share, share, 1.0)


def remark_of(facts: ArrayFacts, bricks: float | None, *, flash: bool, known: bool, named: bool) -> str:
    """Return the assumption about the capacity of an array without its failed controllers.

    Args:
        facts: the array.
        bricks: X-Bricks of an XtremIO, None for other arrays.
        flash: whether its capacity is that of its controllers, not that of its drives.
        known: whether its capacity is known.
        named: whether to name the controllers; otherwise the remark is about any of them.
    """
    without = f"without {' and '.join(sorted(facts.failed))}" if named else "without one of its controllers"
    if not flash:
        return (
            f"{facts.name}: {without}, its drives and cache are assumed to be as fast as before; "
            "if the array then switches off its write cache, writes take longer"
        )
    if not known:
        return f"{facts.name}: its capacity is unknown, so the estimate {without} covers only ports and links"
    left = capacity_left(facts, bricks)
    if left is None:
        return f"{facts.name}: its capacity {without} is assumed to be unchanged, because the number of its controllers is unknown"
    text = f"{facts.name}: {without}, {100 * left.typical:.0f} % of its capacity is assumed to be left"
    if bricks:
        return f"{text}, because all controllers share the load"
    return f"{text}; an array that keeps a controller in reserve loses none (low end of the range)"
