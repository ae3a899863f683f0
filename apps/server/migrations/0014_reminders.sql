-- The date a reminder was sent for: a booking that moves is reminded of again.
alter table bookings add column reminded_for date;
