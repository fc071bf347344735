"""Lines of VPlexcli output outside tables: results of checks, states, totals and known noise."""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.numbers import whole
from checker.readers.vplex.cli.blocks import Text
from checker.readers.vplex.cli.health_lines import HealthReader
from checker.readers.vplex.cli.summary_lines import SummaryReader
from checker.readers.vplex.cli.trees import TreeReader
from checker.readers.vplex.objects import add_director, add_setting

_NOISE = re.compile(
    r"\s*(?:Attributes:|Contexts:|Clusters:|Islands:|Global rebuilds:|(?:\S+ )?[Ll]ocal rebuilds:"
    r"|No active (?:global|local) rebuilds\.?|\[[0-9]+\] \S+ marked for rebuild|View (?:health )?summary ?\(\S*\):"
    r"|\.{3,}|VPlexcli:.*|(?:ll|ls|version|cluster|export|rebuild|connectivity|vpn)\b [a-z/*-].*)\s*\Z"
)
_TOTAL_VIEWS = re.compile(r"\s*Total (?:of )?([0-9]+) (?:storage )?views?\b")
_CONNECTIVITY = re.compile(r"\s*connectivity:\s*([A-Z]+)\s*\Z")
_GROUP = re.compile(r"\s*(port-group-\S+|[\w-]+) - (OK|ERROR|WARNING|DEGRADED)\b")
_PORT_OF = re.compile(r"\s*(/engines/[^/\s]+/directors/[^/\s]+/hardware/ports/[^/\s]+)\s*->\s*\Z")
_MISSING = re.compile(r"\s*Missing (all expected connectivity|connectivity to (\S+?))\.?\s*\Z")
_CLUSTER = re.compile(r"\s*Cluster (\S*[^\s:])\s*\Z")
_STATE = re.compile(
    r"\s*(operational-status|health-state|local-com|wan-com|transition\S*|health-indications):\s*(.*)\Z"
)
_VPN = re.compile(r"\s*Verifying the VPN status between the management servers?\b([^.]{0,80})\.*(.*)\Z", re.IGNORECASE)
_IPSEC = re.compile(r"\bIPSEC is (UP|DOWN)\b", re.IGNORECASE)
_REACHABLE = re.compile(r"\s*(?:Remote|Cluster Witness|Local)\b.*\b(?:is|are) (not )?(?:reachable|unreachable)\b")


_FOR_DIRECTOR = re.compile(r"\s*For director /engines/([^/\s]+)/directors/([^/\s:]+):?\s*\Z")
_WHAT = re.compile(r"\s*What:\s*(\S.*)\Z")
_INFO = re.compile(r"\s*Info:(?:\s|\Z)")
_VERSION = re.compile(r"\s*Version:\s*(\S.*)\Z")


_MAPPED = re.compile(r"\s*(VPD83T[0-9]:[0-9A-Fa-f]{16,32})\s+(\S+)\s*\Z")
_MAP_COMMAND = re.compile(r"\bstorage-view map (?:-\S+ )*(?!-)(\S+)")
MAPPED_LINE = r"VPD83T[0-9]:[0-9A-Fa-f]{16,32}[ \t]+\S+"


class LineReader:
    """Reader for single lines; it remembers the context from the lines before."""

    def __init__(self, out: Writer, owner: str, command: str | None = None) -> None:
        self._out = out
        self._owner = owner
        argument = _MAP_COMMAND.search(command or "")
        self._view = (
            argument.group(1).rstrip("/").rsplit("/", 1)[-1] if argument and "*" not in argument.group(1) else None
        )
        self._cluster: str | None = None
        self._port: str | None = None
        self._vpn_of_witness = False
        self._director: tuple[str, str] | None = None
        self._what = ""
        self._tree = TreeReader(out, owner)
        self._health = HealthReader(out, owner)
        self._summary = SummaryReader(out, owner)

    def read(self, block: Text) -> bool:
        """Read one line; return FALSE if it was not understood."""
        line, text = block.line, block.text
        if total := _TOTAL_VIEWS.match(text):
            self._out.printed_count = (self._out.printed_count or 0) + whole(total.group(1)[:9])
            return True
        if _NOISE.match(text):
            return True
        return (
            self._version(line, text)
            or self._connectivity(line, text)
            or self._cluster_status(line, text)
            or self._vpn(line, text)
            or self._mapped(line, text)
            or self._tree.read(line, text)
            or self._health.read(line, text)
            or self._summary.read(line, text, self._cluster)
        )

    def _setting(self, line: int, scope: str, setting: str, value: str) -> None:
        add_setting(self._out, line, self._owner, scope, setting, value)

    def _version(self, line: int, text: str) -> bool:
        """Read ``version -a --verbose``: pairs of ``What:`` and ``Version:`` for the system and each director."""
        if director := _FOR_DIRECTOR.match(text):
            self._director = director.group(1), director.group(2)
            self._what = ""
        elif what := _WHAT.match(text):
            self._what = what.group(1).strip()
        elif version := _VERSION.match(text):
            self._write_version(line, version.group(1).strip())
        else:
            return bool(self._what) and bool(_INFO.match(text))
        return True

    def _write_version(self, line: int, version: str) -> None:
        if self._what == "Product Version":
            self._out.add("storage_array", line, storage_array=self._owner, array_version=version)
        elif self._what == "Director Software" and self._director is not None:
            engine, name = self._director
            add_director(self._out, line, self._owner, name, engine, version=version)

    def _mapped(self, line: int, text: str) -> bool:
        """Read ``export storage-view map``: the identity and the name of each volume of the requested view."""
        row = _MAPPED.match(text)
        if row is None:
            return False
        name = row.group(2)
        device = self._out.device_id(row.group(1), line, "virtual_volume", "device", name)
        if device is not None:
            self._out.add("virtual_volume", line, storage_array=self._owner, device=device, virtual_volume=name)
        if self._view is not None:
            facts = {"view": self._view, "volume_name": name, "device": device}
            self._out.add("mask_volume", line, storage_array=self._owner, **facts)
        return True

    def _connectivity(self, line: int, text: str) -> bool:
        """Read ``connectivity validate-wan-com`` and similar checks: a result, then groups, ports and gaps."""
        if result := _CONNECTIVITY.match(text):
            self._setting(line, "", "connectivity", result.group(1).lower())
        elif group := _GROUP.match(text):
            self._out.add(
                "wan_link", line, storage_array=self._owner, wan_link=group.group(1),
                operational_status=group.group(2).lower(),
            )  # fmt: skip
        elif port := _PORT_OF.match(text):
            self._port = port.group(1)
        elif missing := _MISSING.match(text):
            if self._port is None:
                return False
            self._setting(line, self._port, "missing-connectivity", missing.group(2) or "all")
        else:
            return False
        return True

    def _cluster_status(self, line: int, text: str) -> bool:
        """Read ``cluster status``: a line with the cluster, then its indented states."""
        if cluster := _CLUSTER.match(text):
            self._cluster = cluster.group(1)
            self._out.add("vplex_cluster", line, storage_array=self._owner, cluster=self._cluster)
            return True
        state = _STATE.match(text)
        if state is None:
            return False
        name, value = state.group(1), state.group(2).strip()
        if not name.endswith("indications"):
            value = value.lower()
        if not value:
            return True
        if name == "wan-com" or self._cluster is None:
            # The link between the clusters belongs to the system, not to the cluster printed last.
            self._setting(line, "", name, value)
        elif name == "local-com" or name.endswith("indications") or name.startswith("transition"):
            self._setting(line, self._cluster, name, value)
        else:
            column = "health_state" if name == "health-state" else "operational_status"
            facts = {"cluster": self._cluster, column: value}
            self._out.add("vplex_cluster", line, storage_array=self._owner, **facts)
        return True

    def _vpn(self, line: int, text: str) -> bool:
        """Read ``vpn status``: the tunnels between the management servers and to the cluster witness.

        The state follows the line that names the tunnel, or ends it.
        """
        heading = _VPN.match(text)
        if heading:
            self._vpn_of_witness = "witness" in heading.group(1).lower()
        if ipsec := _IPSEC.search(text):
            witness = self._vpn_of_witness
            self._out.add(
                "wan_link", line, storage_array=self._owner, wan_link="witness-vpn" if witness else "management-vpn",
                operational_status=ipsec.group(1).lower(), management_vpn=True,
            )  # fmt: skip
            if witness:
                self._out.add("witness", line, storage_array=self._owner, configured=True)
            return True
        if heading:
            return not heading.group(2).strip()
        reachable = _REACHABLE.match(text)
        if reachable is None:
            return False
        works = reachable.group(1) is None and "unreachable" not in text
        scope = "cluster witness" if "Witness" in text else ("gateways" if "Gateway" in text else "remote cluster")
        self._setting(line, scope, "vpn-reachable", "yes" if works else "no")
        return True
