-- A single name once, as `fullName` of the contract says it (docs/rules.md §6.16). The characters are the dashes of Unicode and
-- the minus sign.
create function full_name(first_name text, last_name text)
returns text language sql immutable parallel safe
  return trim(both from case
    when coalesce(last_name, '') ~ '^[-\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead._ ]*$'
      or lower(trim(both from last_name)) = lower(trim(both from first_name))
    then coalesce(first_name, '') else concat_ws(' ', trim(both from first_name), trim(both from last_name)) end);

-- Someone by name; who has none, by username, and the first owner as "Owner" (docs/rules.md §16.8).
create function person_name(person users)
returns text language sql stable as $$
  select coalesce(nullif(full_name(person.first_name, person.last_name), ''),
    case when person.username = 'admin' and person.position = 'OWNER' then 'Owner' else person.username end)
$$;

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
