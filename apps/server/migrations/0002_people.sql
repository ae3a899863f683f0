create table users (
  id integer generated always as identity primary key,
  username text not null,
  -- Null for a phone booking without an address; nobody can sign in to that account (docs/rules.md §19.2).
  email text,
  email_confirmed_at timestamptz,
  -- The new address, until it is confirmed. It receives only the confirmation link and can't be used to sign in.
  pending_email text,
  -- When and on what device the address that waits for its confirmation was given: the page that confirms it asks.
  email_given_at timestamptz,
  email_given_on text,
  -- Null blocks sign-in: the account was created for somebody, or taken back from somebody who had not confirmed its
  -- address. A link to set a password was emailed to it.
  password_hash text,
  first_name text,
  last_name text,
  phone_number text,
  -- The serving role can't write role or position: see give_position.
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  -- An admin's position: owner, office or guide (docs/rules.md §22).
  position text check (position in ('OWNER', 'OFFICE', 'GUIDE')),
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Nobody can sign in to a closed account; its bookings keep name and address for disputes (docs/rules.md §4.10).
  closed_at timestamptz,
  -- A guest that an owner books a test trip as; nobody can sign in to it (docs/rules.md §9.11).
  tests_for integer references users,
  search_text text not null generated always as (search_key(
    coalesce(first_name || ' ', '') || coalesce(last_name, '') || chr(10) || username || chr(10) || coalesce(email, '') || chr(10)
      || coalesce(phone_number, ''))) stored,
  constraint users_admins_have_a_position check ((role = 'ADMIN') = (position is not null)),
  constraint users_email_given check (email is not null or (role = 'USER' and password_hash is null))
);

-- Case-insensitively unique.
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

create index users_search on users using gin (search_text gin_trgm_ops);
create index users_phone on users using gin (phone_digits(phone_number) gin_trgm_ops);
create index users_newest on users (created_at, id) where closed_at is null;
create index users_by_name on users
  (lower(coalesce(first_name || ' ' || last_name, first_name, last_name, username)), id) where closed_at is null;
create index users_admins on users (id) where role = 'ADMIN';
create index users_positions on users (position) where position is not null;
-- Questions sorted by customer name are read through this index, instead of sorting them all for each page.
create index users_by_asking_name on users (lower(coalesce(first_name || ' ' || last_name, email)));
create unique index one_test_at_a_time on users ((true)) where tests_for is not null and closed_at is null;
create index users_of_tests on users (id) where tests_for is not null;

create table sessions (
  id integer generated always as identity unique,
  -- SHA-256 of the bearer token, so a leaked dump can't be used to sign in.
  token_hash bytea primary key,
  user_id integer not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When the session's person last proved who they are: staff are asked again before calls that change who rules or where money
  -- goes. Signing in is the first answer.
  answered_at timestamptz not null,
  -- A session that staff keep has the name of its device (docs/rules.md §4.21).
  device_name text check (char_length(device_name) between 1 and 40),
  -- To within ten minutes, and only in the portal.
  last_used_at timestamptz not null
);
create index sessions_user on sessions (user_id) where revoked_at is null;

-- Rate limits, shared by all processes. Windows roll, so each use of the last window is kept: with windows of the clock, whoever
-- came just before and just after the hour had twice as many.
create table rate_counters (
  key text primary key,
  -- The uses that may still count, oldest first.
  uses timestamptz[] not null,
  ends_at timestamptz not null
);
create index rate_counters_ends_at on rate_counters (ends_at);

-- Failed sign-ins of the last day. The account is 'user:<id>', or a digest of an unknown name, so that guessing at accounts
-- that don't exist looks the same.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  account text not null,
  -- 'browser:<digest>' for a browser that signed in to this account before, otherwise 'network:<address>'.
  origin text not null,
  is_known_origin boolean not null,
  failed_at timestamptz not null
);
create index sign_in_failures_account on sign_in_failures (account, failed_at);
create index sign_in_failures_age on sign_in_failures (failed_at);

-- Origins an account was signed in from; they keep their own attempt budget when strangers lock the account.
create table known_origins (
  user_id integer not null references users,
  origin text not null,
  last_sign_in_at timestamptz not null,
  primary key (user_id, origin)
);
create index known_origins_age on known_origins (last_sign_in_at);

-- An admin's second factor (TOTP). It takes effect once it is confirmed with a first code.
create table second_factors (
  user_id integer primary key references users,
  secret_encrypted bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code; codes from it or earlier are rejected.
  last_step bigint not null default 0
);

-- Recovery codes for a lost device. SHA-256 is enough: the codes have the entropy of a key.
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Keys with which staff sign in and say who they are (docs/rules.md §4.22).
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  name text not null check (char_length(name) between 1 and 40),
  -- The site's host when it was made; it signs for no other.
  host text not null,
  -- As the browser names it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- Never goes back, unless the key does not count.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a passkey is asked to sign: used once, within five minutes, and by the session or browser that asked.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('ADD', 'CONFIRM', 'SIGN_IN')),
  asked_by text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);

-- An admin's private calendar link: one each, stored as a hash.
create table calendar_feeds (
  user_id integer primary key references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- The most the office may refund of one booking in total; nothing until an owner sets it.
create table office_limits (
  only_row boolean primary key default true check (only_row),
  refund_cents integer not null default 0 check (refund_cents >= 0)
);
insert into office_limits default values;
