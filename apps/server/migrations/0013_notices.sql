-- The owner's notification settings (docs/rules.md §17): a single row with a key for each changed setting.
create table owner_notices (
  only_row boolean primary key default true check (only_row),
  settings jsonb not null default '{}',
  -- The last day with a digest.
  digest_on date
);
insert into owner_notices default values;

-- Push notifications to the owner's devices (docs/rules.md §23).

-- This installation's key pair for push services, created when the first device subscribes.
create table push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key_encrypted bytea not null
);

-- Subscribed browsers: the push service's endpoint and the encryption keys.
create table push_devices (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  endpoint text not null unique,
  public_key text not null,
  auth_secret text not null,
  created_at timestamptz not null,
  -- The session that turned notifications on; they end with it.
  session bytea references sessions on delete set null
);
create index push_devices_of_session on push_devices (session);

-- The outbox of push notifications: one row per device, until it is accepted, given up or not needed.
create table push_notices (
  id integer generated always as identity primary key,
  device_id integer not null references push_devices on delete cascade,
  kind text not null,
  params jsonb not null,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  tries integer not null default 0
);
create index push_notices_due on push_notices (next_try_at);
create index push_notices_of_device on push_notices (device_id);

-- Alarms that the owner's devices were told of and that are not over.
create table alarms_told (
  name text primary key,
  told_at timestamptz not null
);
