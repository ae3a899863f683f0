-- Money issues for a person to resolve, about a charge (captured without a booking, or unknown for too long) or about one of its
-- refunds (refused, or unknown for too long).
create table payment_failures (
  id integer generated always as identity primary key,
  attempt_id integer not null references payment_attempts,
  kind text not null check (kind in ('REFUNDABLE', 'NEEDS_REVIEW')),
  reason text not null,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolution text check (resolution in ('REFUNDED', 'CONFIRMED', 'NOT_CHARGED', 'PROVIDER_CANCELLED', 'NOT_REFUNDED', 'DISMISSED')),
  refund_id integer,
  check ((resolved_at is null) = (resolution is null))
);
create unique index payment_failures_charge on payment_failures (attempt_id) where refund_id is null;
create unique index payment_failures_refund on payment_failures (refund_id) where refund_id is not null;
create index payment_failures_attempt on payment_failures (attempt_id);
create index payment_failures_open on payment_failures (kind) where resolved_at is null;

-- Deposits are non-refundable by the terms, so a customer asks and the owner decides. A guest can take a request back
-- (docs/rules.md §3.15).
create table refund_requests (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  user_id integer not null references users,
  amount_cents integer check (amount_cents > 0),
  description text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decision text check (decision in ('APPROVED', 'DECLINED', 'WITHDRAWN')),
  answer text,
  -- When the request was reopened because the provider refused its refund.
  refused_at timestamptz,
  check ((decided_at is null) = (decision is null))
);
create unique index refund_requests_one_open_a_booking on refund_requests (booking_id) where decided_at is null;

-- A refund order, and one refund row per charge it is taken from. Both are committed before the provider is called
-- (docs/rules.md §3). What a bank took back after a dispute was lost is an order, too, with a refund that the bank made; won later,
-- the refund says so, with when (docs/rules.md §3.43).
create table refund_orders (
  id integer generated always as identity primary key,
  -- Of a booking's money, of a tip alone, or of what a card paid for a gift voucher.
  booking_id integer references bookings,
  tip_id integer references tips,
  voucher_id integer references gift_vouchers,
  -- What it takes from alone: what paid a share, or one charge.
  share_id integer,
  attempt_id integer references payment_attempts,
  admin_id integer not null references users,
  kind text not null check (kind in ('REFUND', 'VOID', 'PROVIDER_CANCELLED', 'MADE_OUTSIDE', 'GIVEN_BACK', 'CHARGED_BACK')),
  -- The requested amount; null for everything left.
  asked_cents integer check (asked_cents > 0),
  description text,
  -- The answer that it was ordered with, and the part of it that had been paid above the total, which nobody owes.
  still_owes boolean not null default false,
  above_cents integer not null default 0 check (above_cents >= 0),
  -- Whether it renews vouchers that had ended, so that it is never taken for a repeat of one that does not (docs/rules.md §3.10).
  renews boolean not null default false,
  idempotency_key text,
  created_at timestamptz not null,
  -- Set when every refund row has its outcome. FAILED: nothing was refunded.
  outcome text check (outcome in ('DONE', 'PARTIAL', 'FAILED')),
  finished_at timestamptz,
  -- What it resolves. If the provider refuses it, a customer's request is reopened and an issue stays open.
  request_id integer references refund_requests,
  failure_id integer references payment_failures,
  constraint refund_orders_share foreign key (share_id, booking_id) references shares (id, booking_id),
  constraint refund_orders_of check (num_nonnulls(booking_id, tip_id, voucher_id) = 1),
  check ((outcome is null) = (finished_at is null))
);
create unique index refund_orders_one_in_flight on refund_orders (booking_id) where finished_at is null;
create unique index refund_orders_one_in_flight_a_tip on refund_orders (tip_id) where finished_at is null;
create index refund_orders_booking on refund_orders (booking_id, id);

-- One refund per key; a failed one may be retried under the same key.
create unique index refund_orders_key on refund_orders (booking_id, idempotency_key)
  where idempotency_key is not null and outcome is distinct from 'FAILED';
create index refund_orders_tip on refund_orders (tip_id) where tip_id is not null;
create index refund_orders_voucher on refund_orders (voucher_id) where voucher_id is not null;

create table refunds (
  id integer generated always as identity primary key,
  order_id integer not null references refund_orders,
  -- Null if it was not paid by card; then it is refunded immediately and has its outcome from the start.
  attempt_id integer references payment_attempts,
  share_id integer references shares,
  -- The provider's idempotency key: a replay never refunds twice.
  request_id uuid not null unique default gen_random_uuid(),
  amount_cents integer not null check (amount_cents > 0),
  leased_until timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  last_problem text,
  outcome text check (outcome in ('REFUNDED', 'REFUSED', 'WON_BACK')),
  outcome_at timestamptz,
  won_at timestamptz,
  provider_refund_id text,
  check ((outcome is null) = (outcome_at is null)),
  constraint refunds_won check ((outcome is not distinct from 'WON_BACK') = (won_at is not null)),
  check (attempt_id is not null or outcome = 'REFUNDED')
);
create index refunds_attempt on refunds (attempt_id);
create index refunds_order on refunds (order_id);
create index refunds_of_share on refunds (share_id) where share_id is not null;
create index refunds_due on refunds (next_try_at) where outcome is null;
create index refunds_given on refunds (outcome_at) include (amount_cents) where outcome = 'REFUNDED';
-- The two refer to each other.
alter table payment_failures add foreign key (refund_id) references refunds;

-- What the owner decided not to ask a guest for: what a refund gave back (its order says how much of that), a sum of the balance, or
-- what is left of the total after a no-show. A decision that is taken back stays, with who and when (docs/rules.md §3.33).
create table forgiven (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  order_id integer references refund_orders,
  cents integer check (cents > 0),
  is_no_show boolean not null default false check (order_id is null or not is_no_show),
  -- Free text, for admins alone.
  reason text,
  admin_id integer not null references users,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by integer references users,
  -- When confirming the booking again last asked about this refund.
  asked_again_at timestamptz,
  check ((order_id is null) = (cents is not null)),
  check ((undone_at is null) = (undone_by is null))
);
create index forgiven_booking on forgiven (booking_id);
create unique index forgiven_once_a_refund on forgiven (order_id) where undone_at is null;
create unique index forgiven_once_a_no_show on forgiven (booking_id) where is_no_show and undone_at is null;
