-- The guard of 0006 and 0014 with the same promises and half the work (docs/performance.md): a day is locked once, and
-- recounted once after its last write, however many rows a transaction writes there.

-- Only who looks for a network may read this index: the planner used to read all of it to count one day.
drop index holds_live_network;
create index holds_live_network on holds (network)
  where consumed_at is null and released_at is null and network is not null;

create or replace function lock_days(days date[]) returns void language plpgsql as $$
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

-- In the language that keeps its plans on every version of PostgreSQL.
create or replace function claims_on(day date, out anglers integer, out groups integer) language plpgsql as $$
declare
  at timestamptz := app_now();
begin
  select coalesce(sum(c.booked + c.held), 0), count(distinct c.user_id) into anglers, groups
    from each_claim(day, day, at) c;
end $$;

-- Whether this transaction came to the day before. Then it has the day's lock.
create function is_entered(day date) returns boolean language sql stable as $$
  select coalesce(current_setting('app.claimed_' || to_char(day, 'YYYYMMDD'), true), '') <> ''
$$;

-- As before, and whoever has the note has the lock.
create or replace function enter_day(day date) returns void language plpgsql as $$
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
    set_config('app.groups_' || name, claims.groups::text, true);
  update holds h set released_at = h.expires_at, is_lapsed = true
    where h.trip_date = day and h.consumed_at is null and h.released_at is null and h.expires_at <= at
      and not exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null);
end $$;
drop function lapse_holds;

-- The day is read off the row where the row has it.
create or replace function guard_entry() returns trigger language plpgsql as $$
declare
  days date[];
  day date;
begin
  if tg_table_name = 'payment_attempts' then
    days := array[day_of(tg_table_name, to_jsonb(new))];
    if tg_op = 'UPDATE' then
      days := days || day_of(tg_table_name, to_jsonb(old));
    end if;
  else
    days := array[new.trip_date];
    if tg_op = 'UPDATE' and old.trip_date <> new.trip_date then
      days := days || old.trip_date;
    end if;
  end if;
  foreach day in array days loop
    if not is_entered(day) then
      perform lock_days(days);
      perform enter_day(day);
    end if;
    perform set_config('app.recounted_' || to_char(day, 'YYYYMMDD'), '', true);
  end loop;
  return new;
end $$;

-- As before, but a day is recounted once after the last write to it: each write forgets that it was.
create or replace function guard_exit() returns trigger language plpgsql as $$
declare
  days date[];
  day date;
  name text;
  claims record;
  config record;
  claimed_before integer;
  groups_before integer;
begin
  if tg_table_name = 'payment_attempts' then
    days := array[day_of(tg_table_name, to_jsonb(new))];
    if tg_op = 'UPDATE' then
      days := days || day_of(tg_table_name, to_jsonb(old));
    end if;
  else
    days := array[new.trip_date];
    if tg_op = 'UPDATE' and old.trip_date <> new.trip_date then
      days := days || old.trip_date;
    end if;
  end if;
  foreach day in array days loop
    name := to_char(day, 'YYYYMMDD');
    continue when current_setting('app.recounted_' || name, true) = 'yes';
    perform set_config('app.recounted_' || name, 'yes', true);
    -- Heard by every process, delivered at commit.
    perform pg_notify('availability', day::text);
    continue when not oversell_guard_is_on();
    claims := claims_on(day);
    select max_capacity, case sharing when 'ONE_GROUP' then 0 when 'TWO_ANGLERS' then 2 end as shared_capacity
      into config from booking_config;
    claimed_before := current_setting('app.claimed_' || name);
    groups_before := current_setting('app.groups_' || name);
    if claims.anglers > greatest(config.max_capacity, claimed_before) then
      raise exception '% anglers on % with a capacity of %', claims.anglers, day, config.max_capacity
        using errcode = 'AR001';
    end if;
    if claims.groups > 1 and claims.anglers > config.shared_capacity
      and (claims.groups > groups_before or claims.anglers > claimed_before) then
      raise exception '% anglers of % groups on %, which may share with %', claims.anglers, claims.groups, day,
        config.shared_capacity using errcode = 'AR002';
    end if;
  end loop;
  return null;
end $$;

-- The locks of several new holds and releases, in the order of everybody who takes spots: the accounts, the networks, the
-- days, each in order. Answers, in a row each, the active customers with the earlier hold they may have, which may have run
-- out, and the holds to release that are their own. (lock_for_hold is for servers of the version before.)
create function lock_for_holds(customers integer[], days date[], networks text[], releasing integer[], released uuid[])
returns table (is_release boolean, customer integer, id uuid, day date) language plpgsql as $$
declare
  all_days date[] := days;
begin
  perform from users u where u.id = any (customers) and u.is_active order by u.id for no key update;
  perform pg_advisory_xact_lock(4, n.hash)
    from (select distinct hashtext(of_one) as hash from unnest(networks) of_one where of_one is not null order by 1) n;
  for is_release, customer, id, day in
    select false, u.id, h.id, h.trip_date
    from users u left join holds h
      on h.user_id = u.id and h.waitlist_entry_id is null and h.consumed_at is null and h.released_at is null
    where u.id = any (customers) and u.is_active
    union all
    select true, h.user_id, h.id, h.trip_date
    from unnest(releasing, released) as own (customer, id) join holds h on h.id = own.id and h.user_id = own.customer
  loop
    if day is not null then
      all_days := all_days || day;
    end if;
    return next;
  end loop;
  perform lock_days(all_days);
end $$;
