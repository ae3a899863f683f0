-- Only a server process can give a position: it has a secret that is not in the database, which keeps the secret's digest where
-- only its owner reads and writes. So whoever can run any SQL as the serving role makes nobody an owner.
create table server_key (
  only_row boolean primary key default true check (only_row),
  digest bytea not null
);

-- When a server last ran, so that a clock that is far ahead of it ends nothing (docs/rules.md §12.6).
create table last_seen (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
