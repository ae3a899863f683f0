-- What changed between the last of the forty-one older files and the ten that took their place.

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

-- Counts are counted, and orders that nobody waits for are sorted: at 100,000 bookings both answer within 50 ms (docs/decisions/024).
drop trigger if exists bookings_tallied_in on bookings;
drop trigger if exists bookings_tallied on bookings;
drop trigger if exists bookings_tallied_out on bookings;
drop trigger if exists enquiries_tallied_in on enquiries;
drop trigger if exists enquiries_tallied on enquiries;
drop trigger if exists enquiries_tallied_out on enquiries;
drop trigger if exists booking_queries_tallied_in on booking_queries;
drop trigger if exists booking_queries_tallied on booking_queries;
drop trigger if exists booking_queries_tallied_out on booking_queries;
drop trigger if exists users_tallied_in on users;
drop trigger if exists users_tallied on users;
drop trigger if exists users_tallied_out on users;
drop function if exists tally();
drop table if exists tallies;

-- By name is slower than that without its index, and keeps it.
drop index if exists bookings_by_date, bookings_by_guests, bookings_by_total, bookings_by_deposit, users_by_email, users_by_role,
  enquiries_by_name, enquiries_by_email;

-- A payment says what it is for, instead of leaving it to be guessed from whether it names a hold; and every press of Pay
-- has a key.
alter table payment_attempts add column kind text;
update payment_attempts set kind = case when hold_id is null then 'BALANCE' else 'DEPOSIT' end,
  idempotency_key = coalesce(idempotency_key, 'attempt:' || request_id);
alter table payment_attempts alter kind set not null, alter idempotency_key set not null,
  add check (case kind
    when 'DEPOSIT' then hold_id is not null
    when 'BALANCE' then hold_id is null and booking_id is not null
    else true end);

create or replace function keep_outcome_final() returns trigger language plpgsql as $$
begin
  if old.kind <> new.kind then
    raise exception 'payment attempt % is a % for good', old.id, old.kind using errcode = 'AR002';
  end if;
  if old.outcome is not null
    and (new.outcome, new.charge_id, new.amount_cents, new.request_id, new.realm_id, new.environment, new.hold_id, new.booking_id, new.user_id)
      is distinct from
      (old.outcome, old.charge_id, old.amount_cents, old.request_id, old.realm_id, old.environment, old.hold_id,
       -- A captured deposit moves to its booking in the transaction that makes it.
       coalesce(old.booking_id, new.booking_id), old.user_id) then
    raise exception 'payment attempt % has its outcome already', old.id using errcode = 'AR002';
  end if;
  return new;
end $$;

-- These two alone say what was paid for a booking and what went back of it.
create view money_in as
  select booking_id, 'CARD' as method, amount_cents as cents, outcome_at as at
  from payment_attempts where outcome = 'CAPTURED' and booking_id is not null
  union all
  select booking_id, method, amount_cents, created_at from manual_payments;
create view money_back as
  select a.booking_id, 'CARD' as method, r.amount_cents as cents, r.outcome_at as at
  from refunds r join payment_attempts a on a.id = r.attempt_id where r.outcome = 'REFUNDED' and a.booking_id is not null;

create or replace function paid_toward(booking integer) returns integer language sql stable as $$
  select coalesce(sum(cents), 0)::integer from money_in where booking_id = booking
$$;
