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
  -- The owner's notes, and when the enquiry was answered.
  admin_notes text,
  responded_at timestamptz,
  search_text text not null generated always as (search_key(
    first_name || ' ' || last_name || chr(10) || email || chr(10) || coalesce(message, ''))) stored
);
create index enquiries_search on enquiries using gin (search_text gin_trgm_ops);
create index enquiries_newest on enquiries (created_at, id);

-- Customers' questions about a booking.
create table booking_queries (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  user_id integer not null references users,
  query_message text not null,
  status text not null default 'NEW' check (status in ('NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED')),
  admin_notes text,
  created_at timestamptz not null,
  responded_at timestamptz,
  updated_at timestamptz not null,
  search_text text not null generated always as (search_key(query_message)) stored
);
create index booking_queries_booking on booking_queries (booking_id, id);
create index booking_queries_user on booking_queries (user_id, id);
create index booking_queries_newest on booking_queries (created_at, id);
create index booking_queries_search on booking_queries using gin (search_text gin_trgm_ops);

-- The owner's replies to enquiries and questions, in the order sent (docs/rules.md §20.1).
create table replies (
  id integer generated always as identity primary key,
  enquiry_id integer references enquiries,
  query_id integer references booking_queries,
  text text not null,
  admin_id integer references users,
  -- Its email; null once that is deleted, the reply is kept.
  mail_id integer references outbox_mails on delete set null,
  created_at timestamptz not null,
  -- The idempotency key of one press of Send.
  idempotency_key text,
  search_text text not null generated always as (search_key(text)) stored,
  check (num_nonnulls(enquiry_id, query_id) = 1)
);
create index replies_enquiry on replies (enquiry_id, id) where enquiry_id is not null;
create index replies_query on replies (query_id, id) where query_id is not null;
create index replies_mail on replies (mail_id);
create index replies_search on replies using gin (search_text gin_trgm_ops);

-- Reusable reply texts.
create table saved_replies (
  id integer generated always as identity primary key,
  title text not null,
  text text not null,
  updated_at timestamptz not null
);
create unique index saved_replies_title on saved_replies (lower(title));

-- Messages from the owner to customers, and what each recipient got (docs/rules.md §20.3).
create table messages (
  id integer generated always as identity primary key,
  who text not null check (who in ('BOOKING', 'DAY', 'WEEK', 'UNPAID')),
  -- The day, or the first day of the week.
  trip_date date check ((trip_date is not null) = (who in ('DAY', 'WEEK'))),
  -- With placeholders.
  subject text not null,
  text text not null,
  admin_id integer not null references users,
  idempotency_key text,
  created_at timestamptz not null,
  constraint messages_key unique (admin_id, idempotency_key)
);

create table message_recipients (
  id integer generated always as identity primary key,
  message_id integer not null references messages,
  booking_id integer not null references bookings,
  -- Null if the booking had no email address, so nothing was sent.
  email text,
  -- As sent; also null once it is blanked.
  subject text,
  text text,
  -- Its email; null once that is deleted, the copy is kept.
  mail_id integer references outbox_mails on delete set null,
  unique (message_id, booking_id)
);
create index message_recipients_booking on message_recipients (booking_id, id);
create index message_recipients_mail on message_recipients (mail_id);
