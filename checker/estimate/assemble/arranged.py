"""Hypothetical arrangements of the same hosts and arrays: without VPLEX, with a VPLEX Local, or as a Metro."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from checker.estimate.assemble.arrays import COPY_SUFFIX
from checker.estimate.assemble.parts import Parts
from checker.estimate.assemble.places import ArrayPlace, LegPlace, Place
from checker.estimate.assemble.vplex import Front

Mode = Literal["native", "local", "metro"]
Fronts = Sequence[tuple[Front, float]]
MODES: tuple[Mode, ...] = ("native", "local", "metro")
_NEAR, _FAR = "near cluster", "far cluster"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Hypothetical arrangement of all volumes, regardless of the actual one.

    Attributes:
        mode: ``native`` without VPLEX; ``local`` with one copy on VPLEX; ``metro`` with a second copy in another cluster.
    """

    mode: Mode

    def arranged(self, parts: Parts, place: Place, fronts: Fronts) -> tuple[Place, list[tuple[Front, float]]]:
        """Return the place of a volume and its front-end paths in this arrangement; ``parts`` notes the assumptions."""
        if self.mode == "native":
            return self._native(parts, place, fronts)
        if place.family == "vplex":
            if self.mode == "local":
                return replace(place, legs=_nearest(place, fronts), distributed=False, asynchronous=False), list(fronts)
            if len({leg.cluster for leg in place.legs}) > 1 or not place.legs:
                return replace(place, asynchronous=False), list(fronts)
            near = _nearest(place, fronts)[0]
            far = LegPlace(
                _FAR if near.cluster != _FAR else _NEAR, tuple(_copy_of(parts, piece) for piece in near.pieces)
            )
            return replace(place, legs=(near, far), distributed=True), list(fronts)
        array = place.array or ArrayPlace(None)
        parts.assume("volumes without VPLEX are assumed to be behind one with the same front-end ports")
        legs = [LegPlace(_NEAR, (array,))]
        if self.mode == "metro":
            legs.append(LegPlace(_FAR, (_copy_of(parts, array),)))
        system = f"VPLEX in front of {place.storage_array or 'the array'}"
        moved = [(replace(front, cluster=_NEAR, director=None, storage_array=system), share) for front, share in fronts]
        return Place("vplex", system, legs=tuple(legs), distributed=self.mode == "metro"), moved

    def _native(self, parts: Parts, place: Place, fronts: Fronts) -> tuple[Place, list[tuple[Front, float]]]:
        if place.family != "vplex":
            return place, list(fronts)
        legs = _nearest(place, fronts)
        piece = legs[0].pieces[0] if legs and legs[0].pieces else None
        parts.assume(
            "without VPLEX, hosts access the nearest copy over their own ports; ports of the array are not modelled"
        )
        # The VPLEX ports are removed; the array ports that would replace them are unknown.
        bare = [
            (replace(front, visits=tuple(v for v in front.visits if v.station not in front.port_stations)), share)
            for front, share in fronts
        ]
        name = piece.storage_array if piece else None
        return Place(None, name, replace(piece, back=None) if piece else ArrayPlace(None)), bare


def _nearest(place: Place, fronts: Fronts) -> tuple[LegPlace, ...]:
    clusters = [front.cluster for front, _ in fronts]
    ordered = sorted(place.legs, key=lambda leg: (leg.cluster not in clusters, leg.cluster or "", repr(leg.pieces)))
    return tuple(ordered[:1])


def _copy_of(parts: Parts, piece: ArrayPlace) -> ArrayPlace:
    """Return a copy on an array identical to the local one, which receives writes only."""
    if piece.storage_array is None:
        return piece
    parts.assume(f"the remote copy of a Metro is assumed to be on an array identical to {piece.storage_array}")
    return replace(piece, storage_array=f"{piece.storage_array}{COPY_SUFFIX}", back=None)
