-- What the owner says of the business (docs/rules.md §14): one row, with a key for each fact that is set.
create table business_facts (
  only_row boolean primary key default true check (only_row),
  facts jsonb not null default '{}',
  updated_at timestamptz
);
insert into business_facts default values;
