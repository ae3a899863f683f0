-- What the owner wrote to guests, and a copy of what each of them got (docs/rules.md §20.3).
create table messages (
  id integer generated always as identity primary key,
  who text not null check (who in ('BOOKING', 'DAY', 'WEEK', 'UNPAID')),
  -- The day, or the first one of the week.
  trip_date date check ((trip_date is not null) = (who in ('DAY', 'WEEK'))),
  -- With their placeholders.
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
  -- Null where the booking had no email, so that nothing was sent.
  email text,
  -- As it was sent; null once it was blanked, too.
  subject text,
  text text,
  -- The email that carries it: emails are forgotten after a while, the copy stays.
  mail_id integer references outbox_mails on delete set null,
  unique (message_id, booking_id)
);
create index message_recipients_booking on message_recipients (booking_id, id);
create index message_recipients_mail on message_recipients (mail_id);
