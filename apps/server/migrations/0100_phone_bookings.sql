-- A booking that the owner entered for somebody on the phone: by which admin, and under which key, so that pressing the
-- button twice is one booking (decisions §9).
alter table bookings
  add column entered_by integer references users,
  add column entry_key text,
  add check (entry_key is null or entered_by is not null);
create unique index bookings_entry_key on bookings (entered_by, entry_key) where entry_key is not null;
