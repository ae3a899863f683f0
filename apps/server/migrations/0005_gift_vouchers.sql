-- Gift vouchers (docs/rules.md §13), bought by card and valid once the payment is captured, sold by hand, or given by the house.
create table gift_vouchers (
  id integer generated always as identity primary key,
  -- The code is looked up by its hash, so nobody who reads the database can spend it.
  code_digest bytea not null unique,
  -- Encrypted with ENCRYPTION_KEY, because emails and the buyer's page show it.
  code_encrypted bytea not null,
  cents integer not null check (cents > 0),
  -- The trip that was bought, instead of an amount.
  trip_package text check (trip_package in ('STANDARD', 'TROPHY')),
  trip_anglers integer check (trip_anglers > 0),
  -- Whether it was paid for, or was given by the house, which alone may end on a last day (docs/rules.md §13.1). One that
  -- replaces another is what that one was.
  is_sold boolean not null default false,
  -- Of several tries to pay for one by card, the latest.
  attempt_id integer unique references payment_attempts,
  -- One that the portal did not make was bought on the site, by its account if somebody was signed in (docs/rules.md §13.11).
  made_by integer references users,
  bought_by integer references users,
  buyer_email text,
  buyer_phone text,
  idempotency_key text,
  sender_name text not null,
  recipient_name text not null,
  recipient_email text,
  words text,
  -- The plate on its poster, which its buyer chose (docs/rules.md §13.21).
  picture text not null default 'cypress' check (picture in ('cypress', 'redtail', 'moss', 'kites')),
  -- The day on which the recipient gets the email; null for immediately.
  send_on date,
  sent_at timestamptz,
  -- The last day it is valid; one that was paid for doesn't expire.
  expires_on date,
  created_at timestamptz not null,
  issued_at timestamptz,
  voided_at timestamptz,
  -- When personal data was erased, 24 months after its last payment (docs/rules.md §4.10); the code stays valid.
  blanked_at timestamptz,
  constraint gift_vouchers_maker check (made_by is not null or is_sold),
  constraint gift_vouchers_trip check ((trip_package is null) = (trip_anglers is null)),
  check (attempt_id is null or is_sold),
  check (not is_sold or expires_on is null)
);
create unique index gift_vouchers_key on gift_vouchers (made_by, idempotency_key) where idempotency_key is not null;
create index gift_vouchers_to_send on gift_vouchers (send_on) where sent_at is null and recipient_email is not null;
create index gift_vouchers_bought_by on gift_vouchers (bought_by);
create index gift_vouchers_buyer on gift_vouchers (lower(buyer_email)) where made_by is null;

-- Uses of a voucher: an amount reserved for a hold, which becomes the booking's once it is booked; a payment toward a booking;
-- or a refund from one, which is negative.
create table gift_voucher_uses (
  id integer generated always as identity primary key,
  voucher_id integer not null references gift_vouchers,
  hold_id uuid references holds,
  booking_id integer references bookings,
  share_id integer,
  cents integer not null check (cents <> 0),
  -- What a voucher for a trip is worth while this use of it stands: its first use turns the trip into money (docs/rules.md §13.12).
  worth_cents integer check (worth_cents >= cents),
  created_at timestamptz not null,
  -- When the reservation ended: the hold expired, or another code replaced it.
  freed_at timestamptz,
  constraint gift_voucher_uses_share foreign key (share_id, booking_id) references shares (id, booking_id),
  check (num_nonnulls(hold_id, booking_id) = 1),
  check (booking_id is not null or cents > 0),
  check (freed_at is null or hold_id is not null)
);
create index gift_voucher_uses_voucher on gift_voucher_uses (voucher_id);
create index gift_voucher_uses_booking on gift_voucher_uses (booking_id);
create index gift_voucher_uses_of_share on gift_voucher_uses (share_id) where share_id is not null;
create unique index gift_voucher_uses_one_a_hold on gift_voucher_uses (hold_id) where freed_at is null;
