"""The hosts that each rule was not evaluated on, from the unknown groups of the scans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from checker.rules.evaluate.scan import Scan


def hosts_without_data(scans: Iterable[Scan]) -> Mapping[str, Mapping[str, int]]:
    """Return, for each rule, the hosts with objects that it was not evaluated on, each with the number of these objects.

    Objects that belong to no host, or to an unknown one, are not included.
    """
    found: dict[str, dict[str, int]] = {}
    for scan in scans:
        if "host" not in scan.source.owners:
            continue
        at = scan.source.owners.index("host")
        for group in scan.unknown:
            host = group.owners[at]
            if host is None:
                continue
            for number, plan in enumerate(scan.plans):
                if group.rules >> number & 1:
                    of_rule = found.setdefault(plan.rule.id, {})
                    of_rule[host] = of_rule.get(host, 0) + group.objects
    return found
