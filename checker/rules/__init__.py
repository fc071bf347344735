"""Rules: read and check rule files, apply the configuration, evaluate rules over views into findings.

May depend on views, estimates, topology, intake, readers and facts, but not on audits, reports or the command line.
Start with ``book.rule`` (what a rule is), then ``evaluate.evaluate``; ``language`` checks expressions and templates, ``suppress`` hides findings.
"""
