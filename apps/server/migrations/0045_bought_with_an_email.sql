-- A gift is bought with an email and no session (docs/rules.md §13.11): a voucher that the portal did not make was bought on the
-- site, by its account if somebody was signed in.
alter table gift_vouchers
  add column bought_by integer references users,
  -- The trip that was bought, instead of an amount.
  add column trip_package text check (trip_package in ('STANDARD', 'TROPHY')),
  add column trip_anglers integer check (trip_anglers > 0),
  drop constraint gift_vouchers_check,
  add constraint gift_vouchers_maker check (made_by is not null or is_sold),
  add constraint gift_vouchers_trip check ((trip_package is null) = (trip_anglers is null));
update gift_vouchers v set bought_by = a.user_id, buyer_email = a.booking_data ->> 'email'
  from payment_attempts a where a.id = v.attempt_id and v.made_by is null and v.blanked_at is null;
create index gift_vouchers_bought_by on gift_vouchers (bought_by);
create index gift_vouchers_buyer on gift_vouchers (lower(buyer_email)) where made_by is null;

-- Nobody is signed in who pays for one.
alter table payment_attempts alter column user_id drop not null;
drop index payment_attempts_key;
create unique index payment_attempts_key on payment_attempts (user_id, idempotency_key) nulls not distinct;
