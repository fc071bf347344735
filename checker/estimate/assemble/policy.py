"""Path policies of multipathing software, mapped to the few that the model knows.

Names are those that the software's own commands print: VMware NMP and HPP, PowerPath, dm-multipath, Veritas DMP,
Microsoft MPIO and AIX.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Policy = Literal["fixed", "mru", "round_robin", "adaptive", "unknown"]
ONE_PATH: frozenset[Policy] = frozenset({"fixed", "mru"})

_BY_NAME: dict[str, Policy] = {
    # VMware NMP, then HPP's schemes
    "vmw_psp_fixed": "fixed",
    "vmw_psp_fixed_ap": "fixed",
    "vmw_psp_mru": "mru",
    "vmw_psp_rr": "round_robin",
    "fixed": "fixed",
    "lb-rr": "round_robin",
    "lb-iops": "round_robin",
    "lb-bytes": "round_robin",
    "lb-latency": "adaptive",
    # PowerPath, long names and two-letter codes
    "adaptive": "adaptive",
    "ad": "adaptive",
    "symmopt": "adaptive",
    "so": "adaptive",
    "claropt": "adaptive",
    "co": "adaptive",
    "leastblocks": "adaptive",
    "leastblock": "adaptive",
    "lb": "adaptive",
    "leastios": "adaptive",
    "leastio": "adaptive",
    "li": "adaptive",
    "streamio": "adaptive",
    "si": "adaptive",
    "roundrobin": "round_robin",
    "rr": "round_robin",
    "request": "adaptive",
    "re": "adaptive",
    "basicfailover": "fixed",
    "bf": "fixed",
    "noredirect": "fixed",
    "noredir": "fixed",
    "nr": "fixed",
    # dm-multipath
    "round-robin": "round_robin",
    "queue-length": "adaptive",
    "service-time": "adaptive",
    "historical-service-time": "adaptive",
    "io-affinity": "adaptive",
    # Veritas DMP
    "minimumq": "adaptive",
    "adaptiveminq": "adaptive",
    "balanced": "round_robin",
    "priority": "adaptive",
    "singleactive": "fixed",
    "single-active": "fixed",
    # Microsoft MPIO
    "foo": "fixed",
    "rrws": "round_robin",
    "lqd": "adaptive",
    "wp": "fixed",
    # AIX
    "fail_over": "fixed",
    "round_robin": "round_robin",
    "shortest_queue": "adaptive",
    # NVMe
    "numa": "fixed",
    "queue-depth": "adaptive",
}


@dataclass(frozen=True, slots=True)
class Spread:
    """Path policy with its round-robin IOPS limit (None if it has no such limit)."""

    policy: Policy
    limit: int | None = None


def spread_of(
    psp: str | None, policy: str | None, grouping: str | None, rr_type: str | None, rr_iops: int | None
) -> Spread:
    """Return the policy of a volume from the columns of ``device`` with these names.

    ``path_grouping_policy failover`` of dm-multipath has one path per group, so the path is fixed regardless of the path
    selector. Policies that are not listed are ``unknown``.
    """
    named = (psp or policy or "").strip().lower()
    # dm-multipath prints the selector with its arguments: 'service-time 0'.
    word = named.split(" ")[0]
    found = _BY_NAME.get(named, _BY_NAME.get(word, "unknown"))
    if grouping and grouping.strip().lower() == "failover" and found != "unknown":
        found = "fixed"
    if found != "round_robin":
        return Spread(found)
    return Spread(found, rr_iops if rr_type in (None, "iops", "default") else None)
