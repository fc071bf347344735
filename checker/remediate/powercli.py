"""Translate ESXi shell commands to PowerCLI, for sites with a vCenter and no shell access to the hosts.

Only commands whose arguments are documented are translated: the cmdlet ``Get-EsxCli -V2`` takes the long names of
esxcli's options without hyphens (Get-EsxCli, PowerCLI cmdlet reference). Everything else remains a shell command.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from checker.rules.evaluate.finding import FixStep
from checker.rules.language.quoting import quote

PLATFORM = "powercli"
_RULE = {
    "-c": "claim-option", "-e": "description", "-M": "model", "-O": "psp-option", "-P": "psp", "-s": "satp",
    "-t": "type", "-V": "vendor",
}  # fmt: skip
_NUMBERS = frozenset({"iops", "bytes", "int-value", "sched-num-req-outstanding"})
# The commands and their options as published scripts use them; none takes a flag or a Boolean.
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
    """Return an ESXi step for PowerCLI, with ``$esxcli`` and ``$esx`` of its host, or the same step if unknown.

    A step is translated completely or not at all: a command and its undo belong in one script.
    """
    if step.platform != "esxi" or step.checklist:
        return step
    said = [None if command is None else cmdlet(command) for command in (step.run, step.undo, step.check)]
    given = [command is not None for command in (step.run, step.undo, step.check)]
    run, undo, check = said
    if run is None or [command is not None for command in said] != given:
        return step
    return replace(step, platform=PLATFORM, run=run, undo=undo, check=check)


def cmdlet(command: str) -> str | None:
    """Return the PowerCLI form of an ESXi 5 or later command, or None if it is unknown."""
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
    """Yield (long name, value); the value is None for an option without one."""
    rest = iter(words)
    for word in rest:
        if word.startswith("--"):
            name, sign, value = word[2:].partition("=")
            yield name, value if sign else next(rest, None)
        else:
            yield _RULE.get(word, word), next(rest, None)


def _text(value: str) -> str | None:
    """Return a text in quotes: in a hash table of arguments a bare word would be a command."""
    quoted = quote(value, PLATFORM)
    return quoted if quoted is None or quoted.startswith("'") else f"'{quoted}'"
