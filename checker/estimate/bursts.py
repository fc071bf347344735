"""Bursts: I/O that arrive together wait for each other."""

from __future__ import annotations

import numpy as np

from checker.estimate.load import StationLoad
from checker.estimate.moments import Moments
from checker.estimate.plan import Floats, Plan


def burst_waits(plan: Plan, moments: Moments, load: StationLoad, rate: Floats, burst: Floats) -> Floats:
    """Additional wait per visit of each pair, in ms."""
    return np.zeros(len(plan.pair_class))
