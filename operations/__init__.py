"""What operators look at: figures, logs, reports of errors. Knows nothing of games or users."""
