-- When a server last ran, so that a clock that is far ahead of it ends nothing (docs/rules.md §12.6).
create table last_seen (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
