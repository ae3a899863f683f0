-- A group shares what is owed for its booking (docs/rules.md §3.39). What a share asks is computed, never stored.
create table shares (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  place integer not null,
  name text not null,
  email text,
  -- What the share comes to beside the others.
  weight integer not null check (weight > 0),
  -- What it came to when it was paid: it never grows beyond that.
  settled_cents integer check (settled_cents > 0),
  created_at timestamptz not null,
  emailed_at timestamptz,
  removed_at timestamptz,
  unique (id, booking_id)
);
create index shares_booking on shares (booking_id);

alter table payment_attempts
  add column share_id integer,
  add constraint payment_attempts_share foreign key (share_id, booking_id) references shares (id, booking_id),
  add constraint payment_attempts_share_of_balance check (share_id is null or kind = 'BALANCE');
alter table manual_payments
  add column share_id integer,
  add constraint manual_payments_share foreign key (share_id, booking_id) references shares (id, booking_id);
alter table gift_voucher_uses
  add column share_id integer,
  add constraint gift_voucher_uses_share foreign key (share_id, booking_id) references shares (id, booking_id);
alter table refunds
  add column share_id integer references shares;
alter table refund_orders
  add column share_id integer,
  add constraint refund_orders_share foreign key (share_id, booking_id) references shares (id, booking_id);

create index payment_attempts_of_share on payment_attempts (share_id) where share_id is not null;
create index manual_payments_of_share on manual_payments (share_id) where share_id is not null;
create index gift_voucher_uses_of_share on gift_voucher_uses (share_id) where share_id is not null;
create index refunds_of_share on refunds (share_id) where share_id is not null;

-- At most one payment in flight for each share, and one of no share for each booking.
drop index payment_attempts_one_open_a_booking;
create unique index payment_attempts_one_open_a_share on payment_attempts (booking_id, coalesce(share_id, 0))
  where outcome is null;
