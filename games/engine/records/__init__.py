"""Records of games: reading and writing them as JSON and as text, and verifying their claims."""
