-- Business facts (docs/rules.md §14): a single row with a key for each fact that is set.
create table business_facts (
  only_row boolean primary key default true check (only_row),
  facts jsonb not null default '{}',
  updated_at timestamptz
);
insert into business_facts default values;

-- What an owner said before opening; the other ticks of the list are seen in other tables. After the opening the list stays until an
-- owner puts it away (docs/rules.md §9.10).
create table opening (
  step text primary key check (step in ('PRICES', 'SEASON', 'WAIVER', 'PEOPLE', 'PUT_AWAY')),
  said_by integer not null references users,
  said_at timestamptz not null
);

-- How far visits got, counted by day (docs/rules.md §11.9), without personal data.
create table funnel_counts (
  day date not null,
  step text not null check (step in ('SITE', 'DATE', 'GUESTS', 'PAYMENT', 'BOOKED')),
  visits integer not null check (visits > 0),
  primary key (day, step)
);
