"""What hides findings: suppressions and the baseline of known findings, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

SuppressionKind = Literal["config", "inventory", "baseline"]
Outcome = Literal["hides", "unused", "expired", "not judged"]


@dataclass(frozen=True)
class Suppression:
    """One reason to hide findings.

    ``kind`` is where it is written: in the configuration, in a comment of an inventory, or in the baseline. ``place`` is
    ``file:line:column``; for a baseline, only the file. ``expires`` (yyyy-mm-dd, UTC) is the last day on which it applies.
    ``rules`` are selectors as for ``--select``; empty with ``finding``, the fingerprint of a single finding.
    ``objects`` are alternatives, each a mapping of key columns to patterns that must all fit; empty means all objects.
    """

    kind: SuppressionKind
    place: str
    reason: str = ""
    expires: str | None = None
    rules: tuple[str, ...] = ()
    objects: tuple[Mapping[str, str], ...] = ()
    finding: str | None = None

    @property
    def subject(self) -> str:
        """Displayed subject: ``PTH001 on host lab-*`` or ``finding 4f1c2a9be07d3158``."""
        what = ", ".join(self.rules) or f"finding {self.finding}"
        on = " or ".join(
            ", ".join(f"{key.replace('_', ' ')} {pattern}" for key, pattern in match.items()) for match in self.objects
        )
        return f"{what} on {on}" if on else what

    @property
    def text(self) -> str:
        """Displayed position and reason: ``sanlint.yaml:12:5, until 2027-01-31: lab host``."""
        if self.kind == "baseline":
            return f"baseline {self.place}"
        until = f", until {self.expires}" if self.expires else ""
        return f"{self.place}{until}: {self.reason}"


@dataclass(frozen=True)
class SuppressionUse:
    """Use of one suppression in one audit: how many findings it hid.

    ``not judged`` means that it hid nothing, but its rules did not run or had missing facts: it may still be needed.
    """

    suppression: Suppression
    outcome: Outcome
    findings: int = 0


@dataclass(frozen=True)
class KnownFinding:
    """One entry of a baseline; rule, object and message are informative, the fingerprint decides."""

    fingerprint: str
    rule: str
    object: Mapping[str, str | int | None]
    message: str = ""


@dataclass(frozen=True)
class BaselineUse:
    """Use of a baseline in one audit: entries found again, fixed, and not checked."""

    file: str
    known: tuple[KnownFinding, ...] = ()
    fixed: tuple[KnownFinding, ...] = ()
    unseen: tuple[KnownFinding, ...] = ()
