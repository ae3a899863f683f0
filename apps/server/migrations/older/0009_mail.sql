-- Email to be sent, written in the transaction that makes it true. It holds no text and no live secret: what an email says,
-- and the token of its link, is made when it is sent (docs/rules.md §8.1).
create table outbox_mails (
  id integer generated always as identity primary key,
  kind text not null,
  to_email text not null,
  -- Ids of what the email is about; one about a booking names it as `bookingId`.
  params jsonb not null,
  -- Given on the first try and kept, so that an email sent twice can be recognized.
  message_id text unique,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  -- Whoever is sending it holds this; past it, any process may take over.
  leased_until timestamptz,
  tries integer not null default 0,
  last_error text,
  -- One of the three ends it: the mail server took it; we gave up; there was nothing left to tell.
  sent_at timestamptz,
  failed_at timestamptz,
  dropped_at timestamptz,
  status text not null generated always as (
    case when sent_at is not null then 'SENT' when failed_at is not null then 'FAILED'
      when dropped_at is not null then 'NOT_NEEDED' else 'WAITING' end) stored,
  -- As it was sent; before that an email has none.
  subject text,
  -- The email that was sent, of which the owner wanted this further copy.
  copy_of integer references outbox_mails on delete set null,
  booking_id integer generated always as ((params ->> 'bookingId')::integer) stored,
  -- What an email about a booking said when it was sent, without what follows '#' in its links: evidence in a dispute.
  sent_text text,
  check (num_nonnulls(sent_at, failed_at, dropped_at) <= 1)
);
create index outbox_mails_due on outbox_mails (next_try_at)
  where sent_at is null and failed_at is null and dropped_at is null;
create index outbox_mails_copies on outbox_mails (copy_of);
create index outbox_mails_booking on outbox_mails (booking_id);
create index outbox_mails_status on outbox_mails (status, id);
create index outbox_mails_failed on outbox_mails (id) where status = 'FAILED';
create function mail_search_text(to_email text, subject text)
returns text language sql immutable
  return to_email || chr(10) || coalesce(subject, '');
create index outbox_mails_search on outbox_mails using gin (mail_search_text(to_email, subject) gin_trgm_ops);
