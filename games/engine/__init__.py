"""The game engine: rules, bots, records and dice in pure Python, without Django."""
