"""Says commands of ESXi's shell for PowerCLI: where people have a vCenter, and no shell on the hosts.

Only commands whose arguments are known there are said so: the cmdlet ``Get-EsxCli -V2`` takes the long names of esxcli's
options without hyphens (Get-EsxCli, PowerCLI cmdlet reference). Everything else stays a command of the shell.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from checker.engine.finding import FixStep
from checker.engine.quoting import quote

PLATFORM = "powercli"
_RULE = {
    "-c": "claim-option", "-e": "description", "-M": "model", "-O": "psp-option", "-P": "psp", "-s": "satp",
    "-t": "type", "-V": "vendor",
}  # fmt: skip
_NUMBERS = frozenset({"iops", "bytes", "int-value", "sched-num-req-outstanding"})
# The commands and their options: what scripts of others show in use, and none that takes a flag or a truth value.
_KNOWN: Mapping[str, frozenset[str]] = {
    "storage nmp device set": frozenset({"device", "psp"}),
    "storage nmp device list": frozenset({"device"}),
    "storage nmp satp set": frozenset({"satp", "default-psp"}),
    "storage nmp satp list": frozenset(),
    "storage nmp satp rule add": frozenset(_RULE.values()),
    "storage nmp satp rule remove": frozenset(_RULE.values()),
    "storage nmp satp rule list": frozenset(),
    "storage nmp psp roundrobin deviceconfig set": frozenset({"device", "type", "iops", "bytes"}),
    "storage nmp psp roundrobin deviceconfig get": frozenset({"device"}),
    "storage core device set": frozenset({"device", "sched-num-req-outstanding"}),
    "storage core device list": frozenset({"device"}),
    "storage core path list": frozenset({"device"}),
    "storage core adapter list": frozenset(),
    "storage core claimrule list": frozenset(),
    "storage core claimrule load": frozenset(),
    "storage core claimrule run": frozenset(),
    "storage core claiming reclaim": frozenset({"device"}),
    "storage san fc list": frozenset(),
    "system settings advanced set": frozenset({"option", "int-value"}),
    "system settings advanced list": frozenset({"option"}),
    "system version get": frozenset(),
}
_RESCAN = "esxcli storage core adapter rescan --all"


def through_vcenter(step: FixStep) -> FixStep:
    """A step of ESXi for PowerCLI, with ``$esxcli`` and ``$esx`` of its host; the same step where that isn't known.

    The step changes as a whole or not at all: a command and what takes it back belong into one script.
    """
    if step.platform != "esxi" or step.checklist:
        return step
    said = [None if command is None else cmdlet(command) for command in (step.run, step.undo, step.check)]
    wanted = [command is not None for command in (step.run, step.undo, step.check)]
    run, undo, check = said
    if run is None or [command is not None for command in said] != wanted:
        return step
    return replace(step, platform=PLATFORM, run=run, undo=undo, check=check)


def cmdlet(command: str) -> str | None:
    """One command of ESXi 5 and later for PowerCLI, or None if it isn't known how it is said there."""
    if command == _RESCAN:
        return "Get-VMHostStorage -VMHost $esx -RescanAllHba | Out-Null"
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    first = next((number for number, word in enumerate(words) if word.startswith("-")), len(words))
    path = words[1:first]
    known = _KNOWN.get(" ".join(path))
    if words[:1] != ["esxcli"] or known is None:
        return None
    arguments: list[str] = []
    for option, value in _options(words[first:]):
        said = None if value is None else value if option in _NUMBERS and value.isdigit() else _text(value)
        if option not in known or said is None:
            return None
        arguments.append(f"{option.replace('-', '')} = {said}")
    given = f"@{{{'; '.join(arguments)}}}" if arguments else ""
    return f"$esxcli.{'.'.join(path)}.Invoke({given})"


def _options(words: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """(long name, value); an option without a value has None."""
    rest = iter(words)
    for word in rest:
        if word.startswith("--"):
            name, sign, value = word[2:].partition("=")
            yield name, value if sign else next(rest, None)
        else:
            yield _RULE.get(word, word), next(rest, None)


def _text(value: str) -> str | None:
    """A text in quotes: in a table of arguments a bare word would be a command."""
    quoted = quote(value, PLATFORM)
    return quoted if quoted is None or quoted.startswith("'") else f"'{quoted}'"
