-- An admin's second factor, TOTP (decisions §5). It counts once it is confirmed with a first code.
create table second_factors (
  user_id integer primary key references users,
  secret_encrypted bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was accepted: no code of it or before it is accepted again.
  last_step bigint not null default 0
);

-- For whoever lost the device. SHA-256 is enough: the codes have the entropy of a key.
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
