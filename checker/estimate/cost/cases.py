"""Registry of cost cases: the names that ``cost:`` in a rule may have (estimator.md, section 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checker.estimate.cost.cost import CASES, Cost
from checker.estimate.cost.paths import cross_connect, fixed_policy, lost_paths, rr_limit, unbalanced_directors
from checker.estimate.cost.row import Question
from checker.estimate.cost.storage import misaligned, split_io, transfer_size, wan_loss, write_cache_off

ABOUT_PATHS = frozenset({"fixed_policy", "rr_limit", "cross_connect", "lost_paths"})
"""Cases that need the paths of each host and volume."""

FORMS: Mapping[str, Callable[[Question], Cost | str]] = {
    "fixed_policy": fixed_policy,
    "unbalanced_directors": unbalanced_directors,
    "misaligned": misaligned,
    "split_io": split_io,
    "rr_limit": rr_limit,
    "cross_connect": cross_connect,
    "transfer_size": transfer_size,
    "write_cache_off": write_cache_off,
    "lost_paths": lost_paths,
    "wan_loss": wan_loss,
}


def cost_of_finding(case: str, question: Question) -> Cost | str:
    """Return the cost of a finding by the closed form of its case, or the reason why it is unknown.

    Raises:
        KeyError: there is no such case.
    """
    return FORMS[case](question)


assert frozenset(FORMS) == CASES
