#!/bin/bash
# What docker.io/library/postgres does at its start, as far as deploy/small relies on it.
set -e
bin=$(echo /usr/lib/postgresql/*/bin)
export PATH=$bin:$PATH PGDATA=/var/lib/postgresql/data POSTGRES_USER=postgres
as() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
mkdir -p "$PGDATA" /run/postgresql
chown postgres:postgres /var/lib/postgresql "$PGDATA" /run/postgresql
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/run/postgresql/password
  as initdb --username=postgres --auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8 --pwfile=/run/postgresql/password >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  # On the socket alone, so that nobody meets a database half made.
  as pg_ctl --wait --options='-c listen_addresses=' start
  for script in /docker-entrypoint-initdb.d/*.sh; do as sh "$script"; done
  as pg_ctl --wait --mode=fast stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -c listen_addresses='*'
