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

-- The entries that a hand-over is about, each handed over at most once; without one, they are older than this.
create table handed_over (
  payment_id integer primary key references manual_payments,
  hand_over_id integer references hand_overs
);
create index handed_over_of on handed_over (hand_over_id);
insert into handed_over (payment_id) select id from manual_payments;
