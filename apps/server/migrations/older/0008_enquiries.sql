create table enquiries (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  country text not null,
  message text,
  status text not null default 'NEW' check (status in ('NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED', 'SPAM')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What the owner notes about it, and when it was answered.
  admin_notes text,
  responded_at timestamptz,
  -- Many of its words are common, and each row that is found is looked at again: in small letters it is looked at once.
  search_text text not null generated always as (
    lower(first_name || ' ' || last_name || chr(10) || email || chr(10) || coalesce(message, ''))) stored
);
create index enquiries_search on enquiries using gin (search_text gin_trgm_ops);
create index enquiries_newest on enquiries (created_at, id);
create index enquiries_status on enquiries (status, created_at, id);

-- What a customer asks about a booking, and what the owner answers.
create table booking_queries (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  user_id integer not null references users,
  query_message text not null,
  status text not null default 'NEW' check (status in ('NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED')),
  admin_response text,
  admin_notes text,
  created_at timestamptz not null,
  responded_at timestamptz,
  updated_at timestamptz not null
);
create index booking_queries_booking on booking_queries (booking_id, id);
create index booking_queries_user on booking_queries (user_id, id);
create index booking_queries_newest on booking_queries (created_at, id);
create index booking_queries_status on booking_queries (status, created_at, id);
create function query_search_text(query_message text, admin_response text)
returns text language sql immutable
  return query_message || chr(10) || coalesce(admin_response, '');
create index booking_queries_search on booking_queries using gin (query_search_text(query_message, admin_response) gin_trgm_ops);

-- One a trip, by the customer who made it; the owner publishes.
create table reviews (
  id integer generated always as identity primary key,
  booking_id integer not null unique references bookings,
  user_id integer not null references users,
  stars smallint not null check (stars between 1 and 5),
  review_text text not null,
  status text not null default 'NEW' check (status in ('NEW', 'PUBLISHED', 'HIDDEN')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index reviews_newest on reviews (created_at desc, id desc);
create index reviews_status on reviews (status, created_at, id);
create index reviews_new on reviews (id) where status = 'NEW';
