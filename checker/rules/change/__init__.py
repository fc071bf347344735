"""Complete changes: commands of a fix and what puts them into effect, the same in reports and scripts. Start with ``complete``."""
