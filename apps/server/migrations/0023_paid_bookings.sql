-- Whether everything is paid, which the database keeps (functions/money.sql): what is owed is then looked for among the few others,
-- whatever its age.
alter table bookings add column is_paid boolean not null default false;
update bookings b set is_paid = true
where total_cents + owed_again_cents <= (
  select coalesce(sum(cents), 0) from (
    select amount_cents as cents from payment_attempts where outcome = 'CAPTURED' and booking_id = b.id
    union all
    select amount_cents from manual_payments where booking_id = b.id
    union all
    select u.cents from gift_voucher_uses u left join holds h on h.id = u.hold_id
    where u.cents > 0 and u.freed_at is null and coalesce(u.booking_id, h.booking_id) = b.id) paid);
create index bookings_owing on bookings (trip_date) where not is_paid and status <> 'CANCELLED';
