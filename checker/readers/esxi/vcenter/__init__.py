"""Lists of vCenter: RVTools tabs and PowerCLI exports as CSV."""
