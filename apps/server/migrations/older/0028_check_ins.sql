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

-- Whoever told a group of a called-off day in person, by phone most of the time.
alter table day_move_parties
  add column reached_at timestamptz,
  add column reached_by integer references users,
  add check ((reached_at is null) = (reached_by is null));
