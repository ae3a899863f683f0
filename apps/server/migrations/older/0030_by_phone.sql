-- What the owner enters for somebody on the phone (docs/rules.md §19.1, docs/rules.md §19.2).

-- Who gives no email has an account that nobody signs in to.
alter table users alter column email drop not null,
  add constraint users_email_given check (email is not null or (role = 'USER' and password_hash is null));
alter table bookings alter column email drop not null;
alter table balance_links alter column email drop not null;

-- As before; an address that is not there is not found.
create or replace function user_search_text(first_name text, last_name text, username text, email text, phone_number text)
returns text language sql immutable
  return coalesce(first_name || ' ', '') || coalesce(last_name, '') || chr(10) || username || chr(10) || coalesce(email, '')
    || chr(10) || coalesce(phone_number, '');
create or replace function booking_search_text(first_name text, last_name text, email text, confirmation_number text)
returns text language sql immutable
  return first_name || ' ' || last_name || chr(10) || coalesce(email, '') || chr(10) || confirmation_number;

-- A booking that is PENDING keeps its spots until then for its deposit; null where nothing ends it.
alter table bookings add column deposit_until timestamptz;
create index bookings_awaiting_deposit on bookings (deposit_until) where status = 'PENDING';
