-- A day is never oversold (docs/rules.md §2, docs/decisions/001). The guard stands under the tables: every writer passes it.
--
-- One serialization point a day, a lock named after the date. Whoever first touches a day in a transaction takes it and
-- notes how many anglers claim the day; at commit the claims are recounted. A transaction that raised them above the
-- capacity is refused. One that turned a claim into another, or lowered them, passes, even where the capacity was
-- lowered below what is claimed.

-- Time enters SQL in this way only, so that a test's clock rules here too.
create function app_now() returns timestamptz language sql stable as $$
  select nullif(current_setting('app.now', true), '')::timestamptz
$$;

-- The one switch, for the negative control of the oversell tests only: the owner of the database replaces this function.
create function oversell_guard_is_on() returns boolean language sql stable as 'select true';

-- A spot is claimed by a booking that is not cancelled, or by a hold that is not consumed and is either live or has a
-- payment under way.
create function claims_between(first_day date, last_day date, at timestamptz)
returns table (trip_date date, booked integer, held integer, held_until timestamptz) language sql stable as $$
  select claim.trip_date, sum(claim.booked)::integer, sum(claim.held)::integer, min(claim.held_until)
  from (
    select b.trip_date, b.number_of_guests as booked, 0 as held, null::timestamptz as held_until
    from bookings b
    where b.trip_date between first_day and last_day and b.status <> 'CANCELLED'
    union all
    select h.trip_date, 0, h.number_of_guests, h.expires_at
    from holds h
    where h.trip_date between first_day and last_day
      and h.consumed_at is null and h.released_at is null and h.expires_at > at
    union all
    -- Over or released, but its payment's outcome is not known: the customer who paid gets the spot.
    select h.trip_date, 0, h.number_of_guests, null
    from payment_attempts a
    join holds h on h.id = a.hold_id
    where a.outcome is null and h.trip_date between first_day and last_day
      and h.consumed_at is null and not (h.released_at is null and h.expires_at > at)
  ) claim
  group by claim.trip_date
$$;

create function claimed_on(day date) returns integer language sql volatile as $$
  select coalesce((select booked + held from claims_between(day, day, app_now())), 0)
$$;

-- Takes the locks of several days in sorted order, so that no two transactions wait for each other.
create function lock_days(days date[]) returns void language plpgsql as $$
declare
  day date;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'days are locked under read committed only: another level would recount with an old snapshot';
  end if;
  if not oversell_guard_is_on() then
    return;
  end if;
  foreach day in array (select array_agg(distinct d order by d) from unnest(days) d) loop
    perform pg_advisory_xact_lock(1, day - date '2000-01-01');
  end loop;
end $$;

-- What writes a lapse down has a name of its own; entering a day still does it, under the day's lock.
create function lapse_holds(day date) returns void language sql volatile as $$
  update holds h set released_at = h.expires_at, is_lapsed = true
  where h.trip_date = day and h.consumed_at is null and h.released_at is null and h.expires_at <= app_now()
    and not exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null)
$$;

-- Notes what was claimed when this transaction came to the day, once, and lets the holds lapse that ran out by then: a
-- process whose clock is behind cannot revive them afterwards. Needs the day's lock and app.now.
create function enter_day(day date) returns void language plpgsql as $$
declare
  note text := 'app.claimed_' || to_char(day, 'YYYYMMDD');
begin
  if nullif(current_setting(note, true), '') is not null then
    return;
  end if;
  if app_now() is null then
    raise exception 'app.now is not set in this transaction';
  end if;
  perform set_config(note, claimed_on(day)::text, true);
  perform lapse_holds(day);
end $$;

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

create function day_of(table_name text, the_row jsonb) returns date language sql volatile as $$
  select case table_name
    when 'payment_attempts' then coalesce(
      (select h.trip_date from holds h where h.id = (the_row ->> 'hold_id')::uuid),
      (select b.trip_date from bookings b where b.id = (the_row ->> 'booking_id')::integer))
    else (the_row ->> 'trip_date')::date
  end
$$;

create function guard_entry() returns trigger language plpgsql as $$
declare
  days date[] := array[day_of(tg_table_name, to_jsonb(new))];
  day date;
begin
  if tg_op = 'UPDATE' then
    days := days || day_of(tg_table_name, to_jsonb(old));
  end if;
  perform lock_days(days);
  foreach day in array days loop
    perform enter_day(day);
  end loop;
  return new;
end $$;

create function guard_exit() returns trigger language plpgsql as $$
declare
  days date[] := array[day_of(tg_table_name, to_jsonb(new))];
  day date;
  claimed integer;
  capacity integer;
begin
  if tg_op = 'UPDATE' then
    days := days || day_of(tg_table_name, to_jsonb(old));
  end if;
  foreach day in array (select array_agg(distinct d) from unnest(days) d) loop
    -- Heard by every process, delivered at commit, once a day and transaction.
    perform pg_notify('availability', day::text);
    claimed := claimed_on(day);
    select max_capacity into capacity from booking_config;
    if claimed > greatest(capacity, current_setting('app.claimed_' || to_char(day, 'YYYYMMDD'))::integer)
      and oversell_guard_is_on() then
      raise exception '% anglers on % with a capacity of %', claimed, day, capacity using errcode = 'AR001';
    end if;
  end loop;
  return null;
end $$;

create trigger bookings_guard_entry before insert or update on bookings for each row execute function guard_entry();
create trigger holds_guard_entry before insert or update on holds for each row execute function guard_entry();
create trigger payment_attempts_guard_entry before insert or update of hold_id, booking_id, outcome on payment_attempts
  for each row execute function guard_entry();
create constraint trigger bookings_guard_exit after insert or update on bookings
  deferrable initially deferred for each row execute function guard_exit();
create constraint trigger holds_guard_exit after insert or update on holds
  deferrable initially deferred for each row execute function guard_exit();
create constraint trigger payment_attempts_guard_exit after insert or update of hold_id, booking_id, outcome on payment_attempts
  deferrable initially deferred for each row execute function guard_exit();

create function announce_configuration() returns trigger language plpgsql as $$
begin
  perform pg_notify('availability', 'all');
  return null;
end $$;
create trigger booking_config_announced after insert or update on booking_config
  for each row execute function announce_configuration();
