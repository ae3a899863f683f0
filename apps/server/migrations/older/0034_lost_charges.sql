-- Charges that were made after the backup that the database was restored from: the log of charges knows them, and no
-- payment attempt does.
create table lost_charges (
  request_id uuid primary key,
  environment text not null,
  realm_id text not null,
  -- Null where nobody heard whether it was made.
  charge_id text,
  amount_cents integer not null,
  -- What it was for, as the provider was told.
  description text not null,
  sent_at timestamptz not null,
  found_at timestamptz not null,
  -- The provider gave it back, or an owner has seen to it.
  settled_at timestamptz
);
create index lost_charges_open on lost_charges (sent_at) where settled_at is null;
create trigger lost_charges_are_kept before delete on lost_charges for each row execute function keep_rows();
