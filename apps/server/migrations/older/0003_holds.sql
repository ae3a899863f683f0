-- Who waits for spots on a full day, in the order they came.
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

-- Rows are never deleted: a late answer of the provider must always find the hold it paid for.
create table holds (
  id uuid primary key,
  user_id integer not null references users,
  trip_date date not null,
  number_of_guests smallint not null check (number_of_guests between 1 and 4),
  -- A live hold is a promise: the prices are those of the moment it was made.
  deposit_per_guest_cents integer not null,
  standard_package_price_cents integer not null,
  trophy_package_price_cents integer not null,
  duration_minutes smallint not null,
  -- The network it was made from, against hoarding.
  network text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  released_at timestamptz,
  -- Released because its time ran out, not by its owner.
  is_lapsed boolean not null default false,
  consumed_at timestamptz,
  booking_id integer unique references bookings,
  -- An offer is a hold that the system makes for who waits: the same row, the same claims, the same payment.
  waitlist_entry_id integer unique references waitlist_entries,
  check ((consumed_at is null) = (booking_id is null)),
  check (not is_lapsed or released_at is not null)
);
create index holds_live_day on holds (trip_date) where consumed_at is null and released_at is null;
create index holds_live_end on holds (expires_at) where consumed_at is null and released_at is null;
create index holds_live_network on holds (network) where consumed_at is null and released_at is null;
create index holds_user on holds (user_id, created_at desc);
-- One live hold a user, whatever runs at once, besides what is offered.
create unique index holds_one_live_a_user on holds (user_id)
  where consumed_at is null and released_at is null and waitlist_entry_id is null;
create trigger holds_are_kept before delete on holds for each row execute function keep_rows();
