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

-- Until now what went back was not asked for, unless confirming the booking again said so. An answer was about the refunds since
-- the one before, or the same ones once more if there were none since; the last one about a refund holds.
insert into forgiven (booking_id, order_id, admin_id, created_at, asked_again_at, undone_at, undone_by)
  with ordered as (select o.*, coalesce(o.finished_at, o.created_at) as at from refund_orders o),
    answers as (select * from booking_events where kind in ('owed-again', 'not-owed-again'))
  select o.booking_id, o.id, o.admin_id, o.at, answer.happened_at,
    case answer.kind when 'owed-again' then answer.happened_at end, case answer.kind when 'owed-again' then o.admin_id end
  from ordered o
  cross join lateral (
    select min(happened_at) as at from answers where booking_id = o.booking_id and happened_at >= o.at) first_answer
  cross join lateral (
    select min(n.at) as at from ordered n
    where n.booking_id = o.booking_id and n.at > first_answer.at and n.outcome is distinct from 'FAILED') next_refund
  left join lateral (
    select kind, happened_at from answers
    where booking_id = o.booking_id and happened_at >= first_answer.at and (next_refund.at is null or happened_at < next_refund.at)
    order by id desc limit 1) answer on true;
alter table bookings drop column owed_again_cents;
