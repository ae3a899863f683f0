-- Riders come along and do not fish (docs/rules.md §3.23): they take no spot, so the guard of days never counts them.
alter table bookings add riders smallint not null default 0 check (riders between 0 and 2);
alter table bookings add tackle text not null default 'DECIDE_LATER' check (tackle in ('DECIDE_LATER', 'CONVENTIONAL', 'FLY'));

-- Frozen with the other prices. A hold that says nothing was made before there were riders, and promised what the terms name.
alter table holds add rider_price_cents integer not null default 15000 check (rider_price_cents >= 0);
