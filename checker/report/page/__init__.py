"""The HTML report: one self-contained page. The output format is ``checker.report.formats.html``; start with ``document``."""
