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
  updated_at timestamptz not null
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
  updated_at timestamptz not null,
  -- When what names a person was taken out: 24 months after the trip, for closed accounts.
  blanked_at timestamptz,
  -- The date a reminder was sent for: a booking that moves is reminded of again.
  reminded_for date,
  -- Completed once: a booking that an admin takes back to CONFIRMED is not completed again by itself (docs/rules.md §2.12).
  completed_at timestamptz,
  -- The owner entered it for somebody on the phone: which admin, and under which key, so that pressing the button twice is one
  -- booking.
  entered_by integer references users,
  entry_key text,
  check (entry_key is null or entered_by is not null)
);
create index bookings_day on bookings (trip_date) where status <> 'CANCELLED';
create index bookings_user on bookings (user_id, trip_date);
create index bookings_to_complete on bookings (trip_date) where status = 'CONFIRMED';
create index bookings_to_blank on bookings (trip_date) where blanked_at is null;
create unique index bookings_entry_key on bookings (entered_by, entry_key) where entry_key is not null;

-- As the portal lists, searches and orders them (docs/decisions/024).
create function booking_search_text(first_name text, last_name text, email text, confirmation_number text)
returns text language sql immutable
  return first_name || ' ' || last_name || chr(10) || email || chr(10) || confirmation_number;
create index bookings_search on bookings using gin (booking_search_text(first_name, last_name, email, confirmation_number) gin_trgm_ops);
create index bookings_phone on bookings using gin (phone_digits(phone) gin_trgm_ops);
create index bookings_newest on bookings (created_at, id);
create index bookings_status on bookings (status, created_at, id);
create index bookings_by_name on bookings (lower(first_name || ' ' || last_name), id);

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
