-- What changed between the last of the thirty-six files and the ten that took their place: the guard finds the days of a row in
-- one place; the locks of a single hold, for servers of a version before, are gone; and the last old names are.
drop function lock_for_hold(integer, date, text);

-- The days that a written row is on: its own, and the one that it was on before. A payment is on its hold's or its booking's.
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

create or replace function guard_entry() returns trigger language plpgsql as $$
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

create or replace function guard_exit() returns trigger language plpgsql as $$
declare
  days date[] := days_of(tg_table_name, new, old);
  day date;
  name text;
  claims record;
  config record;
  claimed_before integer;
  groups_before integer;
begin
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

drop function day_of(text, jsonb);

alter table links rename constraint account_links_user_id_fkey to links_user_id_fkey;
alter table link_requests rename constraint reset_requests_pkey to link_requests_pkey;
alter sequence reset_requests_id_seq rename to link_requests_id_seq;
