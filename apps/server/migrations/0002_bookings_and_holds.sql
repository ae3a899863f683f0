-- A single row: the current booking configuration.
create table booking_config (
  only_row boolean primary key default true check (only_row),
  max_capacity smallint not null check (max_capacity between 1 and 10),
  hold_duration_minutes smallint not null check (hold_duration_minutes between 1 and 60),
  deposit_per_guest_cents integer not null check (deposit_per_guest_cents >= 0),
  standard_package_price_cents integer not null check (standard_package_price_cents >= 0),
  trophy_package_price_cents integer not null check (trophy_package_price_cents >= 0),
  season_start date not null,
  season_end date not null check (season_end >= season_start),
  closed_days smallint[] not null check (closed_days <@ '{0,1,2,3,4,5,6}'::smallint[]),
  blackout_dates date[] not null default '{}',
  updated_at timestamptz not null,
  -- Whether groups share a morning (docs/rules.md §2.4).
  sharing text not null default 'OPEN' check (sharing in ('OPEN', 'ONE_GROUP', 'TWO_ANGLERS'))
);

create table bookings (
  id integer generated always as identity primary key,
  confirmation_number text not null unique,
  user_id integer not null references users,
  trip_date date not null,
  number_of_guests smallint not null check (number_of_guests between 1 and 4),
  package_type text not null check (package_type in ('STANDARD', 'TROPHY')),
  first_name text not null,
  last_name text not null,
  email text,
  phone text not null,
  total_cents integer not null check (total_cents >= 0),
  deposit_cents integer not null check (deposit_cents between 0 and total_cents),
  status text not null check (status in ('PENDING', 'CONFIRMED', 'CANCELLED', 'COMPLETED')),
  -- Why it was cancelled or is waiting, for people to read.
  status_reason text,
  terms_version text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When personal data was erased: 24 months after the trip, for closed accounts.
  blanked_at timestamptz,
  -- Set once: a booking an admin sets back to CONFIRMED is not automatically completed again (docs/rules.md §2.12).
  completed_at timestamptz,
  -- For a phone booking: the admin who entered it, and the idempotency key, so that pressing the button twice makes one
  -- booking.
  entered_by integer references users,
  entry_key text,
  -- Riders come along but don't fish (docs/rules.md §3.23): they take no spot, so the guard doesn't count them.
  riders smallint not null default 0 check (riders between 0 and 2),
  tackle text not null default 'DECIDE_LATER' check (tackle in ('DECIDE_LATER', 'CONVENTIONAL', 'FLY')),
  -- A PENDING booking keeps its spots for its deposit until then; null for no deadline.
  deposit_until timestamptz,
  check (entry_key is null or entered_by is not null)
);
create index bookings_day on bookings (trip_date) where status <> 'CANCELLED';
create index bookings_user on bookings (user_id, trip_date);
create index bookings_to_complete on bookings (trip_date) where status = 'CONFIRMED';
create index bookings_to_blank on bookings (trip_date) where blanked_at is null;
create unique index bookings_entry_key on bookings (entered_by, entry_key) where entry_key is not null;
create index bookings_awaiting_deposit on bookings (deposit_until) where status = 'PENDING';

-- For the portal's lists, searches and sort orders (docs/decisions/024).
create function booking_search_text(first_name text, last_name text, email text, confirmation_number text)
returns text language sql immutable
  return first_name || ' ' || last_name || chr(10) || coalesce(email, '') || chr(10) || confirmation_number;
create index bookings_search on bookings using gin (booking_search_text(first_name, last_name, email, confirmation_number) gin_trgm_ops);
create index bookings_phone on bookings using gin (phone_digits(phone) gin_trgm_ops);
create index bookings_newest on bookings (created_at, id);
create index bookings_status on bookings (status, created_at, id);
create index bookings_by_name on bookings (lower(first_name || ' ' || last_name), id);
create index bookings_by_date on bookings (trip_date, id);
create index bookings_by_total on bookings (total_cents, id);
create index bookings_by_deposit on bookings (deposit_cents, id);
create index bookings_by_guests on bookings (number_of_guests, id);

-- A booking's history, oldest first; shown to the customer and the admins.
create table booking_events (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  happened_at timestamptz not null,
  kind text not null,
  description text not null
);
create index booking_events_booking on booking_events (booking_id, id);

-- Internal notes about a booking, never shown to customers.
create table booking_notes (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  admin_id integer not null references users,
  text text not null,
  created_at timestamptz not null
);
create index booking_notes_booking on booking_notes (booking_id, id);

-- The waitlist of full days, in order of arrival.
create table waitlist_entries (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  trip_date date not null,
  number_of_guests smallint not null check (number_of_guests between 1 and 4),
  created_at timestamptz not null,
  -- When the customer left, took the spots, or let the offer expire.
  ended_at timestamptz
);
create unique index waitlist_one_a_day on waitlist_entries (user_id, trip_date) where ended_at is null;
create index waitlist_line on waitlist_entries (trip_date, id) where ended_at is null;
create index waitlist_user on waitlist_entries (user_id);

-- Rows are never deleted, because a late response from the provider must find the hold it paid for.
create table holds (
  id uuid primary key,
  user_id integer not null references users,
  trip_date date not null,
  number_of_guests smallint not null check (number_of_guests between 1 and 4),
  -- A hold is a promise: its prices are those of the moment it was made.
  deposit_per_guest_cents integer not null,
  standard_package_price_cents integer not null,
  trophy_package_price_cents integer not null,
  duration_minutes smallint not null,
  -- The network it was made from, to prevent hoarding.
  network text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  released_at timestamptz,
  -- True if it expired, false if it was released earlier.
  is_lapsed boolean not null default false,
  consumed_at timestamptz,
  booking_id integer unique references bookings,
  -- Set for a waitlist offer: a hold the system makes for a waitlist entry, otherwise like any hold.
  waitlist_entry_id integer unique references waitlist_entries,
  -- Frozen with the other prices. Null for holds from before there were riders; those use the price in the terms.
  rider_price_cents integer not null default 15000 check (rider_price_cents >= 0),
  check ((consumed_at is null) = (booking_id is null)),
  check (not is_lapsed or released_at is not null)
);
create index holds_live_day on holds (trip_date) where consumed_at is null and released_at is null;
create index holds_live_end on holds (expires_at) where consumed_at is null and released_at is null;

-- Partial, so only network queries use it: the planner used to scan all of it to count one day.
create index holds_live_network on holds (network)
  where consumed_at is null and released_at is null and network is not null;
create index holds_user on holds (user_id, created_at desc);

-- One live hold per user, apart from waitlist offers.
create unique index holds_one_live_a_user on holds (user_id)
  where consumed_at is null and released_at is null and waitlist_entry_id is null;
