"""Quantity known only within bounds: low, typical and high."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Level = Literal["low", "typical", "high"]
LEVELS: tuple[Level, Level, Level] = ("low", "typical", "high")


@dataclass(frozen=True, slots=True)
class Range:
    """Low, typical and high value of one quantity; the field that contains it defines the unit.

    Raises:
        ValueError: a value is not a number, or the three are not in order.
    """

    low: float
    typical: float
    high: float

    def __post_init__(self) -> None:
        if any(math.isnan(value) for value in (self.low, self.typical, self.high)):
            raise ValueError("a value of a range is not a number")
        if not self.low <= self.typical <= self.high:
            raise ValueError(f"low, typical and high are out of order: {self.low}, {self.typical}, {self.high}")

    @classmethod
    def exactly(cls, value: float) -> Range:
        """Range of a value without uncertainty."""
        return cls(value, value, value)

    @classmethod
    def spanning(cls, low: float, typical: float, high: float) -> Range:
        """Range of three results in any order: the typical value stays, the other two are widened to enclose it."""
        return cls(min(low, typical, high), typical, max(low, typical, high))

    def at(self, level: Level) -> float:
        """Value at one level."""
        if level == "low":
            return self.low
        return self.high if level == "high" else self.typical

    def map(self, function: Callable[[float], float]) -> Range:
        """Apply a rising or falling function."""
        return Range.spanning(function(self.low), function(self.typical), function(self.high))

    def __add__(self, other: Range) -> Range:
        return Range(self.low + other.low, self.typical + other.typical, self.high + other.high)

    def scaled(self, factor: float) -> Range:
        """Multiply by a number of at least 0."""
        return Range(self.low * factor, self.typical * factor, self.high * factor)

    @property
    def exact(self) -> bool:
        """Whether the three values are equal."""
        return self.low == self.high


ONE = Range.exactly(1.0)
