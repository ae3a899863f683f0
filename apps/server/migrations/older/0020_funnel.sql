-- How far visits came, counted by day (docs/rules.md §11.9). Nothing here is of a person.
create table funnel_counts (
  day date not null,
  step text not null check (step in ('SITE', 'DATE', 'GUESTS', 'PAYMENT', 'BOOKED')),
  visits integer not null check (visits > 0),
  primary key (day, step)
);
