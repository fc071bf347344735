"""Commands that all systems of hosts have."""
