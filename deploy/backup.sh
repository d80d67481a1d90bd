#!/bin/sh
# Writes a PostgreSQL database into one file, and removes files of more than KEEP_DAYS days ago (30).
#
#   backup.sh FOLDER [DATABASE]
#
# Run it as a role that may read everything, such as PostgreSQL's superuser; PGHOST, PGPORT and
# PGUSER say where and as what. It does not disturb the running site.
set -eu
umask 077

folder=${1:?"Say in which folder: backup.sh FOLDER [DATABASE]"}
database=${2:-cantstop}
file=$folder/$database-$(date -u +%Y%m%dT%H%M%SZ).dump

# Under another name until it is whole: what is called .dump can be restored.
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --file="$file.part" "$database"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"

find "$folder" -name "$database-*.dump" -mtime "+${KEEP_DAYS:-30}" -delete
echo "$file"
