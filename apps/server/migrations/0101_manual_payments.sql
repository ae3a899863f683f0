-- Money that the owner took in cash or by check, written down by hand. It stands apart from the card money: no provider
-- knows of it, and the ledger does not count it (decisions §7).
create table manual_payments (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  admin_id integer not null references users,
  method text not null check (method in ('CASH', 'CHECK')),
  -- Negative in the entry that takes an earlier one back.
  amount_cents integer not null check (amount_cents <> 0),
  reverses integer unique references manual_payments,
  -- The owner's own words: the number of a check, or why an entry is taken back.
  note text,
  idempotency_key text,
  created_at timestamptz not null,
  check ((reverses is null) = (amount_cents > 0))
);
create index manual_payments_booking on manual_payments (booking_id);
create index manual_payments_newest on manual_payments (created_at) include (amount_cents);
create unique index manual_payments_key on manual_payments (admin_id, idempotency_key) where idempotency_key is not null;

-- An entry is taken back whole, by an entry beside it; none is altered, but for a note that is blanked.
create function keep_manual_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - 'note') = (to_jsonb(old) - 'note') and new.note is null then
      return new;
    end if;
    raise exception 'manual payment % stays as it was written', old.id using errcode = 'AR002';
  end if;
  if new.reverses is not null and not exists (
    select from manual_payments p where p.id = new.reverses and p.reverses is null
      and (p.booking_id, p.method, p.amount_cents) = (new.booking_id, new.method, -new.amount_cents)) then
    raise exception 'manual payment % takes back another one than it says', new.id using errcode = 'AR004';
  end if;
  return new;
end $$;
create trigger manual_payments_stay before insert or update on manual_payments
  for each row execute function keep_manual_payment();
create trigger manual_payments_are_kept before delete on manual_payments for each row execute function keep_rows();

-- What was paid toward a booking, in whichever way. Money that went back to a card is not taken off: a refund does not
-- reopen what is owed (decisions §7).
create function paid_toward(booking integer) returns integer language sql stable as $$
  select (
    coalesce((select sum(amount_cents) from payment_attempts where booking_id = booking and outcome = 'CAPTURED'), 0)
    + coalesce((select sum(amount_cents) from manual_payments where booking_id = booking), 0))::integer
$$;
