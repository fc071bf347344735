"""The parts of a SARIF log: rules, results, places, notifications. Not a format itself; ``checker.report.sarif`` is."""
