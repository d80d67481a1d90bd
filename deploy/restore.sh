#!/bin/sh
# Reads a file that backup.sh wrote into a new database: all of it, or nothing is left of it.
#
#   restore.sh FILE DATABASE
#
# It never touches a database that is there already. The roles cantstop_owner and cantstop must
# exist, since the rights of the site's role come back with the tables. Run it as PostgreSQL's
# superuser; PGHOST, PGPORT and PGUSER say where and as what.
set -eu

file=${1:?"Say which file: restore.sh FILE DATABASE"}
database=${2:?"Say into which new database: restore.sh FILE DATABASE"}

pg_restore --list "$file" >/dev/null
createdb --template=template0 --encoding=UTF8 --owner="${OWNER:-cantstop_owner}" "$database"
pg_restore --exit-on-error --single-transaction --dbname="$database" "$file" || {
    dropdb "$database"
    exit 1
}
