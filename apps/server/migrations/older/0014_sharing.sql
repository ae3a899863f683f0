-- Whether groups share a morning (docs/rules.md §2.4): decided where the capacity is, by the guard of 0006.
alter table booking_config add column sharing text not null default 'OPEN'
  check (sharing in ('OPEN', 'ONE_GROUP', 'TWO_ANGLERS'));

-- What claims spots, one row a claim (docs/rules.md §2.2): a booking that is not cancelled, or a hold that is not consumed
-- and is either live or has a payment under way.
create function each_claim(first_day date, last_day date, at timestamptz)
returns table (trip_date date, user_id integer, booked integer, held integer, held_until timestamptz)
language sql stable as $$
  select b.trip_date, b.user_id, b.number_of_guests::integer, 0, null::timestamptz
  from bookings b
  where b.trip_date between first_day and last_day and b.status <> 'CANCELLED'
  union all
  select h.trip_date, h.user_id, 0, h.number_of_guests, h.expires_at
  from holds h
  where h.trip_date between first_day and last_day
    and h.consumed_at is null and h.released_at is null and h.expires_at > at
  union all
  -- Over or released, but its payment's outcome is not known: the customer who paid gets the spot.
  select h.trip_date, h.user_id, 0, h.number_of_guests, null
  from payment_attempts a
  join holds h on h.id = a.hold_id
  where a.outcome is null and h.trip_date between first_day and last_day
    and h.consumed_at is null and not (h.released_at is null and h.expires_at > at)
$$;

-- All that one account claims on a day is one group; `own` are the anglers of the given customer's.
drop function claims_between(date, date, timestamptz);
create function claims_between(first_day date, last_day date, at timestamptz, customer integer default null)
returns table (trip_date date, booked integer, held integer, held_until timestamptz, groups integer, own integer)
language sql stable as $$
  select claim.trip_date, sum(claim.booked)::integer, sum(claim.held)::integer, min(claim.held_until),
    count(distinct claim.user_id)::integer,
    coalesce(sum(claim.booked + claim.held) filter (where claim.user_id = customer), 0)::integer
  from each_claim(first_day, last_day, at) claim
  group by claim.trip_date
$$;

drop function claimed_on(date);
create function claims_on(day date, out anglers integer, out groups integer) language sql volatile as $$
  select coalesce(sum(c.booked + c.held), 0)::integer, coalesce(sum(c.groups), 0)::integer
  from claims_between(day, day, app_now()) c
$$;

-- As before, and it notes how many groups claim the day too.
create or replace function enter_day(day date) returns void language plpgsql as $$
declare
  name text := to_char(day, 'YYYYMMDD');
  claims record;
begin
  if nullif(current_setting('app.claimed_' || name, true), '') is not null then
    return;
  end if;
  if app_now() is null then
    raise exception 'app.now is not set in this transaction';
  end if;
  select * into claims from claims_on(day);
  perform set_config('app.claimed_' || name, claims.anglers::text, true);
  perform set_config('app.groups_' || name, claims.groups::text, true);
  perform lapse_holds(day);
end $$;

-- As before, and a day that more than one group claims may have no more anglers than the rule allows, unless it had them
-- when the transaction came: then neither groups nor anglers may have become more.
create or replace function guard_exit() returns trigger language plpgsql as $$
declare
  days date[] := array[day_of(tg_table_name, to_jsonb(new))];
  day date;
  claims record;
  config record;
  claimed_before integer;
  groups_before integer;
begin
  if tg_op = 'UPDATE' then
    days := days || day_of(tg_table_name, to_jsonb(old));
  end if;
  foreach day in array (select array_agg(distinct d) from unnest(days) d) loop
    -- Heard by every process, delivered at commit, once a day and transaction.
    perform pg_notify('availability', day::text);
    continue when not oversell_guard_is_on();
    select * into claims from claims_on(day);
    select max_capacity, case sharing when 'ONE_GROUP' then 0 when 'TWO_ANGLERS' then 2 end as shared_capacity
      into config from booking_config;
    claimed_before := current_setting('app.claimed_' || to_char(day, 'YYYYMMDD'));
    -- Not there yet in a transaction that came to the day before this migration.
    groups_before := nullif(current_setting('app.groups_' || to_char(day, 'YYYYMMDD'), true), '');
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
