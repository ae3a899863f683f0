create function count_booking_change() returns trigger language plpgsql as $$
begin
  new.changes := old.changes
    + (row (new.trip_date, new.number_of_guests, new.riders, new.status, new.email, new.first_name, new.last_name, new.phone,
        new.package_type, new.tackle, new.total_cents)
      is distinct from row (old.trip_date, old.number_of_guests, old.riders, old.status, old.email, old.first_name, old.last_name,
        old.phone, old.package_type, old.tackle, old.total_cents))::integer;
  return new;
end $$;
create trigger bookings_count_changes before update on bookings for each row execute function count_booking_change();

-- A `like` pattern that finds the word anywhere in a search key.
create function search_pattern(word text)
returns text language sql immutable parallel safe
  return '%' || regexp_replace(search_key(word), '([\\%_])', '\\\1', 'g') || '%';

-- The bookings whose last check-in of their day says that they didn't come (docs/rules.md §21.2).
create view no_shows as
  select c.booking_id, c.trip_date from check_ins c
  where c.state = 'NO_SHOW' and not exists (
    select from check_ins later
    where later.booking_id = c.booking_id and later.trip_date = c.trip_date and later.id > c.id);

-- What became of a booking's trip, or will: the one answer that every screen, email, file and sum reads (docs/rules.md §2.19). Null
-- for a cancelled booking.
create function outcome_of(booking bookings) returns text language plpgsql stable as $$
begin
  if booking.status = 'CANCELLED' then
    return null;
  end if;
  if booking.status <> 'COMPLETED'
    and exists (select from day_moves m where m.trip_date = booking.trip_date and m.closed_at is null) then
    return 'CALLED_OFF';
  end if;
  if exists (select from no_shows n where n.booking_id = booking.id and n.trip_date = booking.trip_date) then
    return 'NO_SHOW';
  end if;
  return case booking.status when 'COMPLETED' then 'TOOK_PLACE' else 'ON' end;
end $$;

-- What a group of a called-off day has to be called about, also once it was reached (docs/rules.md §21.6): its day is 'OFF', or 'ON'
-- again and no email says so, or only one of the day itself, which may be read too late. Null once it answered, came or the day is over.
create function to_call(party day_move_parties, today date) returns text language plpgsql stable as $$
declare
  called_off day_moves;
begin
  select * into called_off from day_moves where id = party.move_id;
  if called_off.trip_date < today
    or not exists (select from bookings b where b.id = party.booking_id and b.trip_date = called_off.trip_date
      and b.status in ('PENDING', 'CONFIRMED'))
    or exists (select from day_moves later where later.trip_date = called_off.trip_date and later.id > called_off.id)
    or exists (select from check_ins c where c.booking_id = party.booking_id and c.trip_date = called_off.trip_date) then
    return null;
  end if;
  if called_off.closed_at is null then
    return 'OFF';
  end if;
  return case when (called_off.closed_at at time zone 'America/New_York')::date = called_off.trip_date
    or not exists (select from outbox_mails m where m.booking_id = party.booking_id and m.kind = 'day-move-withdrawn'
    and (m.params ->> 'moveId')::integer = party.move_id and m.status not in ('FAILED', 'HELD')) then 'ON' end;
end $$;

-- The number of what a booking's calendar event says: it grows with each change of the booking, and each time its day is called
-- off or is on after all (docs/rules.md §8.9).
create function event_sequence(booking bookings) returns integer language plpgsql stable as $$
begin
  return booking.changes + (select count(*) + count(m.closed_at) from day_move_parties p join day_moves m on m.id = p.move_id
    where p.booking_id = booking.id);
end $$;
