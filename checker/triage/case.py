"""A case: everything that an explanation may look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from checker.facts.store.store import Store
from checker.triage.flows import Flows
from checker.triage.model import Common, Component, Flow, Segment, Window
from checker.triage.scope import fit_of


@dataclass(frozen=True)
class Case:
    """Flows, segments and scope of the window.

    Attributes:
        store: with the tables of triage, for further evidence.
        window: the window.
        flows: all flows; slow: the slow flows of volumes in the focus.
        segments: the ladder.
        scope: what the slow flows share.
        families: product family of each array.
    """

    store: Store
    window: Window
    flows: Flows
    slow: Sequence[Flow]
    segments: Sequence[Segment]
    scope: Sequence[Common]
    families: Mapping[str, str] = field(default_factory=dict)

    def share(self, *names: str) -> float:
        """Return the share of the excess in segments that are exactly within these names."""
        return sum(one.share for one in self.segments if set(one.names) <= set(names))

    def fit(self, component: Component) -> float:
        """Return how well a component fits what is slow."""
        return fit_of(self.scope, component)

    @property
    def excess_ms(self) -> float:
        """Mean latency of the slow flows above their references."""
        weight = sum(flow.window.iops for flow in self.slow)
        return sum(flow.excess for flow in self.slow) / weight if weight else 0.0
