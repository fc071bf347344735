"""dm-multipath and native NVMe maps, and multipath.conf. Start with topology; regular and lines are its two readers."""
