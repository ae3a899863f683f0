-- Sorting and counting without these takes at most 30 ms with 100,000 bookings (docs/decisions/024-plain-counts.md).
drop index bookings_by_total, bookings_by_deposit, bookings_by_guests;
drop index enquiries_by_name, enquiries_by_email, enquiries_status;
drop index booking_queries_status, reviews_status, outbox_mails_status, users_activity;
