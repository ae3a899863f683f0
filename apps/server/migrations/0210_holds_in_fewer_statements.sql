-- Tells a transaction the time and enters its days in one call. Needs the days' locks.
create function enter_days(at text, days date[]) returns void language plpgsql as $$
declare
  day date;
begin
  perform set_config('app.now', at, true);
  foreach day in array days loop
    perform enter_day(day);
  end loop;
end $$;

-- Takes the locks of a new hold, in the order of everybody who takes spots: the account, the network, the days. Each
-- step sees what the one before it waited for. Answers the customer's earlier hold, which may have run out, in one row;
-- no row when the account is not active.
create function lock_for_hold(customer integer, day date, from_network text)
returns table (earlier_id uuid, earlier_day date, earlier_guests integer) language plpgsql as $$
begin
  perform from users u where u.id = customer and u.is_active for no key update;
  if not found then
    return;
  end if;
  perform pg_advisory_xact_lock(4, hashtext(from_network)) where from_network is not null;
  select h.id, h.trip_date, h.number_of_guests into earlier_id, earlier_day, earlier_guests
    from holds h
    where h.user_id = customer and h.waitlist_entry_id is null and h.consumed_at is null and h.released_at is null;
  perform lock_days(array[day, coalesce(earlier_day, day)]);
  return next;
end $$;
