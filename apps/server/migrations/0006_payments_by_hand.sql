-- Payments recorded by hand, for a booking or a gift voucher that is sold by hand (docs/rules.md §13.8). They are separate from card
-- payments: the provider doesn't know them, and the ledger doesn't count them (docs/rules.md §3).
create table manual_payments (
  id integer generated always as identity primary key,
  booking_id integer references bookings,
  share_id integer,
  voucher_id integer references gift_vouchers,
  admin_id integer not null references users,
  method text not null check (method in ('CASH', 'CHECK', 'ZELLE', 'VENMO', 'OTHER')),
  -- Negative for an entry that reverses an earlier one.
  amount_cents integer not null check (amount_cents <> 0),
  -- What was taken for a booking in one go: more, if it paid several shares, each with a row of its own (docs/rules.md §3.42).
  taken_cents integer check (taken_cents >= amount_cents),
  reverses integer unique references manual_payments,
  -- Of one that reverses another: the money was given back, rather than recorded by mistake.
  is_given_back boolean not null default false check (reverses is not null or not is_given_back),
  -- Free text: a check number, or why an entry was reversed.
  note text,
  idempotency_key text,
  created_at timestamptz not null,
  constraint manual_payments_share foreign key (share_id, booking_id) references shares (id, booking_id),
  check (num_nonnulls(booking_id, voucher_id) = 1),
  check ((reverses is null) = (amount_cents > 0))
);
create index manual_payments_booking on manual_payments (booking_id);
create index manual_payments_of_share on manual_payments (share_id) where share_id is not null;
create index manual_payments_newest on manual_payments (created_at) include (amount_cents);
create unique index manual_payments_key on manual_payments (admin_id, idempotency_key) where idempotency_key is not null;
create unique index manual_payments_one_a_voucher on manual_payments (voucher_id) where voucher_id is not null and reverses is null;

-- What somebody took by hand and handed over, with who has it now. One that is undone stays, with who and when (docs/rules.md §3.34).
create table hand_overs (
  id integer generated always as identity primary key,
  person_id integer not null references users,
  method text not null check (method in ('CASH', 'CHECK', 'ZELLE', 'VENMO', 'OTHER')),
  -- Below zero: the person got it back, for what they gave back themselves or wrote down by mistake.
  amount_cents integer not null check (amount_cents <> 0),
  admin_id integer not null references users check (admin_id <> person_id),
  idempotency_key text,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by integer references users,
  check ((undone_at is null) = (undone_by is null)),
  constraint hand_overs_key unique (admin_id, idempotency_key)
);

-- The entries that a hand-over is about, each handed over at most once.
create table handed_over (
  payment_id integer primary key references manual_payments,
  hand_over_id integer references hand_overs
);
create index handed_over_of on handed_over (hand_over_id);
