"""Where a workload comes from: workload files, captures and plans, or loads in audited exports. Start with ``load``."""
