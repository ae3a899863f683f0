-- When the booking was cancelled; null while it is not. A refund finished before then was for something else.
alter table bookings add column cancelled_at timestamptz;
update bookings b set cancelled_at = coalesce(
  (select max(happened_at) from booking_events e where e.booking_id = b.id and e.kind in ('cancelled', 'status-cancelled')),
  b.updated_at)
where status = 'CANCELLED';
