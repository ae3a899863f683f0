create table users (
  id integer generated always as identity primary key,
  username text not null,
  email text not null,
  email_confirmed_at timestamptz,
  password_hash text not null,
  first_name text,
  last_name text,
  phone_number text,
  role text not null check (role in ('USER', 'ADMIN')),
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Unique without regard to case (decisions §5).
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

create table sessions (
  -- SHA-256 of the bearer token: a dump of this table signs nobody in.
  token_hash bytea primary key,
  user_id integer not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id) where revoked_at is null;

-- Single-purpose tokens that travel in mails, stored as a hash (decisions §4).
create table account_links (
  token_hash bytea primary key,
  user_id integer not null references users,
  purpose text not null check (purpose in ('CONFIRM_EMAIL', 'RESET_PASSWORD')),
  -- The address the link was sent to: it confirms that one and no later one.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_user on account_links (user_id, purpose);

-- Counters of the request limits, shared by all processes. One row a key and window.
create table rate_counters (
  key text not null,
  window_starts_at timestamptz not null,
  ends_at timestamptz not null,
  count integer not null,
  primary key (key, window_starts_at)
);
create index rate_counters_ends_at on rate_counters (ends_at);
