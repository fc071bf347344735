"""What an installation without extras does: everything but estimates and the language server, and it says what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests import folders
from tests.costs.test_load_facts import BASE, LUNS


def _run(*arguments: str, without: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    script = (
        f"import sys; sys.path.insert(0, {str(folders.ROOT)!r}); sys.modules.update(dict.fromkeys({without!r}))\n"
        "from checker.cli.entry import main; sys.exit(main())"
    )
    return subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False)


def test_an_audit_without_a_load_needs_no_extra() -> None:
    exports = str(folders.FIXTURES / "demo" / "exports" / "esx01")
    arguments = ("check", exports, "--isolated", "-q", "--format", "json", "--as-of", "2026-01-01")
    plain, whole = _run(*arguments, without=("numpy", "pygls")), _run(*arguments)
    assert plain.returncode in (0, 1), plain.stderr
    assert json.loads(plain.stdout) == json.loads(whole.stdout)


def test_an_estimate_says_what_to_install(tmp_path: Path) -> None:
    load = tmp_path / "load.yaml"
    load.write_text('sanlint_workload: 1\nloads:\n  - {volume: "*", profile: oltp2, iops: 2000}\n')
    done = _run("estimate", str(BASE), "--isolated", "--workload", str(load), without=("numpy",))
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        2,
        "sanlint: error: this requires numpy: pip install 'sanlint[estimate]'",
    )


def test_an_audit_goes_on_without_the_loads_in_its_exports(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(BASE.read_text(encoding="utf-8"))
    (tmp_path / "luns.csv").write_text(LUNS)
    arguments = ("check", str(tmp_path), "--isolated", "-q", "--profile", "triage")
    done = _run(*arguments, "--format", "json", "-o", str(tmp_path / "page.html"), without=("numpy",))
    assert done.returncode in (0, 1), done.stderr
    assert "loads measured in the exports are not used" in " ".join(json.loads(done.stdout)["notices"])
    assert "Under loads measured" not in (tmp_path / "page.html").read_text()
