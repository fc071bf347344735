"""Tests of ``checker.fleet``."""
