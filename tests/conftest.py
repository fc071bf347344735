"""What all tests share: property tests try the same examples in continuous integration, new ones on people's machines."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
