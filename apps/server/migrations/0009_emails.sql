-- Emails to send, inserted in the transaction they are about. Rows contain no text and no live secret: the text and the link's
-- token are created when the email is sent (docs/rules.md §8.1).
create table outbox_mails (
  id integer generated always as identity primary key,
  kind text not null,
  to_email text not null,
  -- Ids of the rows the email is about; a booking is `bookingId`.
  params jsonb not null,
  booking_id integer generated always as ((params ->> 'bookingId')::integer) stored,
  -- Set on the first try and kept, so that a duplicate can be recognized.
  message_id text unique,
  -- Shared by the emails of one conversation, so email apps show them as a thread.
  thread text,
  -- 0 for ways in, 1 for what a person waits for, 2 for the rest; lower goes first.
  urgency smallint not null default 2 check (urgency between 0 and 2),
  -- Staff asked for it, so no budget holds it up.
  by_staff boolean not null default false,
  created_at timestamptz not null,
  -- Since when it has been allowed to go out.
  waits_since timestamptz not null default now(),
  next_try_at timestamptz not null,
  -- The lease of the sending process; once it has passed, any process may take over.
  leased_until timestamptz,
  tries integer not null default 0,
  last_error text,
  -- The last try found no mail server that would take anything.
  is_held_up boolean not null default false,
  -- How it ended: accepted by the mail server, given up, or put aside.
  sent_at timestamptz,
  failed_at timestamptz,
  dropped_at timestamptz,
  -- One that was put aside with a reason (over the budget of its recipient, a restore, a day without a mail server) is held until
  -- someone sends it; one without a reason is no longer needed.
  status text not null generated always as (
    case when sent_at is not null then 'SENT' when failed_at is not null then 'FAILED'
      when dropped_at is null then 'WAITING' when last_error is null then 'NOT_NEEDED' else 'HELD' end) stored,
  -- As sent; null before.
  subject text,
  -- The sent text of an email about a booking, with links cut at '#': evidence in a dispute.
  sent_text text,
  -- The sent email that the owner had sent again as this copy.
  copy_of integer references outbox_mails on delete set null,
  search_text text not null generated always as (search_key(to_email || chr(10) || coalesce(subject, ''))) stored,
  check (num_nonnulls(sent_at, failed_at, dropped_at) <= 1)
);
create index outbox_mails_due on outbox_mails (urgency, next_try_at)
  where sent_at is null and failed_at is null and dropped_at is null;
create index outbox_mails_sent_to on outbox_mails (lower(to_email), sent_at);
create index outbox_mails_copies on outbox_mails (copy_of);
create index outbox_mails_booking on outbox_mails (booking_id);
create index outbox_mails_status on outbox_mails (status, id);
create index outbox_mails_failed on outbox_mails (id) where status = 'FAILED';
create index outbox_mails_threads on outbox_mails (thread, id) where thread is not null;
create index outbox_mails_search on outbox_mails using gin (search_text gin_trgm_ops);

-- Sent reminders, by booking and date (of the trip, or of a due balance). After a move the date differs, so the new one is
-- reminded of too.
create table reminders (
  booking_id integer not null references bookings,
  kind text not null,
  about date not null,
  primary key (booking_id, kind, about)
);

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
  -- What a payment link is for.
  booking_id integer references bookings,
  voucher_id integer references gift_vouchers,
  -- The date being booked, which a sign-in link leads back to; or the trip whose page it was asked for on.
  selected_date date,
  trip_id integer references bookings,
  created_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz,
  constraint links_purpose check (case purpose
    when 'PAY' then booking_id is not null and num_nonnulls(user_id, expires_at, used_at, voucher_id) = 0
    when 'PAY_VOUCHER' then voucher_id is not null and num_nonnulls(user_id, expires_at, used_at, booking_id) = 0
    else purpose in ('CONFIRM_EMAIL', 'RESET_PASSWORD', 'SIGN_IN', 'SIGN_UP_AGAIN', 'INVITATION')
      and num_nulls(user_id, email, expires_at) = 0 and num_nonnulls(booking_id, voucher_id) = 0 end),
  constraint links_selected_date check (selected_date is null or purpose = 'SIGN_IN'),
  constraint links_trip check (trip_id is null or purpose = 'SIGN_IN')
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

-- Who gets no more emails of a kind (docs/rules.md §8.21).
create table unsubscriptions (
  email text not null check (email = lower(email)),
  kind text not null,
  at timestamptz not null,
  primary key (email, kind)
);

-- What the provider of whoever got a test email found in it (docs/rules.md §8.20).
create table mail_readings (
  id integer generated always as identity primary key,
  -- The domain that emails came from then.
  domain text not null,
  read_at timestamptz not null,
  spf text not null check (spf in ('pass', 'fail', 'none')),
  dkim text not null check (dkim in ('pass', 'fail', 'none')),
  dmarc text not null check (dmarc in ('pass', 'fail', 'none')),
  signed_as text[] not null
);
