create table merchant_connections (
  environment text primary key check (environment in ('simulator', 'sandbox', 'production')),
  realm_id text not null,
  -- Encrypted with ENCRYPTION_KEY; null once disconnected.
  access_token_encrypted bytea,
  refresh_token_encrypted bytea,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  -- Shown to the owner.
  refreshed_at timestamptz,
  last_refresh_failed_at timestamptz,
  last_refresh_error text,
  -- One refresh at a time across all processes: only the lease holder calls the provider.
  refresh_lease_until timestamptz,
  -- When the provider ends the connection regardless of refreshes; null until it says.
  hard_expires_at timestamptz,
  end_warned_at timestamptz,
  last_checked_at timestamptz,
  updated_at timestamptz not null
);

-- One row per attempt to connect.
create table connection_attempts (
  id integer generated always as identity primary key,
  admin_id integer not null references users,
  environment text not null,
  created_at timestamptz not null,
  -- Hashed like every secret that travels in a URL; both are single-use.
  ticket_hash bytea not null unique,
  ticket_expires_at timestamptz not null,
  state_hash bytea unique,
  state_expires_at timestamptz,
  used_at timestamptz,
  realm_id text,
  connected_at timestamptz,
  check ((used_at is null) = (realm_id is null)),
  check (connected_at is null or used_at is not null)
);

-- One row per charge request, committed before the provider is called (docs/rules.md §3).
create table payment_attempts (
  id integer generated always as identity primary key,
  -- What the payment is for.
  kind text not null,
  -- Null if nobody was signed in: a gift is bought with an email and no session (docs/rules.md §13.11).
  user_id integer references users,
  hold_id uuid references holds,
  booking_id integer references bookings,
  share_id integer,
  -- The idempotency key of one press of Pay.
  idempotency_key text not null,
  -- The payment link that the card came by (links.token_hash); null from a session. Declines by link count for that link, so
  -- whoever has one can't shut the customer's own payments (docs/rules.md §3.12).
  link_hash bytea,
  -- The provider's idempotency key: a replay never charges twice.
  request_id uuid not null unique,
  -- The request id for voiding the charge, written before the void is sent, so it can be retried after a lost response.
  void_request_id uuid not null default gen_random_uuid(),
  environment text not null,
  realm_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- The customer's input, so the booking can be made after a crash.
  booking_data jsonb not null,
  -- Encrypted; erased once the outcome is known.
  card_token_encrypted bytea,
  -- A digest of the card token: the same token after a decline is a repeat, not a new try.
  card_token_digest bytea,
  network text,
  has_bot_token boolean not null default true,
  started_at timestamptz not null,
  -- Renewed by the process whose call is in flight; once it has passed, the settlement sweep takes over.
  leased_until timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  -- The last inconclusive response, for the owner and the log.
  last_problem text,
  needs_review_at timestamptz,
  outcome text check (outcome in ('CAPTURED', 'DECLINED', 'NOT_CHARGED', 'VOIDED')),
  outcome_at timestamptz,
  -- The response the customer got.
  outcome_code text,
  outcome_message text,
  charge_id text,
  card_brand text,
  last4 text check (last4 ~ '^\d{4}$'),
  constraint payment_attempts_share foreign key (share_id, booking_id) references shares (id, booking_id),
  constraint payment_attempts_share_of_balance check (share_id is null or kind = 'BALANCE'),
  constraint payment_attempts_tip check
    (kind <> 'TIP' or (hold_id is null and booking_id is null and amount_cents between 100 and 100000)),
  constraint payment_attempts_angler check (kind <> 'ANGLER' or (hold_id is not null and booking_id is not null)),
  -- A payment without a hold or booking concerns no day; a table of its kind references it.
  check (kind not in ('DEPOSIT', 'BALANCE') or hold_id is not null or booking_id is not null),
  check ((outcome is null) = (outcome_at is null)),
  check (outcome is null or card_token_encrypted is null),
  check (outcome is distinct from 'CAPTURED' or charge_id is not null),
  check (case kind
    when 'DEPOSIT' then hold_id is not null
    when 'BALANCE' then hold_id is null and booking_id is not null
    else true end)
);

-- At most one payment in flight for each hold and each share, and for each booking one of no share and one of an angler who joins.
create unique index payment_attempts_one_open_a_hold on payment_attempts (hold_id) where outcome is null;
create unique index payment_attempts_one_open_a_share on payment_attempts (booking_id, coalesce(share_id, 0))
  where outcome is null;
create unique index payment_attempts_one_angler_a_booking on payment_attempts (booking_id)
  where outcome is null and kind = 'ANGLER';
create unique index payment_attempts_charge on payment_attempts (environment, charge_id) where charge_id is not null;
create unique index payment_attempts_key on payment_attempts (user_id, idempotency_key) nulls not distinct;
create index payment_attempts_hold on payment_attempts (hold_id);
create index payment_attempts_booking on payment_attempts (booking_id);
create index payment_attempts_of_share on payment_attempts (share_id) where share_id is not null;
create index payment_attempts_due on payment_attempts (next_try_at) where outcome is null;
create index payment_attempts_declines on payment_attempts (outcome_at) where outcome = 'DECLINED';

-- Shows whether an account ever paid, for the card-testing limit.
create index payment_attempts_payers on payment_attempts (user_id) where outcome = 'CAPTURED';

-- The books are summed by index-only scans.
create index payment_attempts_taken on payment_attempts (outcome_at) include (outcome, amount_cents, kind, booking_id, id)
  where outcome in ('CAPTURED', 'VOIDED');

-- Tips (docs/rules.md §3.45). The attempt of one names no booking, so no sum of a booking has it.
create table tips (
  attempt_id integer primary key references payment_attempts,
  booking_id integer not null references bookings,
  -- The guide of that day when it was paid; null if none was known.
  guide_id integer references users
);
create index tips_booking on tips (booking_id);
create index tips_guide on tips (guide_id);

-- The daily comparison of our card payments with the provider's records: when it is due, and the last result.
create table book_comparisons (
  environment text primary key,
  next_at timestamptz not null,
  leased_until timestamptz not null,
  compared_at timestamptz,
  charges_read integer,
  -- Unchecked, because the provider did not respond.
  charges_unread integer,
  check ((compared_at is null) = (charges_read is null) and (compared_at is null) = (charges_unread is null))
);

-- Charges made after the backup that the database was restored from: they are in the charge log but have no payment
-- attempt.
create table lost_charges (
  request_id uuid primary key,
  environment text not null,
  realm_id text not null,
  -- Null if it is unknown whether the charge was made.
  charge_id text,
  amount_cents integer not null,
  -- The description sent to the provider.
  description text not null,
  sent_at timestamptz not null,
  found_at timestamptz not null,
  -- The provider refunded it, or an owner has dealt with it.
  settled_at timestamptz
);
create index lost_charges_open on lost_charges (sent_at) where settled_at is null;
