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

-- A single name once, as `fullName` of the contract says it (docs/rules.md §6.16).
create function full_name(first_name text, last_name text)
returns text language sql immutable parallel safe
  return trim(both from case when coalesce(last_name, '') ~ '^[-‐‒–—―−._ ]*$' or lower(trim(both from last_name)) = lower(trim(both from first_name))
    then coalesce(first_name, '') else concat_ws(' ', first_name, last_name) end);

-- A `like` pattern that finds the word anywhere in a search key.
create function search_pattern(word text)
returns text language sql immutable parallel safe
  return '%' || regexp_replace(search_key(word), '([\\%_])', '\\\1', 'g') || '%';
