"""A workload.yaml to start from: each kind of load with an explanation, and the hosts of a SAN."""

from __future__ import annotations

import json
from collections.abc import Sequence

from checker.estimate.workload.sources.yaml_file import VERSION

_TEXT = """\
# A workload for sanlint estimate --workload and sanlint check --workload.
# Figures are examples: replace them. The first load that matches a host and volume applies, so exceptions come first.
sanlint_workload: {version}

# Mixes of I/O by name. oltp2 and mixed_4k_70_30 are built in; I/O is random unless random_pct or sequential_pct says otherwise.
profiles:
  database: {{read_pct: 70, size: 8K, random_pct: 100}}
  backup: {{read_pct: 100, size: 256K, sequential_pct: 100}}

# host, volume and group are names, globs or lists of them. Amounts: iops for everything that matches together,
# iops_each for each volume, outstanding for a number of I/Os kept outstanding.
loads:
#  - {{volume: "redo*", profile: database, iops_each: 400}}
#  - {{group: reporting, read_pct: 95, size: 64K, sequential_pct: 80, iops: 3000}}
#  - {{host: backup01, profile: backup, outstanding: 32}}
#  - {{host: db01, plan: job.fio}}     # a plan or result of fio, vdbench or IOMeter
{hosts}"""
_ANY = '  - {host: "*", profile: database, iops_each: 100}\n'


def template(hosts: Sequence[str] = ()) -> str:
    """Return the YAML; without hosts, one load for all volumes."""
    # JSON strings are valid YAML.
    lines = [f"  - {{host: {json.dumps(host, ensure_ascii=False)}, profile: database, iops: 1000}}\n" for host in hosts]
    return _TEXT.format(version=VERSION, hosts="".join(lines) or _ANY)
