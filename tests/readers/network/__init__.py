"""Tests of network measurements."""
