"""Times of samples on one clock: their zones, their dates, and the clocks of machines."""
