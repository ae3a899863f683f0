-- Who asked for a new password, for a job to look up: whoever asks learns from nothing, not even the time, whether there is an
-- account. A row is gone as soon as it was looked up.
create table reset_requests (
  id integer generated always as identity primary key,
  email text not null,
  asked_at timestamptz not null
);
