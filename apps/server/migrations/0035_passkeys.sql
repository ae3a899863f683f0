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
