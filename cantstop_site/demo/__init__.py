"""A made-up community: `make demo` fills a database with it and serves it.

Its people use the same services as everyone, with the clock set back (past.py). While the site
runs, living.py plays on for them.
"""
