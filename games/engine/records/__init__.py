"""Records of games: reading and writing them as JSON and as text, and judging what they claim."""
