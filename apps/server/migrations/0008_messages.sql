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
  -- Lowercased, because common words match many rows and each is rechecked: this avoids case folding every time.
  search_text text not null generated always as (
    lower(first_name || ' ' || last_name || chr(10) || email || chr(10) || coalesce(message, ''))) stored
);
create index enquiries_search on enquiries using gin (search_text gin_trgm_ops);
create index enquiries_newest on enquiries (created_at, id);
create index enquiries_status on enquiries (status, created_at, id);
create index enquiries_by_name on enquiries (lower(first_name || ' ' || last_name), id);
create index enquiries_by_email on enquiries (lower(email), id);

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
  updated_at timestamptz not null
);
create index booking_queries_booking on booking_queries (booking_id, id);
create index booking_queries_user on booking_queries (user_id, id);
create index booking_queries_newest on booking_queries (created_at, id);
create index booking_queries_status on booking_queries (status, created_at, id);
create index booking_queries_search on booking_queries using gin (query_message gin_trgm_ops);

-- One review per trip, by its customer; the owner publishes it.
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
create index reviews_user on reviews (user_id, id);

-- Emails to send, inserted in the transaction they are about. Rows contain no text and no live secret: the text and the link's
-- token are created when the email is sent (docs/rules.md §8.1).
create table outbox_mails (
  id integer generated always as identity primary key,
  kind text not null,
  to_email text not null,
  -- Ids of the rows the email is about; a booking is `bookingId`.
  params jsonb not null,
  -- Set on the first try and kept, so that a duplicate can be recognized.
  message_id text unique,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  -- The lease of the sending process; once it has passed, any process may take over.
  leased_until timestamptz,
  tries integer not null default 0,
  last_error text,
  -- How it ended: accepted by the mail server, given up, or no longer needed.
  sent_at timestamptz,
  failed_at timestamptz,
  dropped_at timestamptz,
  status text not null generated always as (
    case when sent_at is not null then 'SENT' when failed_at is not null then 'FAILED'
      when dropped_at is not null then 'NOT_NEEDED' else 'WAITING' end) stored,
  -- As sent; null before.
  subject text,
  -- The sent email that the owner had sent again as this copy.
  copy_of integer references outbox_mails on delete set null,
  booking_id integer generated always as ((params ->> 'bookingId')::integer) stored,
  -- The sent text of an email about a booking, with links cut at '#': evidence in a dispute.
  sent_text text,
  -- Shared by the emails of one conversation, so email apps show them as a thread.
  thread text,
  check (num_nonnulls(sent_at, failed_at, dropped_at) <= 1)
);
create index outbox_mails_due on outbox_mails (next_try_at)
  where sent_at is null and failed_at is null and dropped_at is null;
create index outbox_mails_copies on outbox_mails (copy_of);
create index outbox_mails_booking on outbox_mails (booking_id);
create index outbox_mails_status on outbox_mails (status, id);
create index outbox_mails_failed on outbox_mails (id) where status = 'FAILED';
create index outbox_mails_threads on outbox_mails (thread, id) where thread is not null;

create function mail_search_text(to_email text, subject text)
returns text language sql immutable
  return to_email || chr(10) || coalesce(subject, '');
create index outbox_mails_search on outbox_mails using gin (mail_search_text(to_email, subject) gin_trgm_ops);

-- The owner's replies to enquiries and questions, in the order sent (docs/rules.md §20.1).
create table replies (
  id integer generated always as identity primary key,
  enquiry_id integer references enquiries,
  query_id integer references booking_queries,
  text text not null,
  -- Null for answers from before this table existed.
  admin_id integer references users,
  -- Its email; null once that is deleted, the reply is kept.
  mail_id integer references outbox_mails on delete set null,
  created_at timestamptz not null,
  -- The idempotency key of one press of Send.
  idempotency_key text,
  check (num_nonnulls(enquiry_id, query_id) = 1)
);
create index replies_enquiry on replies (enquiry_id, id) where enquiry_id is not null;
create index replies_query on replies (query_id, id) where query_id is not null;
create index replies_mail on replies (mail_id);
create index replies_search on replies using gin (text gin_trgm_ops);

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

-- All single-purpose tokens sent by email, stored as hashes: account links and payment links. SIGN_UP_AGAIN is never emailed: it is
-- the idempotency key of a sign-up without a password, kept for a while so that a retry after a lost response signs in to the same
-- account. Each payment email has its own token; all tokens of a booking work until it is paid, cancelled or over.
create table links (
  token_hash bytea primary key,
  user_id integer references users,
  purpose text not null,
  -- The address the link was sent to; the link confirms only that address. A payment link works while this is the booking's
  -- address, which may be null.
  email text,
  created_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz,
  booking_id integer references bookings,
  constraint links_purpose check (case purpose
    when 'PAY' then booking_id is not null and user_id is null and expires_at is null and used_at is null
    else purpose in ('CONFIRM_EMAIL', 'RESET_PASSWORD', 'SIGN_IN', 'SIGN_UP_AGAIN', 'INVITATION')
      and num_nulls(user_id, email, expires_at) = 0 and booking_id is null end)
);
create index links_user on links (user_id, purpose);
create index links_booking on links (booking_id) where booking_id is not null;

-- Link requests, processed by a job, so that not even the response time reveals whether an account exists. Rows are deleted once
-- processed.
create table link_requests (
  id integer generated always as identity primary key,
  email text not null,
  asked_at timestamptz not null,
  purpose text not null check (purpose in ('RESET_PASSWORD', 'SIGN_IN')),
  -- The date being booked, to which a sign-in link returns.
  selected_date date
);
