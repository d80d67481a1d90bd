"""Metrics, logs, error reports, clocks and processes. Imports nothing of games or accounts."""
