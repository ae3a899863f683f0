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
  primary key (move_id, booking_id)
);
create index day_move_parties_booking on day_move_parties (booking_id);

create trigger day_moves_are_kept before delete on day_moves for each row execute function keep_rows();
create trigger day_move_parties_are_kept before delete on day_move_parties for each row execute function keep_rows();
