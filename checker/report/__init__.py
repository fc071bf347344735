"""Render a finished audit: one module per output format in ``formats``.

Formats read ``checker.rules.evaluate.finding.Report`` and the topology; they never evaluate rules or read exports.
Start with ``base`` (what a format is), then ``digest`` (what is counted), ``coverage`` and ``formats/table.py``.
"""
