-- Mail to be sent, written in the transaction that makes it true. It holds no text and no live secret: what a mail says,
-- and the token of its link, is made when it is sent (decisions §11).
create table outbox_mails (
  id integer generated always as identity primary key,
  kind text not null,
  to_email text not null,
  -- Ids of what the mail is about.
  params jsonb not null,
  -- Given on the first try and kept, so that a mail sent twice can be recognised.
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
  check (num_nonnulls(sent_at, failed_at, dropped_at) <= 1)
);
create index outbox_mails_due on outbox_mails (next_try_at)
  where sent_at is null and failed_at is null and dropped_at is null;
