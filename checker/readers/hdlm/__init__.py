"""Read what Hitachi Dynamic Link Manager (HDLM) prints, on every operating system it runs on. Start with ``view``."""
