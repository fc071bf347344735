"""VPlexcli text: context listings, summaries, health checks and trees."""
