-- A group may take the whole boat and pay for its empty spots (docs/rules.md §2.22). Null while the owner doesn't offer it.
alter table booking_config add column private_spot_price_cents integer check (private_spot_price_cents > 0);

-- How many spots are the group's, itself included, if its morning is private; each that is empty has the hold's price.
alter table holds
  add column private_spots smallint check (private_spots > number_of_guests),
  add column private_spot_price_cents integer check (private_spot_price_cents > 0),
  add check ((private_spots is null) = (private_spot_price_cents is null));
alter table bookings add column private_spots smallint check (private_spots > 0);
