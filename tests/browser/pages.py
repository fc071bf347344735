"""Reports for the browser: a small one with everything in it, a hostile one, a big one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from checker.report.base import Presentation, Section, Table
from checker.report.registry import formats
from checker.rules.evaluate.finding import Finding, FixStep, Place, Report
from checker.topology.picture.graph import Edge, Graph, Node, node_id
from tests.report import samples

HOSTILE = '<img src=x onerror="document.title=1">\u202e</script><!-- "\'& \x07'
HIDDEN = replace(samples.ADVICE, state="suppressed", suppressed_by="sanlint.yaml:4: a lab host", fingerprint="77")
SMALL = replace(samples.FAULTY, findings=(*samples.FAULTY.findings, HIDDEN))
CURVE = '<svg viewBox="0 0 40 20" role="img" aria-label="curve"><path d="M0 20L40 0" fill="none" stroke="#555"/></svg>'


def graph() -> Graph:
    """A host with a port on a switch, and an array."""
    drawn = Graph(fabrics=["fab-a"])
    drawn.add(Node(node_id("host", "esx07"), "host", "esx07"))
    drawn.add(Node(node_id("host", "esx08"), "host", "esx08"))
    drawn.add(Node(node_id("switch", "sw-a"), "switch", "sw-a", "fab-a"))
    drawn.add(Node(node_id("initiator", "10"), "initiator", "hba1", "fab-a", node_id("host", "esx07")))
    drawn.edges.append(Edge(node_id("initiator", "10"), node_id("switch", "sw-a"), "link", "fab-a"))
    # Whatever hostile() is called, in the picture too.
    drawn.add(Node(node_id("host", HOSTILE), "host", HOSTILE))
    return drawn


def write_page(file: Path, report: Report, **changes: object) -> Path:
    """Write the report as ``sanlint check -o FILE.html`` does."""
    presentation = Presentation(
        rule=lambda rule_id: samples.RULE if rule_id == samples.RULE.id else None,
        text=lambda rule_id: samples.TEXT if rule_id == samples.TEXT.id else None,
        run=(("Input", "exports"),),
        graph=graph(),
        sections=(
            Section("Response time", ("At 4,000 IOPS.",), (Table("Breakdown", ("Part", "ms"), (("array", "0.4"),)),),
                    (("Response time against load", CURVE),)),
        ),
    )  # fmt: skip
    text = formats()["html"].render(report, replace(presentation, **changes))
    file.write_text(text, encoding="utf-8", newline="\n")
    return file


def hostile() -> Report:
    """A finding with hostile text wherever text may stand."""
    finding = Finding(
        rule="PTH003", name=HOSTILE, severity="error", message=HOSTILE, object={"host": HOSTILE},
        objects=({"host": HOSTILE, "volume": HOSTILE},), evidence={HOSTILE: HOSTILE}, fingerprint=HOSTILE,
        location=Place(HOSTILE, 3, member=HOSTILE, label=HOSTILE), caused_by=(HOSTILE,), fix_summary=HOSTILE,
        fix=(FixStep(HOSTILE, HOSTILE, HOSTILE, on=f"host:{HOSTILE}", check=HOSTILE, only_if=HOSTILE),),
    )  # fmt: skip
    hidden = replace(finding, state="suppressed", suppressed_by=HOSTILE)
    files = tuple(replace(file, path=HOSTILE, owner=HOSTILE) for file in samples.FILES)
    return replace(samples.FAULTY, findings=(finding, hidden), files=files, config=HOSTILE, errors=(HOSTILE,),
                   notices=(HOSTILE,), as_of=HOSTILE, version=HOSTILE)  # fmt: skip


def big(count: int) -> Report:
    """Many findings, twenty a host, the last of them with a different message."""
    findings = [
        replace(
            samples.FIXED_POLICY, severity=("error", "warning", "info")[number % 3], fingerprint=f"{number:08x}",
            message=f"volume {number} of esx{number // 20:04}", object={"host": f"esx{number // 20:04}"},
            location=Place(f"esx{number // 20:04}.txt", number % 20 + 1),
        )
        for number in range(count)
    ]  # fmt: skip
    findings[-1] = replace(findings[-1], message="the needle")
    return replace(samples.FAULTY, findings=tuple(findings))
