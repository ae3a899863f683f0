-- What was paid of each share, less what went back and is owed again, and what is being paid of it.
create view paid_of_shares as
  select s.id as share_id, s.booking_id,
    (took.cents + by_hand.cents + by_voucher.cents - back.cents)::integer as paid_cents, took.paying_cents::integer
  from shares s
  cross join lateral (
    select coalesce(sum(amount_cents) filter (where outcome = 'CAPTURED'), 0) as cents,
      coalesce(sum(amount_cents) filter (where outcome is null), 0) as paying_cents
    from payment_attempts where share_id = s.id) took
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from manual_payments where share_id = s.id and not is_given_back) by_hand
  cross join lateral (
    select coalesce(sum(cents), 0) as cents from gift_voucher_uses where share_id = s.id and cents > 0) by_voucher
  cross join lateral (
    select coalesce(sum(r.amount_cents), 0) as cents from refunds r
    where r.share_id = s.id and r.outcome = 'REFUNDED'
      and not exists (select from forgiven f where f.order_id = r.order_id and f.undone_at is null)) back;

-- What can still go back of a share's money, to gift vouchers and cards.
create function refundable_of_share(share integer) returns integer language plpgsql stable as $$
begin
  return coalesce((select sum(c.rest_cents) from charges c join payment_attempts a on a.id = c.id where a.share_id = share), 0)
    + greatest(0, coalesce((select sum(cents) from gift_voucher_uses where share_id = share), 0));
end $$;

-- Payments toward what a booking owes by card that have no outcome yet, together. An angler who joins pays for what is added.
create function being_paid(booking integer) returns integer language plpgsql stable as $$
begin
  return coalesce((select sum(amount_cents) from payment_attempts where booking_id = booking and outcome is null
    and kind <> 'ANGLER'), 0);
end $$;

-- What is being paid and what is paid never exceed what is owed, whatever happens at once. The row lock lets payments of one
-- booking come one after the other.
create function guard_owed() returns trigger language plpgsql as $$
declare
  rest integer;
begin
  perform from bookings where id = new.booking_id for no key update;
  select owed(b) - being_paid(b.id) into rest from bookings b where b.id = new.booking_id;
  if rest < (to_jsonb(new) ->> tg_argv[0])::integer then
    raise exception 'more would be paid for booking % than is owed', new.booking_id using errcode = 'AR004';
  end if;
  return new;
end $$;
create trigger payment_attempts_within_owed before insert on payment_attempts
  for each row when (new.kind = 'BALANCE' and new.outcome is null) execute function guard_owed('amount_cents');
create trigger manual_payments_within_owed before insert on manual_payments
  for each row when (new.booking_id is not null and new.amount_cents > 0) execute function guard_owed('amount_cents');
-- Its name lets the voucher's own guard speak first.
create trigger gift_voucher_uses_within_what_is_owed before insert on gift_voucher_uses
  for each row when (new.booking_id is not null and new.cents > 0) execute function guard_owed('cents');

-- What a share came to when it was paid stays, unless so much went back that it is open again.
create function keep_settled_share() returns trigger language plpgsql as $$
begin
  if new.settled_cents > old.settled_cents
    and (select paid_cents from paid_of_shares where share_id = new.id) >= old.settled_cents then
    raise exception 'share % is paid and can''t grow', old.id using errcode = 'AR006';
  end if;
  return new;
end $$;
create trigger shares_settled_stay before update of settled_cents on shares
  for each row execute function keep_settled_share();
