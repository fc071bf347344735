"""Whether masking views map a volume to a host port at a target port, and the reason if none does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from checker.facts.store.store import Store

View = tuple[str, str, str]
"""Array, cluster and name of a masking view."""
LISTS = {
    "volumes": ("mask_volume", "device"),
    "initiators": ("mask_initiator", "initiator_wwpn"),
    "ports": ("mask_port", "target_wwpn"),
}
"""The lists of a view, each with its table and the column that identifies an entry."""


@dataclass
class Masking:
    """The views of a SAN as far as they concern one volume.

    ``entries`` has what is asked about by list and view, ``partial`` the views of each list with an entry that could not
    be identified: what is not found in them may be that entry. A list of a view that is not in ``entries`` was not read.
    """

    volume: str = ""
    views: set[View] = field(default_factory=set)
    entries: dict[str, dict[View, set[str]]] = field(default_factory=lambda: {name: {} for name in LISTS})
    partial: dict[str, set[View]] = field(default_factory=lambda: {name: set() for name in LISTS})
    disabled: dict[View, set[str]] = field(default_factory=dict)
    array_of: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)

    def reasons(self, initiator: str, target: str) -> Iterator[tuple[str, str]]:
        """Yield the code and the text of the reason why no view connects the two ports with the volume."""
        array, cluster = self.array_of.get(target, (None, None))
        known = {view for view in self.views if array in (None, view[0])}
        if not known:
            yield "not_known", f"no masking of {array or 'the array'} was read"
            return
        here = sorted((v for v in known if cluster is None or v[1] in ("", cluster)), key=lambda v: (v[2], v))
        wanted = {"volumes": self.volume, "initiators": initiator, "ports": target}
        states = {view: {name: self._contains(name, view, one) for name, one in wanted.items()} for view in here}
        if any(all(state.values()) for state in states.values()):
            return
        for view, state in states.items():
            if False not in state.values():
                what = next(name for name, value in state.items() if value is None)
                if view in self.partial[what]:
                    yield "not_known", f"not all {what} of view {view[2]} could be identified"
                else:
                    yield "not_known", f"no {what} of view {view[2]} were read"
                return
        yield "not_masked", f"not masked: {self._absent(states, target, f'{array} {cluster}' if cluster else array)}"

    def _absent(self, states: dict[View, dict[str, bool | None]], target: str, where: str | None) -> str:
        """Return what the nearest views do not contain."""
        mapping = [view for view, state in states.items() if state["volumes"] is not False]
        mine = [view for view in mapping if states[view]["initiators"] is not False]
        off = [view[2] for view in mine if target in self.disabled.get(view, ())]
        if off:
            return f"the target port is disabled in view {', '.join(off)}"
        if mine:
            return f"the target port is not in view {', '.join(view[2] for view in mine)}"
        if mapping:
            listed = ", ".join(sorted({view[2] for view in mapping})[:3])
            return f"the host's port is in no view that maps the volume ({listed})"
        return f"no view of {where or 'the array'} maps the volume"

    def _contains(self, name: str, view: View, one: str) -> bool | None:
        """Whether a list of a view contains something; None if it may be an entry that could not be identified."""
        if name == "ports" and one in self.disabled.get(view, ()):
            return False
        found = self.entries[name].get(view)
        if found is not None and one in found:
            return True
        return False if found is not None and view not in self.partial[name] else None


def masking_of(store: Store, initiators: list[str], targets: list[str], device: str) -> Masking:
    """Return the views of the SAN as far as they concern these ports and the volume, and the arrays of the target ports."""
    found = Masking(device)
    found.views = set(
        store.rows("SELECT DISTINCT storage_array, coalesce(cluster, ''), view FROM mask_view WHERE view IS NOT NULL")
    )
    for (name, (table, column)), wanted in zip(LISTS.items(), ([device], initiators, targets), strict=True):
        enabled = "coalesce(enabled, TRUE)" if table == "mask_port" else "TRUE"
        for array, cluster, view, partial, listed, off in store.rows(
            f"SELECT storage_array, coalesce(cluster, ''), view, bool_or({column} IS NULL), "
            f"list(DISTINCT {column}) FILTER (list_contains(?1, {column}) AND {enabled}), "
            f"list(DISTINCT {column}) FILTER (list_contains(?1, {column}) AND NOT {enabled}) "
            f"FROM {table} WHERE view IS NOT NULL GROUP BY ALL",
            [wanted],
        ):
            key = array, cluster, view
            found.views.add(key)
            found.entries[name][key] = set(listed or ())
            if partial:
                found.partial[name].add(key)
            if off:
                found.disabled[key] = set(off)
    # Volumes are listed for all views of an array together: a view with other entries and without volumes is empty.
    with_volumes = {view[0] for view in found.entries["volumes"]}
    for view in found.entries["initiators"].keys() | found.entries["ports"].keys():
        if view[0] in with_volumes:
            found.entries["volumes"].setdefault(view, set())
    found.array_of = {
        wwpn: (array, cluster)
        for wwpn, array, cluster in store.rows(
            "SELECT target_wwpn, storage_array, nullif(cluster, '') FROM target_place WHERE list_contains(?, target_wwpn)",
            [targets],
        )
    }
    return found
