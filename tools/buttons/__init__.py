"""Training the analysis of Buttons."""
