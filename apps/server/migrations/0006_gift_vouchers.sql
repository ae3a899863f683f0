-- Gift vouchers (docs/rules.md §13), bought by card and valid once the payment is captured, or created by the owner.
create table gift_vouchers (
  id integer generated always as identity primary key,
  -- The code is looked up by its hash, so nobody who reads the database can spend it.
  code_digest bytea not null unique,
  -- Encrypted with ENCRYPTION_KEY, because emails and the buyer's page show it.
  code_encrypted bytea not null,
  cents integer not null check (cents > 0),
  attempt_id integer unique references payment_attempts,
  made_by integer references users,
  idempotency_key text,
  sender_name text not null,
  recipient_name text not null,
  recipient_email text,
  words text,
  -- The day on which the recipient gets the email; null for immediately.
  send_on date,
  sent_at timestamptz,
  -- The last day it is valid; a bought voucher doesn't expire.
  expires_on date,
  created_at timestamptz not null,
  issued_at timestamptz,
  voided_at timestamptz,
  -- When personal data was erased, 24 months after its last payment (docs/rules.md §4.10); the code stays valid.
  blanked_at timestamptz,
  check ((attempt_id is null) <> (made_by is null)),
  check (attempt_id is null or expires_on is null)
);
create unique index gift_vouchers_key on gift_vouchers (made_by, idempotency_key) where idempotency_key is not null;
create index gift_vouchers_to_send on gift_vouchers (send_on) where sent_at is null and recipient_email is not null;
create trigger gift_vouchers_are_kept before delete on gift_vouchers for each row execute function keep_rows();

-- Uses of a voucher: an amount reserved for a hold, which becomes the booking's once it is booked; a payment toward a booking;
-- or a refund from one, which is negative.
create table gift_voucher_uses (
  id integer generated always as identity primary key,
  voucher_id integer not null references gift_vouchers,
  hold_id uuid references holds,
  booking_id integer references bookings,
  cents integer not null check (cents <> 0),
  created_at timestamptz not null,
  -- When the reservation ended: the hold expired, or another code replaced it.
  freed_at timestamptz,
  check (num_nonnulls(hold_id, booking_id) = 1),
  check (booking_id is not null or cents > 0),
  check (freed_at is null or hold_id is not null)
);
create index gift_voucher_uses_voucher on gift_voucher_uses (voucher_id);
create index gift_voucher_uses_booking on gift_voucher_uses (booking_id);
create unique index gift_voucher_uses_one_a_hold on gift_voucher_uses (hold_id) where freed_at is null;
create trigger gift_voucher_uses_are_kept before delete on gift_voucher_uses for each row execute function keep_rows();

-- Whether an amount reserved for a hold can still become a payment. It needs the transaction's time only for an open hold.
create function gift_voucher_use_stands(use gift_voucher_uses, at timestamptz) returns boolean language sql stable as $$
  select use.freed_at is null and (use.hold_id is null or exists (
    select from holds h where h.id = use.hold_id and (h.booking_id is not null
      or (h.released_at is null and h.expires_at > at)
      or exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null))))
$$;

-- Uses never exceed a voucher's worth, and refunds never exceed what was paid. The row lock serializes writers of one voucher;
-- paying for a hold takes it too, so an amount freed here can't be spent by that payment.
create function guard_gift_voucher() returns trigger language plpgsql as $$
declare
  worth integer;
  used integer;
begin
  select cents into worth from gift_vouchers where id = new.voucher_id for no key update;
  update gift_voucher_uses u set freed_at = app_now()
    where u.voucher_id = new.voucher_id and u.freed_at is null and not gift_voucher_use_stands(u, app_now());
  select coalesce(sum(cents), 0) + new.cents into used
    from gift_voucher_uses where voucher_id = new.voucher_id and freed_at is null;
  if used not between 0 and worth then
    raise exception 'gift voucher % is worth %, and % would be used', new.voucher_id, worth, used using errcode = 'AR005';
  end if;
  return new;
end $$;
create trigger gift_voucher_uses_within_the_voucher before insert on gift_voucher_uses
  for each row execute function guard_gift_voucher();

create function keep_gift_voucher_use() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'freed_at') is distinct from (to_jsonb(old) - 'freed_at') or old.freed_at is not null
    or exists (select from holds h where h.id = old.hold_id and (h.booking_id is not null
      or exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null))) then
    raise exception 'use % of a gift voucher stays as it was written', old.id using errcode = 'AR002';
  end if;
  return new;
end $$;
create trigger gift_voucher_uses_stay before update on gift_voucher_uses
  for each row execute function keep_gift_voucher_use();

-- This view and money_back are the only source for what was paid for a booking and what was refunded.
create view money_in as
  select booking_id, 'CARD' as method, amount_cents as cents, outcome_at as at
  from payment_attempts where outcome = 'CAPTURED' and booking_id is not null
  union all
  select booking_id, method, amount_cents, created_at from manual_payments
  union all
  select booking_id, 'VOUCHER', cents, created_at from gift_voucher_uses where booking_id is not null and cents > 0
  union all
  select h.booking_id, 'VOUCHER', u.cents, h.consumed_at
  from holds h join gift_voucher_uses u on u.hold_id = h.id where h.booking_id is not null and u.freed_at is null;

create view money_back as
  select a.booking_id, 'CARD' as method, r.amount_cents as cents, r.outcome_at as at
  from refunds r join payment_attempts a on a.id = r.attempt_id where r.outcome = 'REFUNDED' and a.booking_id is not null
  union all
  select booking_id, 'VOUCHER', -cents, created_at from gift_voucher_uses where cents < 0;

-- Everything paid toward a booking. Card refunds are not subtracted: a refund doesn't increase the balance
-- (docs/rules.md §3).
create function paid_toward(booking integer) returns integer language sql stable as $$
  select coalesce(sum(cents), 0)::integer from money_in where booking_id = booking
$$;
