"""The parts of a SARIF log (rules, results, places, notifications); the format is ``checker.report.formats.sarif``."""
