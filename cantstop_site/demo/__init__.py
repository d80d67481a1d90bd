"""A small community made up for a demo: `make demo` fills a database with it and serves it.

It goes through the same services as everyone, with the clock set to the past (`past.py`), so what
it leaves behind is what people would have left. While the site runs, `living.py` plays on for them.
"""
