-- The serving role can't write role and position. This function sets them on behalf of an active owner, but never that owner's
-- own, so the last owner stays.
create function give_position(secret bytea, giver integer, person integer, given text) returns void
language plpgsql security definer set search_path from current as $$
begin
  if not exists (select from server_key where digest = sha256(secret)) then
    raise exception 'only the server gives a position' using errcode = 'AR003';
  end if;
  if giver = person or not exists (
    select from users where id = giver and position = 'OWNER' and is_active and password_hash is not null
  ) then
    raise exception 'only another owner gives a position' using errcode = 'AR003';
  end if;
  update users set role = 'ADMIN', position = given where id = person and closed_at is null;
end $$;

-- Everything that an account let in ends together. A backup leaves the same out (WAYS_IN in apps/server/src/http/ways-in.ts).
create function end_ways_in(account integer, ended timestamptz, kept_session bytea)
returns void language sql as $$
  update sessions set revoked_at = ended
    where user_id = account and revoked_at is null and token_hash is distinct from kept_session;
  update links set used_at = ended where user_id = account and used_at is null and purpose <> 'CONFIRM_EMAIL';
  delete from push_devices where user_id = account;
  delete from calendar_feeds where user_id = account;
$$;
