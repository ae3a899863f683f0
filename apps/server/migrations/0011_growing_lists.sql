-- What a customer, a booking or the portal's lists are read by, so that it takes as long with a century of bookings.
create index reviews_user on reviews (user_id, id);
create index waitlist_user on waitlist_entries (user_id);
create index refund_orders_booking on refund_orders (booking_id, id);
create index audit_entries_when on audit_entries (happened_at);
create index users_positions on users (position) where position is not null;
create index bookings_by_total on bookings (total_cents, id);
create index bookings_by_deposit on bookings (deposit_cents, id);
create index bookings_by_guests on bookings (number_of_guests, id);
create index enquiries_by_name on enquiries (lower(first_name || ' ' || last_name), id);
create index enquiries_by_email on enquiries (lower(email), id);

-- A key is never null any more, and all payments of a customer are found by the same index.
drop index payment_attempts_key;
create unique index payment_attempts_key on payment_attempts (user_id, idempotency_key);

-- The books are added up from the index alone.
drop index payment_attempts_taken;
create index payment_attempts_taken on payment_attempts (outcome_at) include (outcome, amount_cents, kind, booking_id, id)
  where outcome in ('CAPTURED', 'VOIDED');
