"""NX-OS commands about ports: interfaces, counters, transceivers and port lists."""
