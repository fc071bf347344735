"""Tests of percentiles and of the event simulation."""
