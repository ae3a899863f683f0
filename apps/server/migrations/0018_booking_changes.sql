-- How often what a booking's calendar event says has changed: the event's SEQUENCE (docs/rules.md §8.9).
alter table bookings add column changes integer not null default 0;

-- It was the seconds between booking and last change. One more than that, so that the next file wins over those sent before. The
-- table is written again without its triggers: nothing is announced, and no day is entered.
alter table bookings alter column changes type integer
  using 1 + greatest(0, floor(extract(epoch from updated_at - created_at)))::integer;

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
