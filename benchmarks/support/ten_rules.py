"""Ten rules about paths without sanlint, as a script of regular expressions and as a policy of opa.

Usage: ``python ten_rules.py MULTIPATH [JSON]``: judges `multipath -ll`, or writes the paths for opa.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

_ROWS = re.compile(
    r"^(?P<map>\S+) \((?P<wwid>\w+)\) dm-\d+ (?P<product>.+)$"
    r"|^size=\S+ features='(?P<features>[^']*)'"
    r"|^[` |]*-[+]- policy='(?P<policy>[^']*)' prio=(?P<priority>\d+)"
    r"|^[` |]*[|`]- (?P<address>\d+:\d+:\d+:\d+) (?P<device>\S+) \d+:\d+ +(?P<state>\w+) (?P<check>\w+) (?P<online>\w+)",
    re.MULTILINE,
)

REGO = """package paths

import rego.v1

grouped[name] contains path if {
    some path in input.paths
    name := path.map
}

deny contains sprintf("%s: fewer than four paths", [name]) if { some name, group in grouped; count(group) < 4 }
deny contains sprintf("%s: odd number of paths", [name]) if { some name, group in grouped; count(group) % 2 == 1 }
deny contains sprintf("%s: more than 32 paths", [name]) if { some name, group in grouped; count(group) > 32 }
deny contains sprintf("%s: one adapter", [name]) if { some name, group in grouped; count({path.host | some path in group}) < 2 }
deny contains sprintf("%s: one target", [name]) if { some name, group in grouped; count({path.target | some path in group}) < 2 }
deny contains sprintf("%s: different LUNs", [name]) if { some name, group in grouped; count({path.lun | some path in group}) > 1 }
deny contains sprintf("%s: %s is %s", [path.map, path.device, path.state]) if { some path in input.paths; path.state != "active" }
deny contains sprintf("%s: %s is %s", [path.map, path.device, path.check]) if { some path in input.paths; path.check != "ready" }
deny contains sprintf("%s: %s is %s", [path.map, path.device, path.online]) if { some path in input.paths; path.online != "running" }
deny contains sprintf("%s: policy %s", [path.map, path.policy]) if { some path in input.paths; path.policy != "round-robin 0" }
"""


def paths_of(text: str) -> list[dict[str, str]]:
    """Return the paths of `multipath -ll`, with their map and its policy."""
    paths, name, policy = [], "", ""
    for row in _ROWS.finditer(text):
        if row["map"]:
            name = row["map"]
        elif row["policy"]:
            policy = row["policy"]
        elif row["address"]:
            host, _, target, lun = row["address"].split(":")
            kept = {key: row[key] for key in ("device", "state", "check", "online")}
            paths.append({"map": name, "policy": policy, "host": host, "target": target, "lun": lun, **kept})
    return paths


def findings(paths: list[dict[str, str]]) -> list[str]:
    """Return what the ten rules of :data:`REGO` find."""
    grouped: dict[str, list[dict[str, str]]] = defaultdict(list)
    found = []
    for path in paths:
        grouped[path["map"]].append(path)
        for key, wanted in (("state", "active"), ("check", "ready"), ("online", "running")):
            if path[key] != wanted:
                found.append(f"{path['map']}: {path['device']} is {path[key]}")
        if path["policy"] != "round-robin 0":
            found.append(f"{path['map']}: policy {path['policy']}")
    for name, some in grouped.items():
        found += [f"{name}: fewer than four paths"] * (len(some) < 4)
        found += [f"{name}: odd number of paths"] * (len(some) % 2)
        found += [f"{name}: more than 32 paths"] * (len(some) > 32)
        for key, words in (("host", "one adapter"), ("target", "one target")):
            found += [f"{name}: {words}"] * (len(Counter(path[key] for path in some)) < 2)
        found += [f"{name}: different LUNs"] * (len({path["lun"] for path in some}) > 1)
    return found


if __name__ == "__main__":
    read = paths_of(Path(sys.argv[1]).read_text())
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(json.dumps({"paths": read}))
    else:
        print("\n".join(findings(read)))
