"""A folder with one rule of a site, which hostile cases change."""

from __future__ import annotations

from pathlib import Path

RULE = """id: XAB001
name: few-paths
severity: warning
summary: A host reaches a volume over fewer live paths than this site requires.
for: host_volume_cluster
when: in_scope
violated: below(live_paths, $min)
params:
  min: {default: 9, type: integer, minimum: 1, help: live paths per volume}
evidence: [live_paths]
locate: [path]
message: "{host} has {live_paths} live paths to {volume}"
why: |
  A rule of this site, which requires many paths for every volume there is.
fix: {summary: Add more paths to the host.}
sources: [{document: Site handbook, says: nine paths}]
since: "0.1"
tags: [site]
examples:
  - {name: four paths, base: vplex-one-engine, finds: [{host: esx01}]}
  - {name: four are enough, base: vplex-one-engine, params: {min: 4}, silent: true}
  - {name: unknown states, base: vplex-one-engine, params: {min: 4}, change: [{hide: [path.state]}], not_evaluated: true}
"""


def write_rule(folder: Path, text: str = RULE) -> Path:
    """Write the rule into a folder and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    # The comment makes the content unique, so that the rule is compiled and not taken from the cache.
    (folder / "XAB001-few-paths.yaml").write_text(f"# {folder}\n{text}")
    return folder
