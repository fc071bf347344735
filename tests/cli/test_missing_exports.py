"""``check --coverage`` names the exports that would help."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests import folders


def test_the_health_check_is_recommended_to_rules_about_system_volumes(
    sanlint: Callable[..., Any], tmp_path: Path
) -> None:
    # REST answers are among the exports, so a command is recommended.
    for name in ("vplex-ll-clusters", "vplex-rest-v1", "vplex-rest-v2", "vplex-ll-distributed-devices"):
        for path in folders.SAMPLES.glob(f"{name}.*"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    report = json.loads(sanlint("check", str(tmp_path), "--isolated", "--coverage", "-o", "json").out)
    rules = {one["command"]: one["rules"] for one in report["coverage"]["missing_exports"]}
    assert {"MET014", "MET027"} <= set(rules["health-check"])
