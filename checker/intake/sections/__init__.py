"""The parts of a file: one for each command, machine and format, with the time and host printed above it.

Start reading at ``split``.
"""
