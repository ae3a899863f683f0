-- Only a server process can give a position: it has a secret that is not in the database, which keeps the secret's digest where
-- only its owner reads and writes. So whoever can run any SQL as the serving role makes nobody an owner.
create table server_key (
  only_row boolean primary key default true check (only_row),
  digest bytea not null
);

-- Since when the mail server has taken nothing, once the owner's devices were told; null while it takes emails.
alter table owner_notices add column outage_told timestamptz;
