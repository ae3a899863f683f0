-- Rate limits, shared by all processes. Windows roll, so each use of the last window is kept: with windows of the clock, whoever
-- came just before and just after the hour had twice as many.
drop table rate_counters;
create table rate_counters (
  key text primary key,
  -- The uses that may still count, oldest first.
  uses timestamptz[] not null,
  ends_at timestamptz not null
);
create index rate_counters_ends_at on rate_counters (ends_at);

-- When the session's person last proved who they are: staff are asked again before calls that change who rules or where money
-- goes. Signing in is the first answer.
alter table sessions add column answered_at timestamptz;
update sessions set answered_at = created_at;
alter table sessions alter column answered_at set not null;

-- Everything that an account let in ends together. A backup leaves the same out (WAYS_IN in apps/server/src/http/ways-in.ts).
create function end_ways_in(account integer, ended timestamptz, kept_session bytea)
returns void language sql as $$
  update sessions set revoked_at = ended
    where user_id = account and revoked_at is null and token_hash is distinct from kept_session;
  update links set used_at = ended where user_id = account and used_at is null and purpose <> 'CONFIRM_EMAIL';
  delete from push_devices where user_id = account;
  delete from calendar_feeds where user_id = account;
$$;
