"""Audits of a SAN, as a Python API: read exports once, then check, estimate, draw, or let components fail.

May use every package except the commands and those that build on audits (remediate, anonymize, prove).
Start reading at :class:`checker.audit.session.Session`. Names are imported on first use, so importing this is cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from checker.audit.options import Options

if TYPE_CHECKING:
    from checker.audit.latency import EstimateRequest
    from checker.audit.session import Session, audit
    from checker.rules.evaluate.finding import Report

__all__ = ["EstimateRequest", "Options", "Report", "Session", "audit"]

_HOMES = {
    "EstimateRequest": "checker.audit.latency",
    "Report": "checker.rules.evaluate.finding",
    "Session": "checker.audit.session",
    "audit": "checker.audit.session",
}


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found
