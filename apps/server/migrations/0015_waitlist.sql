-- Who waits for places on a full day, in the order they came (decisions §6).
create table waitlist_entries (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  trip_date date not null,
  number_of_guests smallint not null check (number_of_guests between 1 and 4),
  created_at timestamptz not null,
  -- Left, taken, or its offer ran out.
  ended_at timestamptz
);
create unique index waitlist_one_a_day on waitlist_entries (user_id, trip_date) where ended_at is null;
create index waitlist_line on waitlist_entries (trip_date, id) where ended_at is null;

-- An offer is a hold that the system makes for who waits: the same row, the same claims, the same payment.
alter table holds add column waitlist_entry_id integer unique references waitlist_entries;
drop index holds_one_live_a_user;
create unique index holds_one_live_a_user on holds (user_id)
  where consumed_at is null and released_at is null and waitlist_entry_id is null;
