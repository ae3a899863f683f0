-- A single row: the current booking configuration.
create table booking_config (
  only_row boolean primary key default true check (only_row),
  max_capacity smallint not null check (max_capacity between 1 and 10),
  hold_duration_minutes smallint not null check (hold_duration_minutes between 1 and 60),
  deposit_per_guest_cents integer not null check (deposit_per_guest_cents >= 0),
  standard_package_price_cents integer not null check (standard_package_price_cents >= 0),
  trophy_package_price_cents integer not null check (trophy_package_price_cents >= 0),
  -- A group may take the whole boat and pay this for each of its empty spots (docs/rules.md §2.22). Null while the owner doesn't
  -- offer it.
  private_spot_price_cents integer check (private_spot_price_cents > 0),
  season_start date not null,
  season_end date not null check (season_end >= season_start),
  closed_days smallint[] not null check (closed_days <@ '{0,1,2,3,4,5,6}'::smallint[]),
  blackout_dates date[] not null default '{}',
  -- Whether groups share a morning (docs/rules.md §2.4).
  sharing text not null default 'OPEN' check (sharing in ('OPEN', 'ONE_GROUP', 'TWO_ANGLERS')),
  -- The opening is a day that decides what can be booked (docs/rules.md §1.9).
  opens_on date,
  cards_are_real boolean not null default false,
  updated_at timestamptz not null
);

create table bookings (
  id integer generated always as identity primary key,
  confirmation_number text not null unique,
  user_id integer not null references users,
  trip_date date not null,
  number_of_guests smallint not null check (number_of_guests between 1 and 4),
  -- Riders come along but don't fish (docs/rules.md §3.23): they take no spot, so the guard doesn't count them.
  riders smallint not null default 0 check (riders between 0 and 2),
  -- How many spots are the group's, itself included, if its morning is private.
  private_spots smallint check (private_spots > 0),
  package_type text not null check (package_type in ('STANDARD', 'TROPHY')),
  tackle text not null default 'DECIDE_LATER' check (tackle in ('DECIDE_LATER', 'CONVENTIONAL', 'FLY')),
  first_name text not null,
  last_name text not null,
  email text,
  phone text not null,
  total_cents integer not null check (total_cents >= 0),
  deposit_cents integer not null check (deposit_cents between 0 and total_cents),
  -- Whether everything is paid, which the database keeps (functions/money.sql): what is owed is then looked for among the few
  -- others, whatever its age.
  is_paid boolean not null default false,
  status text not null check (status in ('PENDING', 'CONFIRMED', 'CANCELLED', 'COMPLETED')),
  -- Why it was cancelled or is waiting, for people to read.
  status_reason text,
  -- A PENDING booking keeps its spots for its deposit until then; null for no deadline.
  deposit_until timestamptz,
  -- How long the spots had been kept for the deposit when it was paid, in case that payment is taken back.
  awaited_until timestamptz,
  -- Set once: a booking an admin sets back to CONFIRMED is not automatically completed again (docs/rules.md §2.12).
  completed_at timestamptz,
  -- When the booking was cancelled; null while it is not. A refund finished before then was for something else.
  cancelled_at timestamptz,
  -- What an owner said in canceling: why, for the guest to read, and that what was paid by hand goes back (docs/rules.md §3.35).
  cancel_reason text,
  gives_back boolean not null default false,
  terms_version text,
  terms_accepted_at timestamptz,
  -- For a phone booking: the admin who entered it, and the idempotency key, so that pressing the button twice makes one
  -- booking.
  entered_by integer references users,
  entry_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- How often what the booking's calendar event says has changed: the event's SEQUENCE (docs/rules.md §8.9).
  changes integer not null default 0,
  -- When personal data was erased: 24 months after the trip, for closed accounts.
  blanked_at timestamptz,
  search_text text not null generated always as (search_key(
    first_name || ' ' || last_name || chr(10) || coalesce(email, '') || chr(10) || confirmation_number)) stored,
  check (entry_key is null or entered_by is not null)
);
create index bookings_day on bookings (trip_date) where status <> 'CANCELLED';
create index bookings_user on bookings (user_id, trip_date);
create index bookings_to_complete on bookings (trip_date) where status = 'CONFIRMED';
create index bookings_to_blank on bookings (trip_date) where blanked_at is null;
create unique index bookings_entry_key on bookings (entered_by, entry_key) where entry_key is not null;
create index bookings_awaiting_deposit on bookings (deposit_until) where status = 'PENDING';
create index bookings_owing on bookings (trip_date) where not is_paid and status <> 'CANCELLED';
create index bookings_that_give_back on bookings (id) where gives_back;

-- For the portal's lists, searches and sort orders. Other orders need no index: sorting and counting take at most 30 ms with
-- 100,000 bookings (docs/decisions/024-plain-counts.md).
create index bookings_search on bookings using gin (search_text gin_trgm_ops);
create index bookings_phone on bookings using gin (phone_digits(phone) gin_trgm_ops);
create index bookings_newest on bookings (created_at, id);
create index bookings_status on bookings (status, created_at, id);
create index bookings_by_name on bookings (lower(first_name || ' ' || last_name), id);
create index bookings_by_date on bookings (trip_date, id);

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
  -- Set if it counts toward the limits of who has never paid here (docs/rules.md §2.9).
  network text,
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
  -- How many spots are the group's, itself included, if its morning is private.
  private_spots smallint check (private_spots > number_of_guests),
  -- A hold is a promise: its prices are those of the moment it was made.
  deposit_per_guest_cents integer not null,
  standard_package_price_cents integer not null,
  trophy_package_price_cents integer not null,
  rider_price_cents integer not null default 15000 check (rider_price_cents >= 0),
  private_spot_price_cents integer check (private_spot_price_cents > 0),
  duration_minutes smallint not null,
  -- The network it was made from, if it counts toward the limits of who has never paid here (docs/rules.md §2.9). A hold that a
  -- payment brought along does not.
  network text,
  -- The Idempotency-Key of the payment that came without a hold and took these spots.
  press_key text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  released_at timestamptz,
  -- True if it expired, false if it was released earlier.
  is_lapsed boolean not null default false,
  -- Why it ended if neither its customer nor the clock ended it, to tell whoever comes back to it (docs/rules.md §2.17). TAKEN: a
  -- phone booking took its spots; ENTERED: the customer's own phone booking did; CALLED_OFF: the day was called off.
  ended_by text check (ended_by in ('TAKEN', 'ENTERED', 'CALLED_OFF')),
  consumed_at timestamptz,
  booking_id integer unique references bookings,
  -- The booking that an angler joins: this hold of the spot adds to it, and never becomes one itself (docs/rules.md §2.38).
  adds_to integer references bookings,
  -- Set for a waitlist offer: a hold the system makes for a waitlist entry, otherwise like any hold.
  waitlist_entry_id integer unique references waitlist_entries,
  constraint holds_consumed check (case when adds_to is null
    then (consumed_at is null) = (booking_id is null) else booking_id is null end),
  check (not is_lapsed or released_at is not null),
  check (ended_by is null or released_at is not null),
  check ((private_spots is null) = (private_spot_price_cents is null))
);
create index holds_live_day on holds (trip_date) where consumed_at is null and released_at is null;
create index holds_live_end on holds (expires_at) where consumed_at is null and released_at is null;
create index holds_user on holds (user_id, created_at desc);
create unique index holds_press on holds (user_id, press_key) where press_key is not null;
create index holds_offers on holds (trip_date, network) where waitlist_entry_id is not null;

-- One live hold per user, apart from waitlist offers.
create unique index holds_one_live_a_user on holds (user_id)
  where consumed_at is null and released_at is null and waitlist_entry_id is null;

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

-- A group shares what is owed for its booking (docs/rules.md §3.39). What a share asks is computed, never stored.
create table shares (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  place integer not null,
  name text not null,
  email text,
  -- Of whoever booked.
  is_own boolean not null default false,
  -- What the share comes to beside the others.
  weight integer not null check (weight > 0),
  -- What it came to when it was paid: it never grows beyond that.
  settled_cents integer check (settled_cents > 0),
  created_at timestamptz not null,
  emailed_at timestamptz,
  removed_at timestamptz,
  unique (id, booking_id)
);
create index shares_booking on shares (booking_id);
create unique index shares_one_own on shares (booking_id) where is_own and removed_at is null;
