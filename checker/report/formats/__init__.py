"""Output formats, one module each, named after the format; ``checker.report.registry`` finds them."""
