"""Folders of the repository that tests read from."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
READERS = ROOT / "checker" / "readers"
FIXTURES = ROOT / "fixtures"
SAMPLES = ROOT / "tests" / "readers" / "samples"
"""One export of each format, with synthetic names: ``<reader>.txt`` and variants ``<reader>.<what>.txt``."""
DATA = ROOT / "tests" / "readers" / "data"
"""Longer exports, by family."""
