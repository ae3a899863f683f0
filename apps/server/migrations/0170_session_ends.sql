-- Tells every process that sessions of somebody ended, and the processes close that person's open streams. The payload is a
-- user's id: each stream then asks whether its own session still holds.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.user_id::text);
  return null;
end $$;
create trigger sessions_announced after update of revoked_at on sessions
  for each row execute function announce_session_end();
