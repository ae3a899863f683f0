-- The links of emails that pay a balance (docs/rules.md §3.24). Each email has one of its own; all of a booking work until it is
-- paid, cancelled or over.
create table balance_links (
  token_hash bytea primary key,
  booking_id integer not null references bookings,
  -- Where the link was sent: it works as long as that is the booking's address.
  email text not null,
  created_at timestamptz not null
);
create index balance_links_booking on balance_links (booking_id);

-- Which emails about a balance were sent; a trip that moves has another due date, and they are sent for that one too.
create table balance_reminders (
  booking_id integer not null references bookings,
  due_on date not null,
  stage text not null check (stage in ('SOON', 'TODAY', 'OVERDUE')),
  sent_at timestamptz not null,
  primary key (booking_id, due_on, stage)
);
