#!/bin/sh
# Creates the owner role, the serving role and the database, or gives the roles these passwords. The PostgreSQL image runs it once.
set -e
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -q <<'SQL'
-- Not as arguments, which every user of the machine can list.
\getenv owner OWNER_PASSWORD
\getenv serving SERVING_PASSWORD
select not exists (select from pg_roles where rolname = 'arcadia_owner') as is_new \gset
\if :is_new
-- Each backup is tried out in a database of its own.
create role arcadia_owner login createdb;
create role arcadia_app login;
create database arcadia owner arcadia_owner;
\endif
alter role arcadia_owner password :'owner';
alter role arcadia_app password :'serving';
SQL
