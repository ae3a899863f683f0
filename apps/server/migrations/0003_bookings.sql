create table bookings (
  id integer generated always as identity primary key,
  confirmation_number text not null unique,
  user_id integer not null references users,
  trip_date date not null,
  number_of_guests smallint not null check (number_of_guests between 1 and 4),
  package_type text not null check (package_type in ('STANDARD', 'TROPHY')),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  total_cents integer not null check (total_cents >= 0),
  deposit_cents integer not null check (deposit_cents between 0 and total_cents),
  status text not null check (status in ('PENDING', 'CONFIRMED', 'CANCELLED', 'COMPLETED')),
  -- Why it was cancelled or is waiting, in words for a person.
  status_reason text,
  terms_version text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index bookings_day on bookings (trip_date) where status <> 'CANCELLED';
create index bookings_user on bookings (user_id, trip_date);
create index bookings_newest on bookings (created_at desc, id desc);

-- Rows are never deleted: a late answer of the provider must always find the hold it paid for (decisions §6).
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
  check ((consumed_at is null) = (booking_id is null)),
  check (not is_lapsed or released_at is not null)
);
create index holds_live_day on holds (trip_date) where consumed_at is null and released_at is null;
create index holds_live_end on holds (expires_at) where consumed_at is null and released_at is null;
create index holds_live_network on holds (network) where consumed_at is null and released_at is null;
create index holds_user on holds (user_id, created_at desc);
-- One live hold a user, whatever runs at once.
create unique index holds_one_live_a_user on holds (user_id) where consumed_at is null and released_at is null;

-- What happened to a booking, oldest first; shown to its owner and the admin.
create table booking_events (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  happened_at timestamptz not null,
  kind text not null,
  description text not null
);
create index booking_events_booking on booking_events (booking_id, id);
