-- An angler who joins a booking: the hold of the spot names the booking that it adds to, and never becomes one itself
-- (docs/rules.md §2.38).
alter table holds
  add column adds_to integer references bookings,
  drop constraint holds_check1,
  add constraint holds_consumed check (case when adds_to is null
    then (consumed_at is null) = (booking_id is null) else booking_id is null end);

-- One at a time; its booking grows with the capture.
create unique index payment_attempts_one_angler_a_booking on payment_attempts (booking_id)
  where outcome is null and kind = 'ANGLER';
alter table payment_attempts add constraint payment_attempts_angler
  check (kind <> 'ANGLER' or (hold_id is not null and booking_id is not null));
