"""Percentiles of response times: the times of an I/O as a sum of independent stages, inverted numerically."""
