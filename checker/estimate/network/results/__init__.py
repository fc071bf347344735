"""Results of an estimate from the solved levels: states, ranges, breakdown, and where only a bound is known."""
