-- The guide cannot go out on a day: its parties are asked to move to another date or to take their deposit back
-- (docs/rules.md §2.14). What each answered is what became of its booking; nothing is claimed ahead.
create table day_moves (
  id integer generated always as identity primary key,
  trip_date date not null,
  reason text not null check (reason in ('WEATHER', 'ILLNESS', 'OTHER')),
  -- The owner's own, for the parties to read.
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
  -- Written when the party takes its deposit back.
  refund_order_id integer references refund_orders,
  -- Whoever told a group of a called-off day in person, by phone most of the time.
  reached_at timestamptz,
  reached_by integer references users,
  primary key (move_id, booking_id),
  check ((reached_at is null) = (reached_by is null))
);
create index day_move_parties_booking on day_move_parties (booking_id);
create trigger day_moves_are_kept before delete on day_moves for each row execute function keep_rows();
create trigger day_move_parties_are_kept before delete on day_move_parties for each row execute function keep_rows();

-- Whether a group came (docs/rules.md §21): one row for each tap that changed that, the last one counts. Null takes back.
create table check_ins (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  trip_date date not null,
  state text check (state in ('ARRIVED', 'NO_SHOW')),
  admin_id integer not null references users,
  -- On the phone, which may have been without a network.
  tapped_at timestamptz not null,
  idempotency_key text,
  created_at timestamptz not null
);
create index check_ins_trip on check_ins (booking_id, trip_date, id);
create unique index check_ins_key on check_ins (admin_id, idempotency_key) where idempotency_key is not null;
create trigger check_ins_are_kept before delete on check_ins for each row execute function keep_rows();

-- What a guest tells the guide about the group (docs/rules.md §15). The only table whose rows are about people's health: they
-- are deleted, not blanked.
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

-- The waiver (docs/rules.md §16): each text that the owner published. The newest is in force; one without words ends it.
create table waivers (
  version integer primary key check (version > 0),
  text text,
  published_at timestamptz not null,
  published_by integer not null references users
);
create trigger waivers_are_kept before update or delete on waivers for each row execute function keep_rows();
create trigger waivers_not_emptied before truncate on waivers execute function keep_rows();

-- Who signed for which booking. Its digest stands in the audit log's chain, and stays there when the person is blanked.
create table waiver_signatures (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  version integer not null references waivers,
  -- One a form: what is sent again signs nothing.
  idempotency_key text not null,
  signed_at timestamptz not null,
  name text,
  born_on date,
  -- Who signed for a minor.
  guardian text,
  -- Whether `mark` is the path of a drawing, or else words.
  is_drawn boolean not null,
  mark text,
  address text,
  salt bytea,
  blanked_at timestamptz,
  -- The owner marks a signature that is not of the group (docs/rules.md §16.3): it stays, and counts no more until this is null.
  left_out_at timestamptz,
  unique (booking_id, idempotency_key),
  check (case when blanked_at is null then num_nulls(name, born_on, mark, address, salt) = 0
    else num_nonnulls(name, born_on, guardian, mark, address, salt) = 0 end)
);
create index waiver_signatures_kept on waiver_signatures (booking_id) where blanked_at is null;

create function keep_waiver_signature() returns trigger language plpgsql as $$
declare
  blanked waiver_signatures := old;
  counted waiver_signatures := old;
begin
  counted.left_out_at := new.left_out_at;
  if new is not distinct from counted then
    return new;
  end if;
  blanked.name := null;
  blanked.born_on := null;
  blanked.guardian := null;
  blanked.mark := null;
  blanked.address := null;
  blanked.salt := null;
  blanked.blanked_at := new.blanked_at;
  if old.blanked_at is null and new.blanked_at is not null and new is not distinct from blanked then
    return new;
  end if;
  raise exception 'a signed waiver is blanked, not changed' using errcode = 'AR003';
end $$;
create trigger waiver_signatures_stay before update on waiver_signatures
  for each row execute function keep_waiver_signature();
create trigger waiver_signatures_are_kept before delete on waiver_signatures
  for each row execute function keep_rows();
create trigger waiver_signatures_not_emptied before truncate on waiver_signatures execute function keep_rows();

-- Which reminder was sent about which booking for which date: its trip, or the day a balance was due. A trip that moves has
-- another date, and is reminded of for that one too.
create table reminders (
  booking_id integer not null references bookings,
  kind text not null,
  about date not null,
  primary key (booking_id, kind, about)
);
