-- The owner sees a number on the phone and looks for who calls: found by its digits, however each of the two wrote it.
create function phone_digits(phone text)
returns text language sql immutable
  return regexp_replace(phone, '\D', '', 'g');

create index bookings_phone on bookings using gin (phone_digits(phone) gin_trgm_ops);
create index users_phone on users using gin (phone_digits(phone_number) gin_trgm_ops);
