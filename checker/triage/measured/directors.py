"""Directors of VPLEX over a time: how busy they are, round trip to the other cluster, and their view of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.facts.store.store import Store
from checker.triage.measured.operations import inside
from checker.triage.measured.tables import covered
from checker.triage.model import Span

Leg = tuple[str, str]
"""Storage volume and operation."""


@dataclass(frozen=True)
class Director:
    """Means of a director: use of its processors, I/Os that wait at its front end, round trip in ms, aborts at arrays."""

    system: str
    name: str
    busy: float | None = None
    queued: float | None = None
    wan_ms: float | None = None
    aborts: float | None = None

    @property
    def key(self) -> str:
        """Its key as a component."""
        return f"{self.system} {self.name}"


def directors_in(store: Store, spans: Sequence[Span]) -> dict[str, Director]:
    """Return the directors by name, of systems that are known, over these times."""
    if not spans:
        return {}
    rows = store.rows(f"""
        WITH places AS (
            SELECT director, min(storage_array) AS system FROM director WHERE storage_array IS NOT NULL
            GROUP BY 1 HAVING count(DISTINCT storage_array) = 1
        ), means AS (
            SELECT director, {", ".join(f"sum({name} * (t1 - t0)) / sum(t1 - t0) FILTER (WHERE {name} IS NOT NULL) AS {name}" for name in ("busy", "queued", "aborts"))}
            FROM triage_director WHERE about_kind = 'director' AND {inside(spans)} GROUP BY 1 {covered(spans)}
        ), wan AS (
            SELECT director, sum(wan_ms * (t1 - t0)) / sum(t1 - t0) AS wan_ms FROM triage_director
            WHERE wan_ms IS NOT NULL AND {inside(spans)} GROUP BY 1 {covered(spans)}
        )
        SELECT p.system, p.director, m.busy, m.queued, w.wan_ms, m.aborts FROM places p
        LEFT JOIN means m USING (director) LEFT JOIN wan w USING (director) ORDER BY ALL
    """)
    return {row[1]: Director(*row) for row in rows}


def back_ends(store: Store, spans: Sequence[Span]) -> dict[tuple[str, str], dict[Leg, float]]:
    """Return the latency of storage volumes as directors see it in ms, by director and array."""
    if not spans:
        return {}
    rows = store.rows(f"""
        WITH legs AS (
            SELECT director, volume, operation, sum(ms * (t1 - t0)) / sum(t1 - t0) AS ms FROM triage_back
            WHERE {inside(spans)} GROUP BY ALL {covered(spans)}
        )
        SELECT l.director, s.storage_array, l.volume, l.operation, l.ms FROM legs l
        JOIN (SELECT DISTINCT device, storage_array FROM storage_volume WHERE storage_array IS NOT NULL) s ON s.device = l.volume
        ORDER BY ALL
    """)
    found: dict[tuple[str, str], dict[Leg, float]] = {}
    for director, array, volume, operation, ms in rows:
        found.setdefault((director, array), {})[volume, operation] = ms
    return found
