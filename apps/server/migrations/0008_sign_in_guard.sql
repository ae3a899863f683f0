-- Failed sign-ins of the last day. The account is 'user:<id>', or a digest of the name that was tried when there is none,
-- so that guessing at accounts that do not exist ends in the same way.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  account text not null,
  -- Where from: 'browser:<digest>' for a browser that signed in to this account before, else 'network:<address>'.
  origin text not null,
  is_known_origin boolean not null,
  failed_at timestamptz not null
);
create index sign_in_failures_account on sign_in_failures (account, failed_at);
create index sign_in_failures_age on sign_in_failures (failed_at);

-- Where an account was signed in from: such an origin keeps a budget of its own when strangers lock the account.
create table known_origins (
  user_id integer not null references users,
  origin text not null,
  last_sign_in_at timestamptz not null,
  primary key (user_id, origin)
);
create index known_origins_age on known_origins (last_sign_in_at);
