-- What the owner is emailed of, where to and when (docs/rules.md §17): one row, with a key for each setting that was changed.
create table owner_notices (
  only_row boolean primary key default true check (only_row),
  settings jsonb not null default '{}',
  -- The last day that a digest was written for.
  digest_on date
);
insert into owner_notices default values;
