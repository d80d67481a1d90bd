"""Training the analysis of Can't Stop, and solving small boards exactly."""
