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
