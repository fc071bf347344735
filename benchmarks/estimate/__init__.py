"""What ``bench_estimate.py`` compares the estimator with: published figures, exact results and an event simulation."""
