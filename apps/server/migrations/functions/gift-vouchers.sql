-- Whether an amount reserved for a hold can still become a payment. It needs the transaction's time only for an open hold.
create function gift_voucher_use_stands(use gift_voucher_uses, at timestamptz) returns boolean language sql stable as $$
  select use.freed_at is null and (use.hold_id is null or exists (
    select from holds h where h.id = use.hold_id and (h.booking_id is not null
      or (h.released_at is null and h.expires_at > at)
      or is_being_paid(h.id))))
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
    or exists (select from holds h where h.id = old.hold_id and (h.booking_id is not null or is_being_paid(h.id))) then
    raise exception 'use % of a gift voucher stays as it was written', old.id using errcode = 'AR006';
  end if;
  return new;
end $$;
create trigger gift_voucher_uses_stay before update on gift_voucher_uses
  for each row execute function keep_gift_voucher_use();

-- What was paid for a voucher, by whom, for what, and its code never change; its last day, its end and its names may, and until
-- it is paid for, the attempt to do so.
create function keep_gift_voucher() returns trigger language plpgsql as $$
begin
  if (new.cents, new.code_digest, new.code_encrypted, new.made_by, new.bought_by, new.is_sold, new.created_at, new.trip_package, new.trip_anglers)
      is distinct from
      (old.cents, old.code_digest, old.code_encrypted, old.made_by, old.bought_by, old.is_sold, old.created_at, old.trip_package, old.trip_anglers)
    or (new.attempt_id is distinct from old.attempt_id and old.issued_at is not null)
    or (old.voided_at is not null and new.voided_at is distinct from old.voided_at)
    or (old.issued_at is not null and new.issued_at is distinct from old.issued_at) then
    raise exception 'gift voucher % stays as it was written', old.id using errcode = 'AR006';
  end if;
  return new;
end $$;
create trigger gift_vouchers_stay before update on gift_vouchers
  for each row execute function keep_gift_voucher();

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
