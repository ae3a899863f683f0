-- What an owner said before opening, and the opening itself; the other ticks of the list are seen in other tables (docs/rules.md §9.10).
create table opening (
  step text primary key check (step in ('PRICES', 'SEASON', 'WAIVER', 'PEOPLE', 'OPENED')),
  -- Null for a business that was open before there was a list.
  said_by integer references users,
  said_at timestamptz not null
);
insert into opening (step, said_at) select 'OPENED', now() where exists (select from bookings);

-- A guest that an owner books a test trip as; nobody can sign in to it (docs/rules.md §9.11).
alter table users add column tests_for integer references users;
create unique index one_test_at_a_time on users ((true)) where tests_for is not null and closed_at is null;
create index users_of_tests on users (id) where tests_for is not null;
