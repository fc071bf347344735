"""Readers of what PowerPath prints (powermt, rpowermt), on every operating system it runs on."""
