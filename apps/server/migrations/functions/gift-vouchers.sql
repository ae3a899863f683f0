-- Whether an amount reserved for a hold can still become a payment. It needs the transaction's time only for an open hold.
create function gift_voucher_use_stands(use gift_voucher_uses, at timestamptz) returns boolean language sql stable as $$
  select use.freed_at is null and (use.hold_id is null or exists (
    select from holds h where h.id = use.hold_id and (h.booking_id is not null
      or (h.released_at is null and h.expires_at > at)
      or is_being_paid(h.id))))
$$;

-- The use that turned a voucher's trip into money. Null while it is a trip, as again after all that it paid on that booking went
-- back (docs/rules.md §13.12).
create function gift_voucher_fixing(voucher integer, at timestamptz) returns gift_voucher_uses language sql stable as $$
  select u from gift_voucher_uses u left join holds h on h.id = u.hold_id
  where u.voucher_id = voucher and u.worth_cents is not null and gift_voucher_use_stands(u, at)
    and not exists (
      select from gift_voucher_uses back
      where back.voucher_id = voucher and back.id > u.id and back.cents < 0 and back.booking_id = coalesce(u.booking_id, h.booking_id)
        and (select sum(o.cents) = 0 from gift_voucher_uses o left join holds of on of.id = o.hold_id
          where o.voucher_id = voucher and o.id <= back.id and o.freed_at is null
            and coalesce(o.booking_id, of.booking_id) = back.booking_id))
  order by u.id desc limit 1
$$;

-- What it became worth by that.
create function gift_voucher_fixed(voucher integer, at timestamptz) returns integer language sql stable as $$
  select (gift_voucher_fixing(voucher, at)).worth_cents
$$;

-- How much more a voucher's trip was worth to a booking than was paid for the voucher: that goes back only with all the rest.
create function gift_voucher_surplus(voucher gift_vouchers, booking integer, at timestamptz) returns integer language sql stable as $$
  select coalesce((
    select greatest(0, u.worth_cents - voucher.cents) from gift_voucher_fixing(voucher.id, at) u left join holds h on h.id = u.hold_id
    where coalesce(u.booking_id, h.booking_id) = booking), 0)
$$;

-- That, of all vouchers that paid for a booking.
create function surplus_of_vouchers(booking integer) returns integer language sql stable as $$
  select coalesce(sum(gift_voucher_surplus(v, booking, app_now())), 0)::integer from gift_vouchers v where v.id in (
    select u.voucher_id from gift_voucher_uses u where u.booking_id = booking
    union select u.voucher_id from gift_voucher_uses u join holds h on h.id = u.hold_id where h.booking_id = booking)
$$;

-- Uses never exceed a voucher's worth, and refunds never exceed what was paid. The row lock serializes writers of one voucher; paying for a hold
-- takes it too, so an amount freed here can't be spent by that payment.
create function guard_gift_voucher() returns trigger language plpgsql as $$
declare
  voucher gift_vouchers;
  fixed integer;
  worth integer;
  used integer;
begin
  select * into voucher from gift_vouchers where id = new.voucher_id for no key update;
  update gift_voucher_uses u set freed_at = app_now()
    where u.voucher_id = new.voucher_id and u.freed_at is null and not gift_voucher_use_stands(u, app_now());
  fixed := gift_voucher_fixed(new.voucher_id, app_now());
  worth := coalesce(new.worth_cents, fixed, voucher.cents);
  select coalesce(sum(u.cents), 0) + new.cents into used
    from gift_voucher_uses u where u.voucher_id = new.voucher_id and u.freed_at is null;
  if used not between 0 and worth then
    raise exception 'gift voucher % is worth %, and % would be used', new.voucher_id, worth, used using errcode = 'AR005';
  end if;
  if new.worth_cents is not null and (voucher.trip_package is null or fixed is not null or worth < voucher.cents) then
    raise exception 'gift voucher % would be worth % for good, and % was paid', new.voucher_id, worth, voucher.cents using errcode = 'AR005';
  end if;
  return new;
end $$;
create trigger gift_voucher_uses_within_the_voucher before insert on gift_voucher_uses
  for each row execute function guard_gift_voucher();

-- Of a trip that became money, a part of it that goes back is no more than is left of what was paid for the voucher. What goes back
-- of several shares is one statement.
create function guard_surplus() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct voucher_id, booking_id from added where cents < 0) back
    join gift_vouchers v on v.id = back.voucher_id
    cross join lateral (
      select sum(u.cents) as cents from gift_voucher_uses u left join holds h on h.id = u.hold_id
      where u.voucher_id = v.id and u.freed_at is null and coalesce(u.booking_id, h.booking_id) = back.booking_id) left_of
    where left_of.cents > 0 and left_of.cents < gift_voucher_surplus(v, back.booking_id, app_now())) then
    raise exception 'what goes back of a gift voucher''s trip is more than a part of it, and less than all' using errcode = 'AR005';
  end if;
  return null;
end $$;
create trigger gift_voucher_uses_within_the_trip after insert on gift_voucher_uses referencing new table as added
  for each statement execute function guard_surplus();

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
