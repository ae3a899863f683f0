-- Only a server process can give a position: it has a secret that is not in the database, which keeps the secret's digest where
-- only its owner reads and writes. So whoever can run any SQL as the serving role makes nobody an owner.
create table server_key (
  only_row boolean primary key default true check (only_row),
  digest bytea not null
);

-- Sets the position on behalf of an active owner, but never that owner's own, so the last owner stays.
drop function give_position(integer, integer, text);
create function give_position(secret bytea, giver integer, person integer, given text) returns void language plpgsql as $$
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
-- Runs as the owner of the database, with its own search path, so that callers can't lead it to other tables.
do $$
begin
  execute format('alter function give_position(bytea, integer, integer, text) security definer set search_path = %I, pg_temp', current_schema());
end $$;

-- Since when the mail server has taken nothing, once the owner's devices were told; null while it takes emails.
alter table owner_notices add column outage_told timestamptz;
