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
