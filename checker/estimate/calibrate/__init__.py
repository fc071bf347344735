"""Calibration: latency at low load, peak and servers of an array from captures of its load and response times.

Start with ``calibrate.py``; ``points.py`` collects the measurements, ``fit.py`` is the least squares.
"""
