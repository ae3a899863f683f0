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
create index booking_queries_newest on booking_queries (created_at desc, id desc);

-- By the terms a deposit is not refundable of right: a customer asks, the owner decides.
create table refund_requests (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  user_id integer not null references users,
  amount_cents integer check (amount_cents > 0),
  description text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decision text check (decision in ('APPROVED', 'DECLINED')),
  answer text,
  check ((decided_at is null) = (decision is null))
);
create unique index refund_requests_one_open_a_booking on refund_requests (booking_id) where decided_at is null;

create index bookings_to_complete on bookings (trip_date) where status = 'CONFIRMED';
