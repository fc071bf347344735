"""``plan.md``: the order of work, the decisions to make, and the manual steps. Markdown with check boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from checker.remediate.model import Plan, Script, Stage, Task
from checker.remediate.render.base import Occasion, one_line
from checker.remediate.render.registry import renderer
from checker.report.text.markdown_text import code, with_code
from checker.report.text.words import plural
from checker.rules.book.rule import SEVERITIES

_GATES: dict[Stage, str] = {
    "fabric": "**Stop.** Check every host before you continue: none may have lost a path through this fabric.",
    "array": "**Stop.** Check every host before you continue: none may have lost a path.",
    "host": "Check the paths of this host before you continue with the next one; never change two hosts of a cluster at once.",
    "other": "",
}
_SECTIONS = (
    ("conflict", "To be decided: findings that conflict with each other"),
    ("decided", "To be decided first"),
    ("foreign", "Commands of rules that are not built in"),
    ("cannot", "By hand"),
)


def checklist(plan: Plan, occasion: Occasion) -> str:
    """Return the whole plan as Markdown."""
    return "\n".join([*_head(plan, occasion), *_scripts(plan), *_tasks(plan), ""])


def _head(plan: Plan, occasion: Occasion) -> Iterator[str]:
    yield "# What to do, in this order"
    yield ""
    yield (
        f"Written by sanlint {_text(occasion.version)} from the audit as of {occasion.as_of} of "
        f"{', '.join(_code(path) for path in occasion.paths)}. **Nothing has been executed.**"
    )
    yield ""
    excluded = f"Skipped: {plan.excluded}; `--ignore-suppressions` includes them." if plan.excluded else ""
    if not plan.findings:
        yield "There is nothing to fix. `sanlint check` lists the checks that could not be run."
        yield from ("", excluded) if excluded else ()
        return
    scripted, by_hand = len(plan.scripted), len({task.ref.fingerprint for task in plan.tasks})
    yield f"- {plural(plan.findings, 'finding')}: {scripted} fixed by scripts, {by_hand} with a decision to make or manual steps"
    graves = {ref.fingerprint: ref for ref in (*plan.scripted.values(), *(task.ref for task in plan.tasks))}.values()
    counts = [(sum(one.severity == word for one in graves), word) for word in ("error", "warning")]
    severities = " and ".join(plural(count, word) for count, word in counts if count)
    if severities:
        yield f"- {severities} among them; severities are shown below, and the most severe may require manual steps"
    if excluded:
        yield f"- {excluded}"
    if plan.scripts:
        yield f"- {plural(len(plan.scripts), 'script')} with {plural(plan.commands, 'command')}"
        yield (
            "- Read a script before you run it. A shell script only prints what it would do unless `DRY_RUN=0` is set, a "
            "PowerShell script unless `-Run` is given. Commands to paste (`.txt`) have no such safeguard."
        )
    if any("$esxcli" in line for line in _given(plan)):
        yield (
            "- In commands of PowerCLI `$esx` is the host, `Get-VMHost -Name NAME`, and `$esxcli` is "
            "`Get-EsxCli -V2 -VMHost $esx`. The scripts fetch both."
        )
    yield "- Afterwards collect the exports again and run the same `sanlint check`: these findings must be gone."


def _given(plan: Plan) -> Iterator[str]:
    yield from (command.run for script in plan.scripts for command in script.commands)
    yield from (run for script in plan.scripts for _, run in script.inspections)
    for task in plan.tasks:
        yield from (run for _, run in (*task.inspections, *task.then))
        yield from (run for _, _, run, _ in task.commands)


def _scripts(plan: Plan) -> Iterator[str]:
    if not plan.scripts and plan.findings:
        yield from ("", "No finding has a command that is certain enough for a script.")
    if not plan.scripts:
        return
    yield from ("", "## Scripts")
    for (stage, group), scripts in groupby(plan.scripts, key=lambda one: (one.stage, one.group)):
        yield ""
        if stage == "fabric":
            yield f"### Fabric {_text(group) or 'unknown'}"
            yield ""
        elif group:
            yield f"### Hosts of {_text(group)}, one at a time"
            yield ""
        for script in scripts:
            yield from _script(script)
        if _GATES[stage]:
            yield f"- [ ] {_GATES[stage]}"


def _script(script: Script) -> Iterator[str]:
    fixed_findings = {ref.fingerprint: ref for command in script.commands for ref in command.fixes}
    rules = ", ".join(dict.fromkeys(_text(ref.origin) for ref in fixed_findings.values()))
    undo = f", undo in `undo/{script.file}`" if script.undoable else ", cannot be undone"
    lasting = sum(command.undo is None and not command.file for command in script.commands)
    if script.undoable and lasting:
        undo += f" for all but {lasting}"
    lines = sum(bool(command.file) for command in script.commands)
    done = len(script.commands) - lines
    parts = [plural(done, "command")] if done or not lines else []
    count = " and ".join([*parts, *([plural(lines, "line") + " of configuration files"] if lines else [])])
    yield f"- [ ] {script.number}. `{script.file}` on **{_text(script.title)}**: {count} for {rules}{undo}"
    yield from _commands("Check first", script.inspections)


def _tasks(plan: Plan) -> Iterator[str]:
    for why, title in _SECTIONS:
        tasks = [task for task in plan.tasks if task.why == why]
        if not tasks:
            continue
        yield from ("", f"## {title}")
        if why == "decided":
            yield ""
            yield (
                "The commands are right only if the condition is met. `sanlint fix --accept FINDING` puts them into the "
                "scripts, with order, checks and undo, once you have confirmed the condition. If you type them yourself, "
                "undo them from the last to the first."
            )
        if why == "foreign":
            yield ""
            yield (
                "sanlint does not know what these commands do. Read each one; `sanlint fix --custom-commands` puts them into "
                "the scripts, with order, checks and undo, if you trust the folder that the rule comes from."
            )
        by_device: dict[str, list[Task]] = {}
        for task in tasks:
            by_device.setdefault(task.about, []).append(task)
        for about, group in sorted(by_device.items(), key=_most_severe_first):
            yield from ("", f"### {_text(about)}", "")
            for task in _causes_first(group):
                yield from _task(task)


def _most_severe_first(device: tuple[str, Sequence[Task]]) -> tuple[int, int, str]:
    """Order devices by their most severe finding, by how many of them they have, and by name."""
    about, tasks = device
    ranks = [SEVERITIES.index(task.ref.severity) for task in tasks]
    return min(ranks), -ranks.count(min(ranks)), about


def _causes_first(tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks of a device in their order, each directly after those that it may be caused by."""
    of = {task.ref.fingerprint: task for task in tasks}
    found: dict[str, Task] = {}
    waiting: set[str] = set()

    def put(task: Task) -> None:
        name = task.ref.fingerprint
        if name in waiting:
            return
        waiting.add(name)
        for _, cause in task.causes:
            if cause in of:
                put(of[cause])
        found[name] = task

    for task in tasks:
        put(task)
    return list(found.values())


def _task(task: Task) -> Iterator[str]:
    ref = task.ref
    yield f"- [ ] {_text(ref.origin)} `{ref.fingerprint}` ({ref.severity}): {_text(one_line(ref.message))}"
    if task.note:
        yield f"  {_text(one_line(task.note))}."
    if task.causes:
        named = ", ".join(f"{_text(rule)} {_code(fingerprint)}" for rule, fingerprint in task.causes)
        yield f"  Possible cause; fix it first: {named}"
    yield f"  {_text(one_line(task.summary, 1000))}"
    yield from _commands("Check first", task.inspections)
    for condition, group in groupby(task.commands, key=lambda command: command[0]):
        yield from _conditional(_heading(task, condition), list(group))
    yield from _commands("Once at the end, also after an undo; one fabric after the other", task.activating)
    yield from _commands("Then", task.then)


def _heading(task: Task, condition: str) -> str:
    if condition:
        return f"Only if {_text(one_line(condition))}"
    return f"Commands of {_text(task.ref.pack)}" if task.why == "foreign" else "One of"


def _conditional(heading: str, commands: Sequence[tuple[str, str, str, str | None]]) -> Iterator[str]:
    yield f"  - [ ] {heading}:"
    for _, on, run, undo in commands:
        yield f"    - {_code(run)}{_on(on)}" + (f"; undo: {_code(undo)}" if undo else "")


def _commands(title: str, commands: Iterable[tuple[str, str]]) -> Iterator[str]:
    listed = list(commands)
    if listed:
        yield f"  - {title}:"
    for on, run in listed:
        # The text already describes what cannot be a command.
        shown = _text(one_line(run, 1000)) if run.startswith(("By hand: ", "The same for ")) else _code(run)
        yield f"    - {shown}{_on(on)}"


def _on(machine: str) -> str:
    kind, _, name = machine.partition(":")
    return f" on {kind.replace('_', ' ').replace('vplex', 'VPLEX')} {_text(one_line(name))}" if name else ""


def _text(text: str) -> str:
    """Return text with all Markdown and HTML escaped; what is between backticks is code."""
    return with_code(one_line(text, 2000))


def _code(text: str) -> str:
    return code(one_line(text, 4000))


def files(plan: Plan, occasion: Occasion) -> dict[str, tuple[str, str, bool]]:
    """Return every file of the plan: name → (text, encoding, executable), the plan itself first."""
    found = {"plan.md": (checklist(plan, occasion), "utf-8", False)}
    for script in plan.scripts:
        how = renderer(script.platform)
        found[script.file] = (how.script(script, occasion), how.encoding, how.executable)
        undo = how.undo(script, occasion)
        if undo is not None:
            found[f"undo/{script.file}"] = (undo, how.encoding, how.executable)
    return found
