"""Inputs made to crash, stop or mislead the program: each ends within its limits, with a note."""
