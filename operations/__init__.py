"""Metrics, logs, error reports, clocks and processes. Knows nothing of games or users."""
