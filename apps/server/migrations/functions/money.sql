-- Whether a card payment is in progress: until its outcome is known, its hold keeps its spots, and nothing else may move the money or
-- change the status of its booking. In plpgsql, because it caches plans.
create function is_being_paid(hold uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from payment_attempts a where a.hold_id = hold and a.outcome is null);
end $$;
create function has_open_payment(booking integer) returns boolean language plpgsql stable as $$
begin
  return exists (select from payment_attempts a where a.booking_id = booking and a.outcome is null);
end $$;

-- Whether a charge was made with the merchant account in use; with any, while no realm is connected.
create function is_of_account(a payment_attempts, environment text, realm text) returns boolean language sql immutable as $$
  select a.environment = is_of_account.environment and a.realm_id = coalesce(realm, a.realm_id)
$$;

-- What was canceled of a charge before it settled, here or by the provider: it was never taken, and no bank statement has it
-- (docs/rules.md §3.32).
create view never_taken as
  select r.id as refund_id, r.order_id, r.attempt_id, a.booking_id, r.amount_cents as cents
  from refunds r join refund_orders o on o.id = r.order_id join payment_attempts a on a.id = r.attempt_id
  where r.outcome = 'REFUNDED' and o.kind in ('VOID', 'PROVIDER_CANCELLED');

-- This view and money_back are the only source for what was paid for a booking and what was refunded.
create view money_in as
  select a.booking_id, 'CARD' as method, a.amount_cents - canceled.cents as cents, a.outcome_at as at
  from payment_attempts a cross join lateral (
    select coalesce(sum(cents), 0)::integer as cents from never_taken where attempt_id = a.id) canceled
  where a.outcome = 'CAPTURED' and a.booking_id is not null and a.amount_cents > canceled.cents
  union all
  select booking_id, method, amount_cents, created_at from manual_payments where booking_id is not null and not is_given_back
  union all
  select booking_id, 'VOUCHER', cents, created_at from gift_voucher_uses where booking_id is not null and cents > 0
  union all
  select h.booking_id, 'VOUCHER', u.cents, h.consumed_at
  from holds h join gift_voucher_uses u on u.hold_id = h.id where h.booking_id is not null and u.freed_at is null;

create view money_back as
  select a.booking_id, 'CARD' as method, r.amount_cents as cents, r.outcome_at as at
  from refunds r join payment_attempts a on a.id = r.attempt_id
  where r.outcome = 'REFUNDED' and a.booking_id is not null
    and not exists (select from never_taken n where n.refund_id = r.id)
  union all
  select booking_id, method, -amount_cents, created_at from manual_payments where booking_id is not null and is_given_back
  union all
  select booking_id, 'VOUCHER', -cents, created_at from gift_voucher_uses where cents < 0;

-- What was charged for a booking and canceled before it settled.
create function canceled_of(booking integer) returns integer language plpgsql stable as $$
begin
  return coalesce((select sum(cents) from never_taken where booking_id = booking), 0);
end $$;

-- What banks took back of what was charged for a booking and did not give back.
create function charged_back_of(booking integer) returns integer language plpgsql stable as $$
begin
  return coalesce((select sum(r.amount_cents) from refund_orders o join refunds r on r.order_id = o.id
    where o.booking_id = booking and o.kind = 'CHARGED_BACK' and r.outcome = 'REFUNDED'), 0);
end $$;

-- Whether a booking was canceled instead of moved after its day was called off, and not on again by then.
create function is_given_up(booking bookings) returns boolean language plpgsql stable as $$
begin
  return booking.status = 'CANCELLED' and exists (
    select from day_move_parties p join day_moves m on m.id = p.move_id
    where p.booking_id = booking.id and m.trip_date = booking.trip_date
      and (m.closed_at is null or m.closed_at >= booking.cancelled_at));
end $$;

-- What was paid by hand and not given back.
create function kept_by_hand(booking integer) returns integer language plpgsql stable as $$
begin
  return coalesce((select sum(amount_cents) from manual_payments where booking_id = booking), 0);
end $$;

-- That, for such a booking or one that the owner canceled to give it back: it goes back by hand too.
create function to_give_back(booking bookings) returns integer language plpgsql stable as $$
begin
  if not (is_given_up(booking) or (booking.status = 'CANCELLED' and booking.gives_back)) then return 0; end if;
  return kept_by_hand(booking.id);
end $$;

-- What a payment toward a booking is: the deposit as far as what was paid before leaves of it, and a balance once it is more
-- (docs/rules.md §9.6).
create function kind_of_payment(booking bookings, cents integer, paid_before integer) returns text language sql immutable as $$
  select case when cents > booking.deposit_cents - paid_before then 'BALANCE' else 'DEPOSIT' end
$$;

-- What was paid for a booking and kept.
create function net_paid(booking integer) returns integer language plpgsql stable as $$
begin
  return coalesce((select sum(cents) from money_in where booking_id = booking), 0)
    - coalesce((select sum(cents) from money_back where booking_id = booking), 0);
end $$;

-- Of what a refund gave back, the part that can be owed again: what was paid above the total is simply given back.
create function back_within_total(refund refund_orders) returns integer language plpgsql stable as $$
begin
  return greatest(0, coalesce((select sum(amount_cents) from refunds where order_id = refund.id and outcome = 'REFUNDED'), 0)
    - refund.above_cents);
end $$;

-- What the owner decided not to ask for (docs/rules.md §3.33).
create function forgiven_of(booking integer) returns integer language plpgsql stable as $$
begin
  return coalesce((select sum(coalesce(f.cents, back_within_total(o)))
    from forgiven f left join refund_orders o on o.id = f.order_id where f.booking_id = booking and f.undone_at is null), 0);
end $$;

-- What counts toward a booking's total.
create function paid_toward(booking integer) returns integer language plpgsql stable as $$
begin
  return net_paid(booking) + forgiven_of(booking);
end $$;

-- The refunds that confirming a booking again asks about, with what each asks: those since the last answer, or those of the last
-- answer if there are none since, so that it can be taken back (docs/rules.md §3.30).
create function refunds_in_question(booking integer) returns table (order_id integer, cents integer) language plpgsql stable as $$
begin
  return query
    with refunded as (
      select o.id, back_within_total(o) as back, (select max(asked_again_at) from forgiven f where f.order_id = o.id) as asked_at
      from refund_orders o where o.booking_id = booking)
    select r.id, r.back from refunded r where r.back > 0 and r.asked_at is not distinct from (
      select case when bool_or(asked_at is null) then null else max(asked_at) end from refunded where back > 0);
end $$;

-- Keeps `is_paid`, so that whoever looks for what is owed skips what is paid.
create function keep_paid() returns trigger language plpgsql as $$
begin
  update bookings set is_paid = not is_paid
    where id = (to_jsonb(new) ->> tg_argv[0])::integer and is_paid <> (total_cents <= paid_toward(id));
  return null;
end $$;
create trigger bookings_keep_paid after update of total_cents on bookings
  for each row execute function keep_paid('id');
create trigger forgiven_keep_paid after insert or update on forgiven
  for each row execute function keep_paid('booking_id');
create trigger payment_attempts_keep_paid after update on payment_attempts
  for each row when (new.outcome = 'CAPTURED' and (old.outcome, old.booking_id) is distinct from (new.outcome, new.booking_id))
  execute function keep_paid('booking_id');
create trigger manual_payments_keep_paid after insert on manual_payments
  for each row execute function keep_paid('booking_id');
create trigger gift_voucher_uses_keep_paid after insert on gift_voucher_uses
  for each row execute function keep_paid('booking_id');
create trigger holds_keep_paid after update of booking_id on holds
  for each row execute function keep_paid('booking_id');

create function keep_paid_of_refund() returns trigger language plpgsql as $$
begin
  -- An outcome comes without the day's lock: whoever changes the total at the same time goes before or after it.
  perform from bookings b join refund_orders o on o.booking_id = b.id where o.id = new.order_id for no key update of b;
  update bookings b set is_paid = not is_paid from refund_orders o
    where o.id = new.order_id and b.id = o.booking_id and b.is_paid <> (b.total_cents <= paid_toward(b.id));
  return null;
end $$;
create trigger refunds_keep_paid after insert or update of outcome on refunds
  for each row when (new.outcome in ('REFUNDED', 'WON_BACK')) execute function keep_paid_of_refund();

-- What is owed for a booking: whatever asks for, lists, takes or splits money reads this (docs/rules.md §3.31).
create function owed(booking bookings) returns integer language plpgsql stable as $$
begin
  -- Null for a cancelled booking.
  if coalesce(outcome_of(booking), 'CALLED_OFF') = 'CALLED_OFF' then
    return 0;
  end if;
  return greatest(0, booking.total_cents - paid_toward(booking.id));
end $$;

-- Charges with what went back of each, what of it a bank took back, what is on its way, and what still can go back: a refund without
-- an outcome may have gone back, and of a charge that the bank took back nothing can.
create view charges as
  select a.id, a.booking_id, a.amount_cents, went.back_cents, went.charged_back_cents, went.going_cents,
    case when went.charged_back_cents > 0 then 0 else a.amount_cents - went.back_cents - went.going_cents end as rest_cents
  from payment_attempts a cross join lateral (
    select coalesce(sum(r.amount_cents) filter (where r.outcome = 'REFUNDED'), 0)::integer as back_cents,
      coalesce(sum(r.amount_cents) filter (where r.outcome is null), 0)::integer as going_cents,
      coalesce(sum(r.amount_cents) filter (where r.outcome = 'REFUNDED' and o.kind = 'CHARGED_BACK'), 0)::integer as charged_back_cents
    from refunds r join refund_orders o on o.id = r.order_id where r.attempt_id = a.id) went
  where a.outcome = 'CAPTURED';

-- What can still go back of a booking's money, to gift vouchers and cards (docs/rules.md §3.32).
create function refundable(booking integer) returns integer language plpgsql stable as $$
begin
  return coalesce((select sum(rest_cents) from charges where booking_id = booking), 0)
    + coalesce((select sum(cents) from money_in where booking_id = booking and method = 'VOUCHER'), 0)
    - coalesce((select sum(cents) from money_back where booking_id = booking and method = 'VOUCHER'), 0);
end $$;

-- Refunds never exceed what was captured; the row lock serializes writers of one charge.
create function guard_refund() returns trigger language plpgsql as $$
declare
  captured integer;
begin
  select amount_cents into captured from payment_attempts
    where id = new.attempt_id and outcome = 'CAPTURED' for no key update;
  if captured is null or captured < new.amount_cents + coalesce((
    select sum(amount_cents) from refunds where attempt_id = new.attempt_id and (outcome is null or outcome = 'REFUNDED')), 0) then
    raise exception 'more would go back than payment attempt % took', new.attempt_id using errcode = 'AR004';
  end if;
  return new;
end $$;
create trigger refunds_within_the_charge before insert on refunds
  for each row when (new.attempt_id is not null) execute function guard_refund();

-- A row of money that is final raises AR006. AR002 is the guard's alone (two groups may not share a day), which is answered as
-- a full day and tried again; a broken invariant of money is a bug, answered and logged as one (docs/rules.md §3.27).
create function keep_outcome_final() returns trigger language plpgsql as $$
begin
  if old.kind <> new.kind then
    raise exception 'payment attempt % is a % for good', old.id, old.kind using errcode = 'AR006';
  end if;
  if old.outcome is not null
    and (new.outcome, new.charge_id, new.amount_cents, new.request_id, new.realm_id, new.environment, new.hold_id, new.booking_id, new.user_id)
      is distinct from
      (old.outcome, old.charge_id, old.amount_cents, old.request_id, old.realm_id, old.environment, old.hold_id,
       -- A captured deposit is attached to its booking in the transaction that creates the booking.
       coalesce(old.booking_id, new.booking_id), old.user_id) then
    raise exception 'payment attempt % has its outcome already', old.id using errcode = 'AR006';
  end if;
  return new;
end $$;
create trigger payment_attempts_outcome_is_final before update on payment_attempts
  for each row execute function keep_outcome_final();

-- Entries are reversed in full by another entry, never changed, except that a note can be erased.
create function keep_manual_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'note') = (to_jsonb(old) - 'note') and new.note is null then
      return new;
    end if;
    raise exception 'manual payment % stays as it was written', old.id using errcode = 'AR006';
  end if;
  if new.reverses is not null and not exists (
    select from manual_payments p where p.id = new.reverses and p.reverses is null
      and (p.booking_id, p.voucher_id, p.method, p.amount_cents)
        is not distinct from (new.booking_id, new.voucher_id, new.method, -new.amount_cents)) then
    raise exception 'manual payment % takes back another one than it says', new.id using errcode = 'AR004';
  end if;
  return new;
end $$;
create trigger manual_payments_stay before insert or update on manual_payments
  for each row execute function keep_manual_payment();

create function keep_refund_final() returns trigger language plpgsql as $$
begin
  if (new.order_id, new.attempt_id, new.request_id, new.amount_cents)
      is distinct from (old.order_id, old.attempt_id, old.request_id, old.amount_cents)
    or (old.outcome is not null and new.outcome is distinct from old.outcome and not (
      old.outcome = 'REFUNDED' and new.outcome = 'WON_BACK'
      and exists (select from refund_orders where id = old.order_id and kind = 'CHARGED_BACK'))) then
    raise exception 'refund % stays as it was written', old.id using errcode = 'AR006';
  end if;
  return new;
end $$;
create trigger refunds_outcome_is_final before update on refunds for each row execute function keep_refund_final();
