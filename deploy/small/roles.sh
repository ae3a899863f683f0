#!/bin/sh
# Run once by the PostgreSQL image: creates the owner role, the serving role and the database.
set -e
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v serving="$SERVING_PASSWORD" -U "$POSTGRES_USER" -d postgres <<'SQL'
create role arcadia_owner login password :'owner';
create role arcadia_app login password :'serving';
create database arcadia owner arcadia_owner;
SQL
