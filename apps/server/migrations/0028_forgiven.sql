-- What the owner decided not to ask a guest for: what a refund gave back (its order says how much of that), or a sum of the
-- balance. A decision that is taken back stays, with who and when (docs/rules.md §3.33).
create table forgiven (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  order_id integer references refund_orders,
  cents integer check (cents > 0),
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

-- The answer that a refund was ordered with, and the part of it that had been paid above the total, which nobody owes.
alter table refund_orders
  add column still_owes boolean not null default false,
  add column above_cents integer not null default 0 check (above_cents >= 0),
  drop constraint refund_orders_kind_check,
  add constraint refund_orders_kind_check check (kind in ('REFUND', 'VOID', 'PROVIDER_CANCELLED', 'MADE_OUTSIDE', 'GIVEN_BACK'));

-- Of the entries that reverse another: the money was given back, rather than recorded by mistake.
alter table manual_payments add column is_given_back boolean not null default false check (reverses is not null or not is_given_back);

-- Until now what went back was not asked for, except for the sum that the booking kept.
insert into forgiven (booking_id, order_id, admin_id, created_at)
  select o.booking_id, o.id, o.admin_id, coalesce(o.finished_at, o.created_at)
  from refund_orders o join bookings b on b.id = o.booking_id where b.owed_again_cents = 0;
insert into forgiven (booking_id, cents, admin_id, created_at)
  select b.id, back.cents - b.owed_again_cents, back.admin_id, back.at
  from bookings b cross join lateral (
    select sum(r.amount_cents) as cents, max(o.admin_id) as admin_id, max(o.created_at) as at
    from refund_orders o join refunds r on r.order_id = o.id where o.booking_id = b.id and r.outcome = 'REFUNDED') back
  where b.owed_again_cents > 0 and back.cents > b.owed_again_cents;
alter table bookings drop column owed_again_cents;
