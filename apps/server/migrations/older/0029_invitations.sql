-- Who is invited to work here has an account without a password; the link of the invitation sets one (docs/rules.md §22.2).
alter table account_links
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check
    check (purpose in ('CONFIRM_EMAIL', 'RESET_PASSWORD', 'SIGN_IN', 'SIGN_UP_AGAIN', 'INVITATION'));

-- What the office may refund of one booking in all. Nothing until an owner says so.
create table office_limits (
  only_row boolean primary key default true check (only_row),
  refund_cents integer not null default 0 check (refund_cents >= 0)
);
insert into office_limits default values;

-- Who serves cannot write role and position. This gives them, for an owner who still is one, and never to that owner: so the
-- last one stays. It runs as the owner of the database, with a search path of its own.
create function give_position(giver integer, person integer, given text) returns void language plpgsql as $$
begin
  if giver = person or not exists (
    select from users where id = giver and position = 'OWNER' and is_active and password_hash is not null
  ) then
    raise exception 'only another owner gives a position' using errcode = 'AR003';
  end if;
  update users set role = 'ADMIN', position = given where id = person and closed_at is null;
end $$;
do $$ begin
  execute format('alter function give_position(integer, integer, text) security definer set search_path = %I, pg_temp',
    current_schema());
end $$;
