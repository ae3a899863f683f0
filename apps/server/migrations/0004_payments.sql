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
  last_refresh_failed_at timestamptz,
  last_refresh_error text,
  -- One refresh at a time across all processes: whoever holds the lease calls the provider.
  refresh_lease_until timestamptz,
  updated_at timestamptz not null
);

-- One row for each time the provider is asked for money, written and committed before it is asked (decisions §7).
create table payment_attempts (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  hold_id uuid references holds,
  booking_id integer references bookings,
  -- The provider's idempotency key: replaying it can never charge twice.
  request_id uuid not null unique,
  environment text not null,
  realm_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- What the customer asked for, so that a booking can be made of it after a crash.
  booking_data jsonb not null,
  -- Encrypted; erased when the outcome is known.
  card_token_encrypted bytea,
  network text,
  has_bot_token boolean not null default true,
  started_at timestamptz not null,
  -- The process whose call is under way renews this; past it, the settlement takes over.
  leased_until timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  -- The last answer that settled nothing, for the owner and the log.
  last_problem text,
  needs_review_at timestamptz,
  outcome text check (outcome in ('CAPTURED', 'DECLINED', 'NOT_CHARGED', 'VOIDED')),
  outcome_at timestamptz,
  -- What the customer was told.
  outcome_code text,
  outcome_message text,
  charge_id text,
  card_brand text,
  last4 text check (last4 ~ '^\d{4}$'),
  check (hold_id is not null or booking_id is not null),
  check ((outcome is null) = (outcome_at is null)),
  check (outcome is null or card_token_encrypted is null),
  check (outcome is distinct from 'CAPTURED' or charge_id is not null)
);
-- One payment in flight for a hold and for a booking.
create unique index payment_attempts_one_open_a_hold on payment_attempts (hold_id) where outcome is null;
create unique index payment_attempts_one_open_a_booking on payment_attempts (booking_id) where outcome is null;
create unique index payment_attempts_charge on payment_attempts (environment, charge_id) where charge_id is not null;
create index payment_attempts_hold on payment_attempts (hold_id);
create index payment_attempts_booking on payment_attempts (booking_id);
create index payment_attempts_due on payment_attempts (next_try_at) where outcome is null;
create index payment_attempts_declines on payment_attempts (outcome_at) where outcome = 'DECLINED';

create function keep_outcome_final() returns trigger language plpgsql as $$
begin
  if old.outcome is not null and (new.outcome, new.charge_id, new.amount_cents) is distinct from (old.outcome, old.charge_id, old.amount_cents) then
    raise exception 'payment attempt % has its outcome already', old.id using errcode = 'AR002';
  end if;
  return new;
end $$;
create trigger payment_attempts_outcome_is_final before update on payment_attempts
  for each row execute function keep_outcome_final();

-- Money that was taken and must be looked at by the owner: captured for a booking that is no more, or unknown for too long.
create table payment_failures (
  id integer generated always as identity primary key,
  attempt_id integer not null unique references payment_attempts,
  kind text not null check (kind in ('REFUNDABLE', 'NEEDS_REVIEW')),
  reason text not null,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolution text check (resolution in ('REFUNDED', 'CONFIRMED', 'NOT_CHARGED', 'PROVIDER_CANCELLED')),
  check ((resolved_at is null) = (resolution is null))
);
