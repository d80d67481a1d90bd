#!/bin/sh
# Makes the two roles and the database, when PostgreSQL's container starts for the first time.
set -eu

psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
    --set=owner_password="$OWNER_PASSWORD" --set=site_password="$SITE_PASSWORD" <<'SQL'
CREATE ROLE cantstop_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE cantstop LOGIN PASSWORD :'site_password';
CREATE DATABASE cantstop OWNER cantstop_owner ENCODING 'UTF8' TEMPLATE template0;
SQL
