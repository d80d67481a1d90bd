"""A ladder from a server that only answers up to the floor, on the product's handler and layer.

Each rung does what the one below it does, and one thing more: what that costs is the difference.
"""

RUNGS = {
    "http": "HTTP in and out",
    "pushes": "+ three texts to four sockets",
    "django": "+ Django, in one go",
    "user": "+ session and user",
    "transaction": "+ a transaction",
    "templates": "+ three templates",
}
"""What each one adds, from the lowest on."""
