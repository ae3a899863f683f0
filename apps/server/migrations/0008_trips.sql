-- Called-off days: each group is asked to move to another date or take a refund (docs/rules.md §2.14). A group's answer is
-- what happened to its booking; no spots are reserved in advance.
create table day_moves (
  id integer generated always as identity primary key,
  trip_date date not null,
  reason text not null check (reason in ('WEATHER', 'ILLNESS', 'OTHER')),
  -- The owner's reason, shown to the groups.
  words text,
  admin_id integer not null references users,
  created_at timestamptz not null,
  closed_at timestamptz,
  check (reason <> 'OTHER' or words is not null)
);
create unique index day_moves_one_open on day_moves (trip_date) where closed_at is null;

create table day_move_parties (
  move_id integer not null references day_moves,
  booking_id integer not null references bookings,
  asked_at timestamptz not null,
  -- Set when the group takes a refund.
  refund_order_id integer references refund_orders,
  -- The admin who told the group in person, usually by phone.
  reached_at timestamptz,
  reached_by integer references users,
  primary key (move_id, booking_id),
  check ((reached_at is null) = (reached_by is null))
);
create index day_move_parties_booking on day_move_parties (booking_id);

-- Check-ins (docs/rules.md §21): one row for each change, the last one counts. Null withdraws the check-in.
create table check_ins (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  trip_date date not null,
  state text check (state in ('ARRIVED', 'NO_SHOW')),
  admin_id integer not null references users,
  -- By the phone's clock, because it may have been offline.
  tapped_at timestamptz not null,
  idempotency_key text,
  created_at timestamptz not null
);
create index check_ins_trip on check_ins (booking_id, trip_date, id);
create unique index check_ins_key on check_ins (admin_id, idempotency_key) where idempotency_key is not null;

-- Who guides on a day, where it is not the only guide there is (docs/rules.md §21.7).
create table day_guides (
  trip_date date primary key,
  guide_id integer not null references users
);

-- What a customer tells the guide about the group (docs/rules.md §15). The only table with health data, so its rows are deleted,
-- not blanked.
create table guest_notes (
  booking_id integer primary key references bookings,
  experience text,
  seats text,
  health text,
  allergies text,
  birthdays text,
  updated_at timestamptz not null,
  check (num_nonnulls(experience, seats, health, allergies, birthdays) > 0)
);

-- Published waiver texts (docs/rules.md §16). The newest is in force; an empty one means no waiver is needed.
create table waivers (
  version integer primary key check (version > 0),
  text text,
  published_at timestamptz not null,
  published_by integer not null references users
);

-- Signed waivers of a booking. Each one's digest is in the audit log's chain and stays there when the signer is blanked.
create table waiver_signatures (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  version integer not null references waivers,
  -- One key per form, so a resubmission signs nothing.
  idempotency_key text not null,
  signed_at timestamptz not null,
  name text,
  born_on date,
  -- The adult who signed for a minor.
  guardian text,
  -- Whether `mark` is a drawn path; otherwise it is text.
  is_drawn boolean not null,
  mark text,
  address text,
  salt bytea,
  blanked_at timestamptz,
  -- Set by the owner on a signature that isn't the group's (docs/rules.md §16.3): it is kept but doesn't count while this is set.
  left_out_at timestamptz,
  unique (booking_id, idempotency_key),
  check (case when blanked_at is null then num_nulls(name, born_on, mark, address, salt) = 0
    else num_nonnulls(name, born_on, guardian, mark, address, salt) = 0 end)
);
create index waiver_signatures_kept on waiver_signatures (booking_id) where blanked_at is null;
