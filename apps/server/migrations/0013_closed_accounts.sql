-- A closed account signs nobody in; its bookings keep name and address for disputes, 24 months after the trip (decisions §9).
alter table users add column closed_at timestamptz;
alter table bookings add column blanked_at timestamptz;
create index bookings_to_blank on bookings (trip_date) where blanked_at is null;
