"""What findings cost: gives the cases of the estimator what the store knows of each finding's objects.

The engine doesn't know what a finding costs, and the estimator doesn't know what a finding is; this module joins them
after the rules have run. A missing fact is no cost, with the reason; never a guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.engine.finding import Finding
from checker.engine.rule import Rule

if TYPE_CHECKING:
    from checker.estimate.cost import Cost
    from checker.estimate.cost_row import Row
    from checker.estimate.cost_solve import CostSolver
    from checker.estimate.workload_model import LoadFile
    from checker.facts.store import Store
    from checker.views.catalog import View

MOST_OBJECTS = 2000
"""Objects of one finding whose facts are looked at; the cost is a range over them, and very many are alike."""
MOST_NOTES = 5
"""Remarks about a workload that a report shows one by one."""
_WANTED = "min"
_KINDS = ("path", "device", "wan_link", "host", "vplex_cluster", "storage_array", "storage_volume", "raid_group")


def with_costs(
    store: Store,
    findings: Sequence[Finding],
    rules: Mapping[str, Rule],
    views: Mapping[str, View],
    workload: LoadFile | None = None,
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Return the findings with what they cost, where their rule has a case of the estimator, and remarks for the report.

    Args:
        store: of the audit, with the views that the rules run over.
        findings: as the rules made them.
        rules: by id.
        views: by name.
        workload: the load under which the SAN is solved with and without each fault; None for closed forms only.

    Raises:
        UsageError: the workload is about a volume that does not exist, with file and line.
    """
    concerned = [finding for finding in findings if (rule := rules.get(finding.rule)) is not None and rule.cost]
    if not concerned and workload is None:
        return tuple(findings), ()
    costs = _Costs(store, views)
    notices = costs.take(workload) if workload is not None else ()
    return tuple(
        costs.added(finding, rules[finding.rule]) if finding.rule in rules and rules[finding.rule].cost else finding
        for finding in findings
    ), notices


class _Costs:
    """Looks facts up once for all findings of a rule, or for all hosts."""

    def __init__(self, store: Store, views: Mapping[str, View]) -> None:
        self._store = store
        self._views = views
        self._paths: dict[tuple[str, str], Row] | None = None
        self._solver: CostSolver | None = None
        store.ensure_entities(_KINDS)

    def take(self, workload: LoadFile) -> tuple[str, ...]:
        """Solve findings again under this workload; returns what of it was left out."""
        from checker.estimate.build_facts import facts_of
        from checker.estimate.cost_solve import CostSolver
        from checker.estimate.library import builtin
        from checker.estimate.workload_assign import assign
        from checker.estimate.workload_names import volumes_in_scope

        san = facts_of(self._store)
        found = assign(workload, volumes_in_scope(self._store))
        loads = {pair: assigned.workload for pair, assigned in found.loads.items() if assigned.workload.loaded}
        self._solver = CostSolver(san, builtin(), loads) if loads else None
        notes = (*workload.notes, *found.notes)
        told = tuple(f"workload: {text}" for text in (*workload.assumptions, *notes[:MOST_NOTES]))
        if not loads:
            told = (*told, f"workload: {workload.path} says of no volume how much I/O it has: costs hold for any load")
        return told if len(notes) <= MOST_NOTES else (*told, f"workload: {len(notes) - MOST_NOTES:,} remarks more")

    def added(self, finding: Finding, rule: Rule) -> Finding:
        """The finding with its cost, or with the reason why there is none."""
        try:
            answer = self._cost(finding, rule)
        except Exception as error:  # noqa: BLE001 - a fault in an estimate must not take the finding away
            answer = f"the estimate failed, which is a fault of sanlint ({type(error).__name__}: {error})"
        if isinstance(answer, str):
            return replace(finding, cost=None, cost_unknown=answer)
        return replace(finding, cost=answer, cost_unknown="")

    def _cost(self, finding: Finding, rule: Rule) -> Cost | str:
        from checker.estimate.cost_cases import ABOUT_PATHS, cost_of_finding
        from checker.estimate.cost_row import Question

        case = rule.cost or ""
        rows = self._rows(finding, rule)
        if case in ABOUT_PATHS:
            rows = [{**self._path_facts(row), **row} for row in rows]
        elif case == "wan_loss":
            rows = [{**self._link(row), **row} for row in rows]
        elif case == "write_cache_off":
            rows = [one for row in rows for one in self._groups(row)]
        answer = cost_of_finding(case, Question(rows, _mended(finding, rule)))
        if isinstance(answer, str) or self._solver is None:
            return answer
        return self._solver.added(case, answer, rows)

    def _rows(self, finding: Finding, rule: Rule) -> list[Row]:
        """The rows of the rule's view for the objects of a finding; what the finding itself says where there are none."""
        own: list[Row] = [{**finding.evidence, **one} for one in finding.objects[:MOST_OBJECTS]]
        view = self._views.get(rule.view)
        keys = tuple(finding.objects[0]) if finding.objects else ()
        if rule.rows is not None or view is None or not keys:
            return own
        given = ", ".join(f"unnest(?::VARCHAR[]) AS key_{number}" for number in range(len(keys)))
        same = " AND ".join(
            f'v."{key}"::VARCHAR IS NOT DISTINCT FROM o.key_{number}' for number, key in enumerate(keys)
        )
        values = [
            [None if one[key] is None else str(one[key]) for one in finding.objects[:MOST_OBJECTS]] for key in keys
        ]
        cursor = self._store.connection.execute(
            f'SELECT v.* FROM "{view.name}" v JOIN (SELECT {given}) o ON {same} ORDER BY ALL', values
        )
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()] or own

    def _path_facts(self, row: Row) -> Row:
        if self._paths is None:
            self._paths = dict(self._all_paths())
        found = self._paths.get((str(row.get("host")), str(row.get("volume"))))
        return found if found is not None else {}

    def _all_paths(self) -> Iterator[tuple[tuple[str, str], Row]]:
        """Counts of paths by host and volume: see ``checker.estimate.cost_row.PATH_COLUMNS``."""
        rows = self._store.rows("""
            WITH hints AS (
                SELECT host, device, coalesce(hctl, '') AS hctl, coalesce(path_name, '') AS path_name,
                    coalesce(initiator_wwpn, '') AS initiator_wwpn, coalesce(target_wwpn, '') AS target_wwpn,
                    bool_or(optimised) AS optimised
                FROM path GROUP BY ALL
            ), placed AS (
                SELECT p.host, p.device, p.target_wwpn, p.fabric, p.live, p.storage_array, p.cluster,
                    p.live AND p.state IS DISTINCT FROM 'standby' AND x.optimised IS DISTINCT FROM FALSE AS active,
                    h.site <> coalesce(c.site, CASE WHEN p.family <> 'vplex' THEN a.site END) AS remote
                FROM path_place p
                LEFT JOIN hints x ON x.host = p.host AND x.device = p.device AND x.hctl = coalesce(p.hctl, '')
                    AND x.path_name = coalesce(p.path_name, '') AND x.initiator_wwpn = coalesce(p.initiator_wwpn, '')
                    AND x.target_wwpn = coalesce(p.target_wwpn, '')
                LEFT JOIN host h ON h.host = p.host
                LEFT JOIN vplex_cluster c ON c.storage_array = p.storage_array AND c.cluster = p.cluster
                LEFT JOIN storage_array a ON a.storage_array = p.storage_array
            ), sharers AS (
                SELECT target_wwpn, count(DISTINCT host) AS hosts FROM placed WHERE active GROUP BY 1
            ), by_fabric AS (
                SELECT host, device, max(paths) AS most FROM (
                    SELECT host, device, fabric, count(*) AS paths FROM placed WHERE live GROUP BY ALL
                ) GROUP BY ALL HAVING count(*) = count(fabric)
            ), links AS (
                SELECT storage_array, CASE WHEN count(rtt_ms) = count(*) THEN max(rtt_ms) END AS rtt_ms
                FROM wan_link WHERE management_vpn IS DISTINCT FROM TRUE GROUP BY 1
            )
            SELECT p.host, p.device, count(*) FILTER (p.active), count(*) FILTER (p.live), count(*) FILTER (p.live IS NULL),
                count(DISTINCT p.target_wwpn) FILTER (p.active), max(s.hosts), max(f.most),
                CASE WHEN count(*) FILTER (p.active AND p.remote IS NULL) = 0 THEN count(*) FILTER (p.active AND p.remote) END,
                max(d.queue_depth), max(l.rtt_ms)
            FROM placed p
            LEFT JOIN sharers s ON s.target_wwpn = p.target_wwpn
            LEFT JOIN by_fabric f ON f.host = p.host AND f.device = p.device
            LEFT JOIN device d ON d.host = p.host AND d.device = p.device
            LEFT JOIN links l ON l.storage_array = p.storage_array
            GROUP BY p.host, p.device
        """)
        names = (
            "path_active", "path_live", "path_unknown", "path_ports", "path_sharers", "path_in_fabric", "path_remote",
            "queue_depth", "rtt_ms",
        )  # fmt: skip
        for host, device, *values in rows:
            yield (host, device), dict(zip(names, values, strict=True))

    def _link(self, row: Row) -> Row:
        """What exports tell of a WAN link beside its loss."""
        columns = ("loss_ratio", "rtt_ms", "bandwidth_mbps", "tcp_streams", "window_bytes")
        found = self._store.rows(
            f"SELECT {', '.join(columns)} FROM wan_link WHERE storage_array = ? AND wan_link = ?",
            [row.get("storage_array"), row.get("wan_link")],
        )
        return dict(zip(columns, found[0], strict=True)) if found else {}

    def _groups(self, row: Row) -> list[Row]:
        """The drives behind a cache that is off: of the LUN's RAID group, or of all groups of the array."""
        if row.get("raid_type") is not None and row.get("drive_class") is not None:
            return [row]
        group = row.get("raid_group")
        if row.get("part_kind") == "LUN":
            lun = [row.get("storage_array"), row.get("part")]
            placed = self._store.rows(
                "SELECT raid_group FROM storage_volume WHERE storage_array = ? AND storage_volume = ?", lun
            )
            group = placed[0][0] if placed else None
            if group is None:
                return [row]
        found = self._store.rows(
            """
            SELECT replace(replace(lower(raid_type), 'raid', 'r'), ' ', ''),
                CASE WHEN regexp_matches(lower(drive_type), 'ssd|efd|flash|nvme') THEN 'flash'
                    WHEN regexp_matches(lower(drive_type), 'sata|nl|ata|7[.]?2') THEN 'nl'
                    WHEN regexp_matches(lower(drive_type), 'sas|10k') THEN 'sas'
                    WHEN regexp_matches(lower(drive_type), 'fc|fibre|15k') THEN 'fc' END
            FROM raid_group WHERE storage_array = ? AND (? IS NULL OR raid_group = ?)
            """,
            [row.get("storage_array"), group, group],
        )
        return [{**row, "raid_type": raid, "drive_class": drive} for raid, drive in found] or [row]


def _mended(finding: Finding, rule: Rule) -> Mapping[str, Any]:
    """What the fix sets, where it is the same for all objects, and how many paths the rule wants."""
    found: dict[str, Any] = {}
    for command in rule.fix_commands:
        effect = command.effect.get("set") if isinstance(command.effect, Mapping) else None
        for column, value in effect.items() if isinstance(effect, Mapping) else ():
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                found.setdefault(column, value)
    if rule.cost == "lost_paths":
        parameter = rule.parameters.get(_WANTED)
        pairs, live = finding.evidence.get("missing_pairs"), finding.evidence.get("live_paths")
        if parameter is not None and isinstance(parameter.default, (int, float)):
            found["paths_wanted"] = parameter.default
        elif isinstance(pairs, list) and isinstance(live, dict) and live["lo"] == live["hi"]:
            found["paths_wanted"] = live["lo"] + len(pairs)
    return found
