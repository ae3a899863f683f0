-- An admin's private address of the season's calendar: one each, kept as a hash (decisions §4).
create table calendar_feeds (
  user_id integer primary key references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
