-- A row of money that is final raises AR006. AR002 is the guard's alone (two groups may not share a day), which is answered as
-- a full day and tried again; a broken invariant of money is a bug, answered and logged as one (docs/rules.md §3.27).
create or replace function keep_outcome_final() returns trigger language plpgsql as $$
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

create or replace function keep_manual_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'note') = (to_jsonb(old) - 'note') and new.note is null then
      return new;
    end if;
    raise exception 'manual payment % stays as it was written', old.id using errcode = 'AR006';
  end if;
  if new.reverses is not null and not exists (
    select from manual_payments p where p.id = new.reverses and p.reverses is null
      and (p.booking_id, p.method, p.amount_cents) = (new.booking_id, new.method, -new.amount_cents)) then
    raise exception 'manual payment % takes back another one than it says', new.id using errcode = 'AR004';
  end if;
  return new;
end $$;

create or replace function keep_refund_final() returns trigger language plpgsql as $$
begin
  if (new.order_id, new.attempt_id, new.request_id, new.amount_cents)
      is distinct from (old.order_id, old.attempt_id, old.request_id, old.amount_cents)
    or (old.outcome is not null and new.outcome is distinct from old.outcome) then
    raise exception 'refund % stays as it was written', old.id using errcode = 'AR006';
  end if;
  return new;
end $$;

create or replace function keep_gift_voucher_use() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'freed_at') is distinct from (to_jsonb(old) - 'freed_at') or old.freed_at is not null
    or exists (select from holds h where h.id = old.hold_id and (h.booking_id is not null
      or exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null))) then
    raise exception 'use % of a gift voucher stays as it was written', old.id using errcode = 'AR006';
  end if;
  return new;
end $$;

-- What a voucher is worth, who paid for it and its code never change; its last day, its end and its names may.
create function keep_gift_voucher() returns trigger language plpgsql as $$
begin
  if (new.cents, new.code_digest, new.code_encrypted, new.attempt_id, new.made_by, new.created_at)
      is distinct from (old.cents, old.code_digest, old.code_encrypted, old.attempt_id, old.made_by, old.created_at)
    or (old.voided_at is not null and new.voided_at is distinct from old.voided_at)
    or (old.issued_at is not null and new.issued_at is distinct from old.issued_at) then
    raise exception 'gift voucher % stays as it was written', old.id using errcode = 'AR006';
  end if;
  return new;
end $$;
create trigger gift_vouchers_stay before update on gift_vouchers
  for each row execute function keep_gift_voucher();

-- Every refusal of a refund is emailed and listed now, so nothing asks whether its admin had an answer.
alter table refund_orders drop column told_open_at;

-- Whether nothing can be paid with a voucher anymore, whatever is left on it.
create function gift_voucher_has_ended(voucher gift_vouchers, today date) returns boolean language sql immutable as $$
  select voucher.voided_at is not null or coalesce(voucher.expires_on < today, false)
$$;

-- What such vouchers paid for a booking and have not had back: a refund leaves it until an owner renews them.
create function paid_by_ended_vouchers(booking integer, today date) returns integer language sql stable as $$
  select coalesce(sum(paid), 0)::integer from (
    select sum(u.cents) as paid
    from gift_voucher_uses u join gift_vouchers v on v.id = u.voucher_id left join holds h on h.id = u.hold_id
    where u.freed_at is null and (u.booking_id = booking or h.booking_id = booking) and gift_voucher_has_ended(v, today)
    group by v.id having sum(u.cents) > 0) ended
$$;

-- Of what a booking's refunds gave back, the part that its guest owes again, since it was confirmed again.
alter table bookings add column owed_again_cents integer not null default 0 check (owed_again_cents >= 0),
  -- How long the spots had been kept for the deposit when it was paid, in case that payment is taken back.
  add column awaited_until timestamptz;

-- What counts toward a booking's total: everything paid for it, less what went back and is owed again.
create or replace function paid_toward(booking integer) returns integer language sql stable as $$
  select (coalesce((select sum(cents) from money_in where booking_id = booking), 0)
    - coalesce((select owed_again_cents from bookings where id = booking), 0))::integer
$$;
