-- What the owner writes down about a booking for themselves; no customer sees it.
create table booking_notes (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  admin_id integer not null references users,
  text text not null,
  created_at timestamptz not null
);
create index booking_notes_booking on booking_notes (booking_id, id);
