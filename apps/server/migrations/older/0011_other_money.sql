-- A payment by card need be neither of a hold nor toward a booking: then it concerns no day, and a table of its kind points at it.
do $$
declare
  name text;
begin
  select conname into strict name from pg_constraint where conrelid = 'payment_attempts'::regclass
    and pg_get_constraintdef(oid) = 'CHECK (((hold_id IS NOT NULL) OR (booking_id IS NOT NULL)))';
  execute format('alter table payment_attempts drop constraint %I', name);
end $$;
alter table payment_attempts add check (kind not in ('DEPOSIT', 'BALANCE') or hold_id is not null or booking_id is not null);
drop trigger payment_attempts_guard_entry on payment_attempts;
drop trigger payment_attempts_guard_exit on payment_attempts;
create trigger payment_attempts_guard_entry before insert or update of hold_id, booking_id, outcome on payment_attempts
  for each row when (new.hold_id is not null or new.booking_id is not null) execute function guard_entry();
create constraint trigger payment_attempts_guard_exit after insert or update of hold_id, booking_id, outcome on payment_attempts
  deferrable initially deferred
  for each row when (new.hold_id is not null or new.booking_id is not null) execute function guard_exit();

-- A part of a refund that no card paid goes back at once, to what did: it is of no charge, and has its outcome from the start.
alter table refunds alter attempt_id drop not null;
alter table refunds add check (attempt_id is not null or outcome = 'REFUNDED');
drop trigger refunds_within_the_charge on refunds;
create trigger refunds_within_the_charge before insert on refunds
  for each row when (new.attempt_id is not null) execute function guard_refund();
