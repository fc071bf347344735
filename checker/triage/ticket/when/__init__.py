"""Times of a ticket: the forms in which users state them, clocks, dates and zones."""
