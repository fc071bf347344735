"""What triage finds, as plain values for reports. Times are UTC, latencies in ms, rates per second."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from checker.triage.follow import Followed, FollowedSegment
    from checker.triage.measured.history import History
    from checker.triage.measured.means import Means
    from checker.triage.ticket.model import Ticket

State = Literal["slow", "fast", "unclear", "unused"]
Verdict = Literal["no_evidence", "as_expected", "undecided", "ranked"]
EvidenceClass = Literal["decisive", "supporting", "configuration", "none"]
Component = tuple[str, str]
"""Kind and key, as ``sanlint fail --component`` takes them; further kinds are host, volume, operation, host_port and path."""
UNIDENTIFIED = "block:"
"""Start of the identity of a block device whose LUN is unknown; the rest is its name on that host."""


@dataclass(frozen=True)
class Span:
    """Time from ``since`` to ``until``, in seconds since 1970."""

    since: float
    until: float

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.until - self.since


@dataclass(frozen=True)
class Window:
    """The time that is looked at.

    Attributes:
        span: the window.
        source: ``given`` by options, stated in the ``ticket``, ``found``, or ``whole`` if no part of the capture stands out.
        interval: seconds of a sample of the focus.
        quiet: parts of the capture outside the window, which are references.
        others: other times at which the focus was slow.
    """

    span: Span
    source: Literal["given", "ticket", "found", "whole"]
    interval: float
    quiet: tuple[Span, ...] = ()
    others: tuple[Span, ...] = ()


@dataclass(slots=True)
class Flow:
    """The finest thing that was measured: a volume, an adapter or a path of a host, and an operation.

    Attributes:
        host: the host; volume: identity of the LUN, '' for a port; port: adapter or path, '' for a volume.
        path_of: volume of a path, '' for others.
        operation: ``read``, ``write`` or '' for both.
        window, quiet: means in the window, and in the quiet part of the capture or the baseline (``from_baseline``).
        system: array or VPLEX that presents the volume, None if unknown; virtualised: whether it is a VPLEX.
        distributed: whether a VPLEX volume has legs in two clusters, None if unknown; back_array: array behind it.
        far_arrays: arrays of the other legs, for which writes to a distributed volume wait, too.
        directors: measured shares of VPLEX directors in the I/O of the volume; shared: they are of several hosts together.
        clock_known: whether the offset of the host's clock is known; clock_doubtful: figures of the array are not used for it.
        reference_ms, reference: latency to compare with and where it is from; excess: waiting in ms per second above it.
        state: whether it is slow; focus: whether the complaint is about it.
    """

    host: str
    volume: str
    port: str
    operation: str
    window: Means
    quiet: Means | None = None
    system: str | None = None
    virtualised: bool | None = None
    distributed: bool | None = None
    back_array: str | None = None
    far_arrays: tuple[str, ...] = ()
    directors: tuple[tuple[Component, float], ...] = ()
    shared: bool = False
    clock_known: bool = False
    clock_doubtful: bool = False
    reference_ms: float | None = None
    reference: str = ""
    excess: float = 0.0
    from_baseline: bool = False
    state: State = "unclear"
    focus: bool = True
    path_of: str = ""

    @property
    def component(self) -> Component:
        """The volume, port or path; a block device whose LUN is unknown is one of its host only."""
        if self.port:
            return "path" if self.path_of else "host_port", f"{self.host} {self.port}"
        unknown = self.volume.startswith(UNIDENTIFIED)
        return "volume", f"{self.host} {self.volume.removeprefix(UNIDENTIFIED)}" if unknown else self.volume

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What identifies it."""
        return (self.host, self.volume, self.port, self.operation)


@dataclass(frozen=True)
class Need:
    """An export that would split or decide something: command, platform, machine, and what for."""

    command: str
    platform: str
    owner: str
    why: str


@dataclass(frozen=True)
class Segment:
    """One or more joined segments of the path, S1 to S6, over the slow flows of one operation.

    ``budget_ms`` is what they normally take and ``budget_source`` where that is from; ``share`` is their share of the excess.
    ``of`` says of which volumes they are if there are several ladders of one operation. ``predicted`` is the low, typical and
    high time that the estimator expects under the measured load, None if unknown; ``suspicious`` says that it is clearly above.
    """

    names: tuple[str, ...]
    operation: str
    measured_ms: float
    error_ms: float
    budget_ms: float
    budget_source: str
    share: float = 0.0
    split_by: tuple[Need, ...] = ()
    of: str = ""
    predicted: tuple[float, float, float] | None = None
    suspicious: bool = False

    @property
    def excess_ms(self) -> float:
        """Measured above budget; may be negative."""
        return self.measured_ms - self.budget_ms


@dataclass(frozen=True)
class Prediction:
    """Latency in ms of the slow flows of an operation, and the range that the estimator expects under the measured load.

    ``suspicious`` says that the load does not explain it: it is above the range.
    """

    operation: str
    measured_ms: float
    low_ms: float
    typical_ms: float
    high_ms: float
    suspicious: bool


@dataclass(frozen=True)
class Guard:
    """A check that limits what may be concluded, with what failed it: ``left_out`` volumes, in words if not all of their I/O."""

    name: str
    passed: bool
    text: str
    left_out: int = 0
    about: tuple[Component, ...] = ()
    left_out_words: str = ""


@dataclass(frozen=True)
class Common:
    """A component with its share of the slow flows' waiting (recall) and of slow I/O in all its I/O (precision)."""

    component: Component
    recall: float
    precision: float
    fit: float
    slow: int
    fast: int


@dataclass(frozen=True)
class Evidence:
    """One measured fact for or against an explanation.

    Attributes:
        text: the fact in words; value, unit, threshold: its figure, and what it is compared with.
        decisive: whether it proves the explanation.
        independent: whether it supports it on its own; what is common to the slow flows counts in the fit already.
        locations: file, member of an archive and line.
    """

    text: str
    value: float | None = None
    unit: str = ""
    threshold: float | None = None
    decisive: bool = False
    independent: bool = True
    locations: tuple[tuple[str, str | None, int], ...] = ()


@dataclass
class Explanation:
    """An explanation with its evidence.

    Attributes:
        id, name: which explanation.
        share: share of the excess that it could explain; fit: how well its component fits what is slow and what is not.
        where, who: components that are at fault, and what is attached or causes it.
        found_for, against, excluded_by: evidence.
        confirm: what would confirm or exclude it; effect: what fixing it brings.
        explains_ms, of_ms: part of the excess.
        role: a candidate fits but nothing proves it, an amplifier is a finding that makes it worse; ``of`` is the cause of a
            consequence, or the explanation that an amplifier supports.
        score: share, fit and strength of the evidence together.
        recall: share of the slow flows' waiting that passes its component.
        outage: whether its evidence contains timeouts or aborts, which come first.
        findings: fingerprints of findings of the audit that support it.
        placed: whether its part of the path is measured; if others may wait as well, it is a candidate at most.
    """

    id: str
    name: str
    share: float
    fit: float
    where: tuple[Component, ...] = ()
    who: tuple[Component, ...] = ()
    found_for: tuple[Evidence, ...] = ()
    against: tuple[Evidence, ...] = ()
    excluded_by: Evidence | None = None
    confirm: tuple[Need, ...] = ()
    effect: str = ""
    explains_ms: float = 0.0
    of_ms: float = 0.0
    role: Literal["cause", "candidate", "consequence", "amplifier"] = "candidate"
    of: str | None = None
    score: float = 0.0
    outage: bool = False
    recall: float = 1.0
    findings: tuple[str, ...] = ()
    placed: bool = True

    @property
    def evidence_class(self) -> EvidenceClass:
        """The strongest evidence for it."""
        if self.role == "amplifier":
            return "configuration"
        if any(one.decisive for one in self.found_for):
            return "decisive"
        return "supporting" if self.found_for else "none"


@dataclass
class Triage:
    """Result of triage.

    Attributes:
        clocks: hosts with the seconds by which their clock is ahead, and the correlation.
        places: components that together explain what is slow, if no single one does.
        names: further names of components, the best known first.
        on_way: components that the slow flows use.
        also_found: rule, message and fingerprint of findings on the way that do not explain it.
    """

    verdict: Verdict = "no_evidence"
    headline: str | None = None
    window: Window | None = None
    clocks: Sequence[tuple[str, float, float]] = ()
    flows: list[Flow] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    predictions: list[Prediction] = field(default_factory=list)
    scope: list[Common] = field(default_factory=list)
    places: list[Common] = field(default_factory=list)
    explanations: list[Explanation] = field(default_factory=list)
    excluded: list[Explanation] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    reason: str = ""
    follow: list[Followed] | None = None
    follow_span: Span | None = None
    follow_whole: bool = True
    follow_segments: list[FollowedSegment] = field(default_factory=list)
    names: Mapping[Component, Sequence[str]] = field(default_factory=dict)
    ticket: Ticket | None = None
    history: History | None = None
    on_way: frozenset[Component] = frozenset()
    also_found: list[tuple[str, str, str]] = field(default_factory=list)


def moment(seconds: float) -> datetime:
    """Return a time in UTC from seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC)
