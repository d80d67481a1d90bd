#!/bin/sh
# Says what is missing of the browsers beside Chromium that `make test-browsers` drives, and how to get it.
# It installs nothing: they bring hundreds of packages, and few people want these tests.

missing=
need() {
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

need "${FIREFOX:-firefox-esr}" firefox-esr
need WebKitWebDriver webkit2gtk-driver
need xvfb-run xvfb
need xauth xauth

if [ -n "$missing" ]; then
    echo "These tests need more browsers. Install what is missing (on Debian: apt-get install" \
        "--no-install-recommends$missing), or set FIREFOX to the path of a Firefox."
    exit 1
fi
