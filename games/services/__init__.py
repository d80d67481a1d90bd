"""The verbs: everything that changes a table or a game. Views and the referee call these."""
