-- How much of the open season people who have never paid here may keep, by holds and by offers (docs/rules.md §2.9).

-- Set if it counts toward the limits, so an entry from before they existed does not.
alter table waitlist_entries add column network text;

-- A hold's network is now set only if the hold counts toward the limits. One that a payment brought along does not.
drop index holds_live_network;
-- The Idempotency-Key of the payment that came without a hold and took these spots.
alter table holds add column press_key text;
create unique index holds_press on holds (user_id, press_key) where press_key is not null;
create index holds_offers on holds (trip_date, network) where waitlist_entry_id is not null;

-- When a person last let go of so many spots without paying: 1 to 4 rows each, so that the largest of the last minutes is known
-- however often spots are held and let go of.
create table unpaid_ends (
  user_id integer not null references users,
  number_of_guests smallint not null,
  network text not null,
  ended_at timestamptz not null,
  primary key (user_id, number_of_guests)
);
create index unpaid_ends_age on unpaid_ends (ended_at);
