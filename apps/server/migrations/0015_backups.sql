-- How backups are kept (docs/rules.md §12.12). The recovery key is on paper; here is only to whom files are encrypted.
create table backup_settings (
  only_row boolean primary key default true check (only_row),
  recovery_recipient text,
  recovery_made_at timestamptz,
  recovery_tried_at timestamptz,
  -- A folder, or an S3-compatible address with the id of its key, whose secret is encrypted.
  second_place json,
  second_secret_encrypted bytea
);
insert into backup_settings default values;

-- Each backup; the one that is not made yet is the next one.
create table backups (
  id integer generated always as identity primary key,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  tries integer not null default 0,
  -- Why the last try failed; null once the step that failed is done.
  failure text,
  file text,
  version text,
  recipient text,
  bytes bigint,
  bookings integer,
  taken_at timestamptz,
  made_at timestamptz,
  -- What was wrong in the copy that was restored from it; empty if nothing.
  drill_problems text[],
  copied_at timestamptz,
  -- Nothing is left to do, or a later one took its place.
  done_at timestamptz,
  check (made_at is null or (file is not null and taken_at is not null and bytes is not null))
);
create unique index backups_next on backups ((true)) where made_at is null;

-- When the last backup was taken, by whichever way.
create table last_backup (
  only_row boolean primary key default true check (only_row),
  taken_at timestamptz not null
);
