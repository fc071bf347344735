"""What words of paths mean: parts of commands, devices, times, kinds of things, or what may name a machine. Start with ``tokens``."""
