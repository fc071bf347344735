"""Lines of ``health-check``: verdicts after a dotted leader, and the description of the system before them.

::

    Product Version: 6.1.0.01.00.13
    Product Type: Metro
    Cluster TLA:
      cluster-1: FNM00990000001

    Configuration (CONF):
    Checking Directors Commission...................... OK
    Checking Meta Data Backup.......................... Warning
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.vplex.objects import add_setting

_VERDICTS = (
    r"OK|Warnings?|Errors?|Degraded|Failed|Failure|Critical|Unknown|Skipped|None|N/A|Not Configured|Not configured"
    r"|Not Applicable|Not applicable|Disabled|Enabled|Passed|Unhealthy|Healthy"
)
_CHECK = re.compile(
    rf"\s*(?P<check>[A-Za-z][^\n]{{2,100}}?)\s?\.{{2,}}\s*(?P<verdict>{_VERDICTS})\.?\s*\Z", re.IGNORECASE
)
_CHECK_LINE = rf"[A-Za-z][^\n]{{2,100}}?\.{{2,}}[ \t]*(?:{_VERDICTS})"
_TITLE = re.compile(
    r"\s*(?P<title>(?:Configuration|Back[ -]?End|Front[ -]?End|Consistency[ -]?Groups?|WAN(?: Link| Connectivity)?|Storage"
    r"|Director(?: Health)? Status|Hardware|Cluster Witness|VPN(?: Status)?|Cache|Meta[ -]?Data|Clusters?|RecoverPoint"
    r"|Array Aware|Array|Limits|Director (?:Firmware|OS) Uptime|Inter-?director Management Connectivity"
    r"|(?:[\w.-]+ )?[Uu]nhealthy [A-Z][A-Za-z ]{2,30}|[A-Z][A-Za-z -]{2,40}(?= \([A-Z]{1,8}\)))(?: \([A-Za-z-]{1,12}\))?):\s*\Z"
)
_FACT = re.compile(
    r"\s*(?P<name>Product Version|Product Type|WAN Connectivity Type|Hardware Type|Cluster Size):\s*(?P<value>\S(?:.*\S)?)\s*\Z"
)
_TLA_TITLE = re.compile(r"\s*Cluster TLA:\s*\Z")
_TLA = re.compile(r"\s*(?P<cluster>[\w.-]+)\s?:\s*(?P<assembly>[A-Z0-9]{6,20})\s*\Z")
_OUTPUT = re.compile(r"\s*Output to /\S+\s*\Z")
_WITNESS = re.compile(r"\s*(Not Configured|Configured|Enabled|Disabled)\s*\Z", re.IGNORECASE)
_NONE = re.compile(r"\s*None\s*\Z")
_PRODUCTS = {"local": "local", "metro": "metro", "geo": "geo"}
CHECK_LINE = _CHECK_LINE
# Many programs print a verdict after dots; these words show that the checked system is a VPLEX.
CHECK_WORDS = (
    r"vplex|health.check|director|storage (?:view|volume)|virtual volume|cluster witness|consistency group|meta ?data (?:backup|slot)"
    r"|front end (?:ha|path)|wan (?:configuration|link)|it-nexus|product type:[ \t]+(?:local|metro|geo)|ssd hardware"
)


_NDU = re.compile(r"\s*Performing NDU pre-?checks?\b", re.IGNORECASE)
_RULE = re.compile(r"\s*[=-]{4,}\s*\Z")
NDU_LINE = r"Performing NDU pre-?checks?.*|Verify NDU is not in progress\.{2,}[ \t]*\S+"


class HealthReader:
    """Reader for the lines of a health check; it remembers the current part."""

    def __init__(self, out: Writer, owner: str) -> None:
        self._out = out
        self._owner = owner
        self._part = ""
        self._kind = "health-check"
        self._tla = False

    def read(self, line: int, text: str) -> bool:
        """Read one line; return FALSE if it is not a line of a health check."""
        if check := _CHECK.match(text):
            name = check["check"].strip().removeprefix("Checking ").rstrip(".")
            if name.startswith("Verify NDU"):
                self._kind, self._part = "ndu pre-check", ""
            self._setting(line, self._part, name.lower(), check["verdict"].lower())
        elif _NDU.match(text):
            self._kind, self._part = "ndu pre-check", ""
        elif fact := _FACT.match(text):
            self._tla = False
            self._fact(line, fact["name"], fact["value"])
        elif _TLA_TITLE.match(text):
            self._tla = True
        elif self._tla and (row := _TLA.match(text)):
            self._out.add(
                "vplex_cluster", line, storage_array=self._owner, cluster=row["cluster"], assembly=row["assembly"]
            )
        elif title := _TITLE.match(text):
            self._tla = False
            self._part = title["title"].split(" (")[0].strip().lower()
        elif self._part == "cluster witness" and (state := _WITNESS.match(text)):
            configured = not state.group(1).lower().startswith("not")
            enabled = {"enabled": True, "disabled": False}.get(state.group(1).lower())
            self._out.add("witness", line, storage_array=self._owner, configured=configured, enabled=enabled)
        elif self._part and (state := _WITNESS.match(text)):
            self._setting(line, self._part, "state", state.group(1).lower())
        else:
            return bool(_OUTPUT.match(text) or _RULE.match(text)) or (bool(_NONE.match(text)) and bool(self._part))
        return True

    def _fact(self, line: int, name: str, value: str) -> None:
        if name == "Product Version":
            # Older releases print the patch level after a dash.
            self._out.add(
                "storage_array", line, storage_array=self._owner, array_version=value.partition("-")[0].strip()
            )
        elif name == "Product Type":
            self._out.add("storage_array", line, storage_array=self._owner, product_type=_PRODUCTS.get(value.lower()))
        elif name == "Hardware Type":
            self._out.add("storage_array", line, storage_array=self._owner, hardware=value)
        else:
            setting = {"WAN Connectivity Type": "wan-type"}.get(name, name.lower().replace(" ", "-"))
            add_setting(self._out, line, self._owner, "", setting, value.lower())

    def _setting(self, line: int, part: str, setting: str, value: str) -> None:
        add_setting(self._out, line, self._owner, f"{self._kind} {part}".strip(), setting, value)
