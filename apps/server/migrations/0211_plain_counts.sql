-- Counts are counted, and orders that nobody waits for are sorted: at 100,000 bookings both answer within 50 ms (docs/decisions/024).
drop trigger bookings_tallied_in on bookings;
drop trigger bookings_tallied on bookings;
drop trigger bookings_tallied_out on bookings;
drop trigger enquiries_tallied_in on enquiries;
drop trigger enquiries_tallied on enquiries;
drop trigger enquiries_tallied_out on enquiries;
drop trigger booking_queries_tallied_in on booking_queries;
drop trigger booking_queries_tallied on booking_queries;
drop trigger booking_queries_tallied_out on booking_queries;
drop trigger users_tallied_in on users;
drop trigger users_tallied on users;
drop trigger users_tallied_out on users;
drop function tally();
drop table tallies;

-- By name is slower than that without its index, and keeps it.
drop index bookings_by_date, bookings_by_guests, bookings_by_total, bookings_by_deposit, users_by_email, users_by_role,
  enquiries_by_name, enquiries_by_email;
