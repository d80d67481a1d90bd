"""The site: puts everything together."""

import sys

# To speak TLS is up to nginx. Else Twisted and autobahn load what would, some megabytes.
sys.modules.setdefault("OpenSSL", None)  # type: ignore[arg-type]
