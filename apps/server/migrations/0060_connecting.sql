-- What the owner can be told about the connection, and one row for each try to connect (decisions §10).
alter table merchant_connections
  add column refreshed_at timestamptz,
  -- The provider's absolute end of the connection, whatever is refreshed until then; null while it has not said.
  add column hard_expires_at timestamptz,
  add column end_warned_at timestamptz,
  add column last_checked_at timestamptz;

create table connection_attempts (
  id integer generated always as identity primary key,
  admin_id integer not null references users,
  environment text not null,
  created_at timestamptz not null,
  -- Hashed like every secret that travels in an address; each of the two is good once.
  ticket_hash bytea not null unique,
  ticket_expires_at timestamptz not null,
  state_hash bytea unique,
  state_expires_at timestamptz,
  used_at timestamptz,
  realm_id text,
  connected_at timestamptz,
  check ((used_at is null) = (realm_id is null)),
  check (connected_at is null or used_at is not null)
);
