"""Views and rules made up for the tests of the rule side; not part of the rule book."""

from __future__ import annotations

import textwrap
from pathlib import Path

from checker.rules.language.vocabulary import Vocabulary
from checker.views.catalog import View, parse_view

HOST_VOLUME = """
-- view: host_volume
-- meaning: One row per host and volume.
-- grain: host, volume
-- owner: host
-- column host text: name of the host
-- column volume text: identifier of the volume
-- column storage_array text: name of the array
-- column live_paths span: live paths [path.state]
-- column dead_paths int: dead paths [path.state]
-- column missing_ports list: target ports without a live path
-- column size_bytes int: size
-- column remote bool: reached through the remote cluster
-- column load_ratio float: load
-- column array_version text: version
-- column array_version_key text: sortable version
-- column seen_at time: when it was captured
SELECT 1
"""

HOST = """
-- view: host
-- meaning: One row per host.
-- grain: host
-- owner: host
-- column host text: name of the host
-- column initiators span: initiator ports [initiator.wwpn]
-- column os_version text: version
-- column os_version_key text: sortable version
SELECT 1
"""

ZONE = """
-- view: zone_summary
-- meaning: One row per zone.
-- grain: fabric, zone
-- column fabric text: fabric
-- column zone text: zone
-- column member_count int: members
SELECT 1
"""


def sample_views() -> dict[str, View]:
    parsed = [parse_view(f"{number}.sql", text) for number, text in enumerate((HOST_VOLUME, HOST, ZONE))]
    return {view.name: view for view in parsed}


def sample_vocabulary() -> Vocabulary:
    return Vocabulary(sample_views(), frozenset({"path", "mask", "zone", "zone_member"}), frozenset({"lost_paths"}))


FEW_PATHS = """\
id: TST001
name: few-paths
severity: error
severity_by: CASE WHEN remote THEN $remote_severity END
summary: A host reaches a volume over too few live paths.
for: host_volume
when: size_bytes > 0
violated: below(live_paths, $min) AND NOT below(live_paths, 2)
params:
  min: {default: 4, type: integer, minimum: 3, maximum: 32, help: live paths per host and volume}
  remote_severity: {default: warning, type: severity, help: severity in the remote cluster}
unless: {TST002: [host]}
roll_up: [host]
evidence: [live_paths, missing_ports]
locate: [path, mask]
message: "{host} has {live_paths} live paths to {volume}; {min} are required. Missing: {missing_ports|list}"
why: |
  With fewer paths an upgrade of one director takes the volume away.
fix:
  summary: Zone each HBA to two director ports.
  commands:
    - platform: vplexcli
      for_each: missing_ports
      run: "export storage-view addport -v {volume} -p {missing_port}"
      undo: "export storage-view removeport -v {volume} -p {missing_port}"
      effect: {add: mask}
cost: lost_paths
sources:
  - {document: DOC1, section: 5, page: 30, says: four paths are needed}
since: "0.1"
tags: [seed, availability]
examples:
  - name: three of four
    base: small
    change: [{set: {path: {host: esx01}, state: dead}}]
    finds: [{host: esx01, live_paths: 3}]
    also: [TST002]
  - {name: exactly four, base: small, silent: true}
  - {name: states unknown, base: small, change: [{hide: [path.state]}], not_evaluated: true}
"""

ONE_INITIATOR = """\
id: TST002
name: one-initiator
severity: warning
summary: A host has one initiator port only.
for: host
violated: below(initiators, 2)
message: "{host} has {initiators} initiator ports"
why: One broken cable takes every volume of the host away.
fix: {summary: Add a second port.}
sources: [{document: DOC1, says: two ports}]
since: "0.1"
tags: [seed]
examples: [{name: one, base: small, silent: true}]
"""

CROWDED_ARRAY = """\
id: TST003
name: crowded-array
severity: info
summary: Many hosts use one array.
rows: |
  SELECT storage_array, count(DISTINCT host) AS hosts, list(DISTINCT host ORDER BY host) AS names
  FROM host_volume GROUP BY storage_array
keys: [storage_array]
violated: hosts > $max
params: {max: {default: 100, type: integer, help: hosts per array}}
message: "{storage_array} serves {hosts} hosts: {names}"
why: An array with very many hosts is hard to take down for service.
fix: {summary: Spread the hosts.}
sources: [{document: DOC1, says: not too many}]
since: "0.1"
tags: [capacity]
examples: [{name: few, base: small, silent: true}]
"""

RETIRED = """\
id: TST009
name: old-rule
replaced_by: TST001
"""


def write_rules(folder: Path, *texts: str, category: str = "paths") -> Path:
    """Write rule files under ``folder/<category>``, named after the id and name they hold."""
    (folder / category).mkdir(parents=True, exist_ok=True)
    for text in texts:
        lines = textwrap.dedent(text).splitlines()
        rule_id = next(line for line in lines if line.startswith("id: ")).split()[1]
        name = next(line for line in lines if line.startswith("name: ")).split()[1]
        (folder / category / f"{rule_id}-{name}.yaml").write_text(text, encoding="utf-8")
    return folder
