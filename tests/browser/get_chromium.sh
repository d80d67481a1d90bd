#!/bin/sh
# Gets Chromium for the browser tests where that needs nobody's permission: the one without
# windows, which takes far less of a processor, or else the usual one.
# Never fails: without Chromium the browser tests fail, and say the same sentence.

light=chromium-headless-shell
command -v "${CHROMIUM:-$light}" >/dev/null 2>&1 && exit 0

as_root=none
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
fi

if [ "$as_root" != none ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests."
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    $as_root apt-get update >"$log" 2>&1
    for package in "$light" chromium; do
        if $as_root apt-get install -y "$package" >>"$log" 2>&1 </dev/null; then
            rm -f "$log"
            exit 0
        fi
    done
    tail -n 5 "$log"
    rm -f "$log"
fi

for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done

echo "The browser tests need Chromium. Install it (on Debian: apt-get install chromium)," \
    "or set CHROMIUM to the path of a Chromium or Chrome."
