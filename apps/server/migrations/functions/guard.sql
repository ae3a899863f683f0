-- Days are never oversold (docs/rules.md §2, docs/decisions/001). The guard is made of triggers, so every writer passes it.
--
-- Each day has one lock. The first write to a day in a transaction takes it and records how many anglers claim the day; at
-- commit the claims are recounted. A transaction that raised them above the capacity is rejected. One that converted or lowered
-- claims passes, even if the capacity was lowered below what is claimed.

-- The only source of time in SQL, so that test clocks apply here too.
create function app_now() returns timestamptz language sql stable as $$
  select nullif(current_setting('app.now', true), '')::timestamptz
$$;

-- The off switch for the negative control of the oversell tests: the database owner replaces this function.
create function oversell_guard_is_on() returns boolean language sql stable as 'select true';

-- Claims on spots, one row each (docs/rules.md §2.2): a booking that is neither cancelled nor a no-show, or a hold that isn't
-- consumed and is either live or has a payment in flight. A private one leaves no spot to any other group (docs/rules.md §2.22).
create function each_claim(first_day date, last_day date, at timestamptz)
returns table (trip_date date, user_id integer, booked integer, held integer, held_until timestamptz, is_private boolean)
language sql stable as $$
  select b.trip_date, b.user_id, b.number_of_guests::integer, 0, null::timestamptz, b.private_spots is not null
  from bookings b
  where b.trip_date between first_day and last_day and b.status <> 'CANCELLED'
    and not exists (select from no_shows n where n.booking_id = b.id and n.trip_date = b.trip_date)
  union all
  select h.trip_date, h.user_id, 0, h.number_of_guests, h.expires_at, h.private_spots is not null
  from holds h
  where h.trip_date between first_day and last_day
    and h.consumed_at is null and h.released_at is null and h.expires_at > at
  union all
  -- Expired or released, but the payment's outcome is unknown: the customer may have paid for the spot.
  select h.trip_date, h.user_id, 0, h.number_of_guests, null, h.private_spots is not null
  from payment_attempts a
  join holds h on h.id = a.hold_id
  where a.outcome is null and h.trip_date between first_day and last_day
    and h.consumed_at is null and not (h.released_at is null and h.expires_at > at)
$$;

-- All claims of one account on a day are one group; `own` counts the given customer's anglers, `booked_groups` the groups that
-- have booked; `privately` says by what the day is private, if it is.
create function claims_between(first_day date, last_day date, at timestamptz, customer integer default null)
returns table (trip_date date, booked integer, held integer, held_until timestamptz, groups integer, booked_groups integer,
  own integer, privately text)
language sql stable as $$
  select claim.trip_date, sum(claim.booked)::integer, sum(claim.held)::integer, min(claim.held_until),
    count(distinct claim.user_id)::integer, count(distinct claim.user_id) filter (where claim.booked > 0)::integer,
    coalesce(sum(claim.booked + claim.held) filter (where claim.user_id = customer), 0)::integer,
    case when bool_or(claim.is_private and claim.booked > 0) then 'BOOKED' when bool_or(claim.is_private) then 'HELD' end
  from each_claim(first_day, last_day, at) claim
  group by claim.trip_date
$$;

-- In plpgsql, because it caches plans on every version of PostgreSQL.
create function claims_on(day date, out anglers integer, out groups integer, out is_private boolean) language plpgsql as $$
declare
  at timestamptz := app_now();
begin
  select coalesce(sum(c.booked + c.held), 0), count(distinct c.user_id), coalesce(bool_or(c.is_private), false)
    into anglers, groups, is_private
    from each_claim(day, day, at) c;
end $$;

-- Locks several days in sorted order, which prevents deadlocks.
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
  if cardinality(days) > 1 then
    days := (select array_agg(distinct d order by d) from unnest(days) d);
  end if;
  foreach day in array days loop
    perform pg_advisory_xact_lock(1, day - date '2000-01-01');
  end loop;
end $$;

-- Whether this transaction has entered the day already, and so holds its lock.
create function is_entered(day date) returns boolean language sql stable as $$
  select coalesce(current_setting('app.claimed_' || to_char(day, 'YYYYMMDD'), true), '') <> ''
$$;

-- Enters a day: records its claims, once per transaction, and expires the holds that have run out, so a process whose clock is
-- behind can't revive them. Needs app.now. A transaction that has entered a day holds its lock.
create function enter_day(day date) returns void language plpgsql as $$
declare
  name text := to_char(day, 'YYYYMMDD');
  at timestamptz := app_now();
  claims record;
begin
  if is_entered(day) then
    return;
  end if;
  if at is null then
    raise exception 'app.now is not set in this transaction';
  end if;
  perform lock_days(array[day]);
  claims := claims_on(day);
  perform set_config('app.claimed_' || name, claims.anglers::text, true),
    set_config('app.groups_' || name, claims.groups::text, true),
    set_config('app.private_' || name, claims.is_private::text, true);
  update holds h set released_at = h.expires_at, is_lapsed = true
    where h.trip_date = day and h.consumed_at is null and h.released_at is null and h.expires_at <= at
      and not is_being_paid(h.id);
end $$;

-- Sets the transaction's time and enters its days in one call. Needs the days' locks.
create function enter_days(at text, days date[]) returns void language plpgsql as $$
declare
  day date;
begin
  perform set_config('app.now', at, true);
  foreach day in array days loop
    perform enter_day(day);
  end loop;
end $$;

-- The days a written row concerns: its current and previous one. A payment concerns the day of its hold or booking.
create function days_of(table_name text, written record, before record) returns date[] language plpgsql as $$
begin
  if before is distinct from null then
    return days_of(table_name, written, null) || days_of(table_name, before, null);
  end if;
  if table_name <> 'payment_attempts' then
    return array[written.trip_date];
  end if;
  return array[coalesce(
    (select h.trip_date from holds h where h.id = written.hold_id),
    (select b.trip_date from bookings b where b.id = written.booking_id))];
end $$;

-- Before a write: locks and enters its days and marks them for a recount.
create function guard_entry() returns trigger language plpgsql as $$
declare
  days date[] := days_of(tg_table_name, new, old);
  day date;
begin
  foreach day in array days loop
    if not is_entered(day) then
      perform lock_days(days);
      perform enter_day(day);
    end if;
    perform set_config('app.recounted_' || to_char(day, 'YYYYMMDD'), '', true);
  end loop;
  return new;
end $$;

-- At commit: recounts each day once after the last write to it. A day claimed by more than one group may have no more anglers
-- than the sharing rule allows, and a private one none, unless it already had them when the transaction entered it; then neither
-- groups nor anglers may have increased, nor may it have become private.
create function guard_exit() returns trigger language plpgsql as $$
declare
  days date[] := days_of(tg_table_name, new, old);
  day date;
  name text;
  claims record;
  config record;
  claimed_before integer;
  groups_before integer;
  was_private boolean;
begin
  foreach day in array days loop
    name := to_char(day, 'YYYYMMDD');
    continue when current_setting('app.recounted_' || name, true) = 'yes';
    perform set_config('app.recounted_' || name, 'yes', true);
    -- Notifies every process at commit.
    perform pg_notify('availability', day::text);
    continue when not oversell_guard_is_on();
    claims := claims_on(day);
    select max_capacity, case sharing when 'ONE_GROUP' then 0 when 'TWO_ANGLERS' then 2 end as shared_capacity
      into config from booking_config;
    claimed_before := current_setting('app.claimed_' || name);
    groups_before := current_setting('app.groups_' || name);
    was_private := current_setting('app.private_' || name);
    if claims.anglers > greatest(config.max_capacity, claimed_before) then
      raise exception '% anglers on % with a capacity of %', claims.anglers, day, config.max_capacity
        using errcode = 'AR001';
    end if;
    if claims.groups > 1 and (claims.is_private or claims.anglers > config.shared_capacity)
      and (claims.groups > groups_before or claims.anglers > claimed_before or claims.is_private > was_private) then
      raise exception '% anglers of % groups on %, which may share with %', claims.anglers, claims.groups, day,
        case when claims.is_private then 0 else config.shared_capacity end using errcode = 'AR002';
    end if;
  end loop;
  return null;
end $$;
create trigger bookings_guard_entry before insert or update on bookings for each row execute function guard_entry();
create trigger holds_guard_entry before insert or update on holds for each row execute function guard_entry();
create trigger payment_attempts_guard_entry before insert or update of hold_id, booking_id, outcome on payment_attempts
  for each row when (new.hold_id is not null or new.booking_id is not null) execute function guard_entry();
create trigger check_ins_guard_entry before insert on check_ins for each row execute function guard_entry();
create constraint trigger bookings_guard_exit after insert or update on bookings
  deferrable initially deferred for each row execute function guard_exit();
create constraint trigger holds_guard_exit after insert or update on holds
  deferrable initially deferred for each row execute function guard_exit();
create constraint trigger check_ins_guard_exit after insert on check_ins
  deferrable initially deferred for each row execute function guard_exit();
create constraint trigger payment_attempts_guard_exit after insert or update of hold_id, booking_id, outcome on payment_attempts
  deferrable initially deferred
  for each row when (new.hold_id is not null or new.booking_id is not null) execute function guard_exit();
