"""What a move costs the running site, beside a floor and a boardgame.io server."""
