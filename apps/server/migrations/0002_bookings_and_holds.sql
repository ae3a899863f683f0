-- One row: the booking configuration as it is now.
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
  -- Why it was cancelled or is waiting, in words for a person.
  status_reason text,
  terms_version text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When what names a person was taken out: 24 months after the trip, for closed accounts.
  blanked_at timestamptz,
  -- Completed once: a booking that an admin takes back to CONFIRMED is not completed again by itself (docs/rules.md §2.12).
  completed_at timestamptz,
  -- The owner entered it for somebody on the phone: which admin, and under which key, so that pressing the button twice is one
  -- booking.
  entered_by integer references users,
  entry_key text,
  -- Riders come along and do not fish (docs/rules.md §3.23): they take no spot, so the guard of days never counts them.
  riders smallint not null default 0 check (riders between 0 and 2),
  tackle text not null default 'DECIDE_LATER' check (tackle in ('DECIDE_LATER', 'CONVENTIONAL', 'FLY')),
  -- A booking that is PENDING keeps its spots until then for its deposit; null where nothing ends it.
  deposit_until timestamptz,
  check (entry_key is null or entered_by is not null)
);
create index bookings_day on bookings (trip_date) where status <> 'CANCELLED';
create index bookings_user on bookings (user_id, trip_date);
create index bookings_to_complete on bookings (trip_date) where status = 'CONFIRMED';
create index bookings_to_blank on bookings (trip_date) where blanked_at is null;
create unique index bookings_entry_key on bookings (entered_by, entry_key) where entry_key is not null;
create index bookings_awaiting_deposit on bookings (deposit_until) where status = 'PENDING';

-- As the portal lists, searches and orders them (docs/decisions/024).
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

-- What happened to a booking, oldest first; shown to its owner and the admin.
create table booking_events (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  happened_at timestamptz not null,
  kind text not null,
  description text not null
);
create index booking_events_booking on booking_events (booking_id, id);

-- What the owner writes down about a booking for themselves; no customer sees it.
create table booking_notes (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  admin_id integer not null references users,
  text text not null,
  created_at timestamptz not null
);
create index booking_notes_booking on booking_notes (booking_id, id);

-- Nothing that touched money or a spot is ever deleted (docs/rules.md §3.19).
create function keep_rows() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are kept', tg_table_name using errcode = 'AR003';
end $$;
create trigger bookings_are_kept before delete on bookings for each row execute function keep_rows();
create trigger booking_events_are_kept before delete on booking_events for each row execute function keep_rows();

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
create index waitlist_user on waitlist_entries (user_id);

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
  -- Frozen with the other prices. A hold that says nothing was made before there were riders, and promised what the terms name.
  rider_price_cents integer not null default 15000 check (rider_price_cents >= 0),
  check ((consumed_at is null) = (booking_id is null)),
  check (not is_lapsed or released_at is not null)
);
create index holds_live_day on holds (trip_date) where consumed_at is null and released_at is null;
create index holds_live_end on holds (expires_at) where consumed_at is null and released_at is null;

-- Only who looks for a network may read this index: the planner used to read all of it to count one day.
create index holds_live_network on holds (network)
  where consumed_at is null and released_at is null and network is not null;
create index holds_user on holds (user_id, created_at desc);

-- One live hold a user, whatever runs at once, besides what is offered.
create unique index holds_one_live_a_user on holds (user_id)
  where consumed_at is null and released_at is null and waitlist_entry_id is null;
create trigger holds_are_kept before delete on holds for each row execute function keep_rows();
