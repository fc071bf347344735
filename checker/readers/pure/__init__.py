"""Readers of Pure FlashArray exports: answers of REST 1.x and 2.x."""
