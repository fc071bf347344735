"""NVMe subsystems and the states of their paths."""
