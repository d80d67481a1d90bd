"""The site: settings, URLs and the server, which put everything together."""

import sys

# Only nginx does TLS. Without this line Twisted and autobahn would load OpenSSL, some megabytes.
sys.modules.setdefault("OpenSSL", None)  # type: ignore[arg-type]
