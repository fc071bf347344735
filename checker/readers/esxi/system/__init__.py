"""Version, FC adapters, module parameters and advanced settings of ESXi hosts."""
