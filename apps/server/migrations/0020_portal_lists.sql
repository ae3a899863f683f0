-- Keeps the portal's lists quick however many rows there are (benchmarks/portal-lists.ts).
-- Words in the middle of a text are found by their trigrams. The extension comes with PostgreSQL, and whoever owns the
-- database may switch it on. One text a row, its parts on lines of their own, so that no word is found across two parts.
create extension if not exists pg_trgm;

create function booking_search_text(first_name text, last_name text, email text, confirmation_number text)
returns text language sql immutable
  return first_name || ' ' || last_name || chr(10) || email || chr(10) || confirmation_number;
create function user_search_text(first_name text, last_name text, username text, email text, phone_number text)
returns text language sql immutable
  return coalesce(first_name || ' ', '') || coalesce(last_name, '') || chr(10) || username || chr(10) || email
    || chr(10) || coalesce(phone_number, '');
create function enquiry_search_text(first_name text, last_name text, email text, message text)
returns text language sql immutable
  return first_name || ' ' || last_name || chr(10) || email || chr(10) || coalesce(message, '');

create index bookings_search on bookings using gin (booking_search_text(first_name, last_name, email, confirmation_number) gin_trgm_ops);
create index users_search on users using gin (user_search_text(first_name, last_name, username, email, phone_number) gin_trgm_ops);
create index enquiries_search on enquiries using gin (enquiry_search_text(first_name, last_name, email, message) gin_trgm_ops);

-- As the lists ask for them: all of them and of one status, the newest first. Counting reads the index alone.
drop index bookings_newest;
drop index enquiries_newest;
drop index booking_queries_newest;
create index bookings_newest on bookings (created_at desc nulls last, id desc);
create index bookings_status on bookings (status, created_at desc nulls last, id desc);
create index enquiries_newest on enquiries (created_at desc nulls last, id desc);
create index enquiries_status on enquiries (status, created_at desc nulls last, id desc);
create index booking_queries_newest on booking_queries (created_at desc nulls last, id desc);
create index booking_queries_status on booking_queries (status, created_at desc nulls last, id desc);
create index users_newest on users (created_at desc nulls last, id desc) where closed_at is null;
create index users_activity on users (is_active, created_at desc nulls last, id desc) where closed_at is null;

-- For counting alone: equal values take next to no room in an index of their own.
create index bookings_count on bookings (status);
create index users_count on users (is_active) where closed_at is null;
