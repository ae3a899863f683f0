-- The portal's list of bookings goes by the date of the trip, cancelled ones too.
create index bookings_by_date on bookings (trip_date, id);
