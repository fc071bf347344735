"""NX-OS commands as JSON and XML: the same tables in both."""
