-- A session that staff keep has the name of its device (docs/rules.md §4.21).
alter table sessions
  add column id integer generated always as identity unique,
  add column device_name text check (char_length(device_name) between 1 and 40),
  -- To within ten minutes, and only in the portal.
  add column last_used_at timestamptz;
update sessions set last_used_at = created_at;
alter table sessions alter column last_used_at set not null;

-- The session that turned notifications on; they end with it.
alter table push_devices add column session bytea references sessions on delete set null;
create index push_devices_of_session on push_devices (session);
