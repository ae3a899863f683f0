-- Runs at commit, so the lock that all writers share is a transaction's last one and held only briefly: no transaction
-- that holds it waits for another.
create function chain_audit_entry() returns trigger
language plpgsql security definer set search_path from current as $$
declare
  last audit_entries;
  place integer;
begin
  perform pg_advisory_xact_lock(5, 0);
  select * into last from audit_entries where position is not null order by position desc limit 1;
  place := coalesce(last.position, 0) + 1;
  update audit_entries set position = place, hash = sha256(
    coalesce(last.hash, ''::bytea) || convert_to(concat_ws('|',
      place, new.id, to_char(new.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      coalesce(new.admin_id::text, ''), new.action, new.subject_kind, new.subject_id,
      encode(new.values_digest, 'hex')), 'UTF8'))
  where id = new.id;
  return null;
end $$;
create constraint trigger audit_entries_chained after insert on audit_entries
  deferrable initially deferred for each row execute function chain_audit_entry();

create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.position is null and new.position is not null
    and (to_jsonb(new) - 'position' - 'hash') = (to_jsonb(old) - 'position' - 'hash') then
    return new;
  end if;
  raise exception 'the audit log is only added to' using errcode = 'AR003';
end $$;
create trigger audit_entries_are_kept before update or delete on audit_entries
  for each row execute function keep_audit_entry();

create function keep_audit_values() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.entry_id = old.entry_id and old.blanked_at is null and new.blanked_at is not null
    and new.salt is null and new.before_value is null and new.after_value is null then
    return new;
  end if;
  raise exception 'values of the audit log are blanked, not changed' using errcode = 'AR003';
end $$;
create trigger audit_values_are_kept before update or delete on audit_values
  for each row execute function keep_audit_values();

-- Blanks the values of changes to subjects that are already blanked or closed, and no others.
create function blank_audit_values(kind text, ids text[], at timestamptz) returns void
language sql security definer set search_path from current as $$
  update audit_values v set salt = null, before_value = null, after_value = null, blanked_at = at
  from audit_entries e
  where e.id = v.entry_id and v.blanked_at is null and e.subject_kind = kind and e.subject_id = any(ids)
    and case kind
      when 'user' then exists (select from users u where u.id::text = e.subject_id and u.closed_at is not null)
      when 'booking' then exists (select from bookings b where b.id::text = e.subject_id and b.blanked_at is not null)
      when 'booking-query' then exists (
        select from booking_queries q join bookings b on b.id = q.booking_id
        where q.id::text = e.subject_id and b.blanked_at is not null)
      when 'refund-request' then exists (
        select from refund_requests r join bookings b on b.id = r.booking_id
        where r.id::text = e.subject_id and b.blanked_at is not null)
      when 'gift-voucher' then exists (
        select from gift_vouchers g where g.id::text = e.subject_id and g.blanked_at is not null)
      else false
    end
$$;

-- The change log as people read it, with names. An order to refund or void is left out once its outcome followed: a booking has
-- one in flight at a time, and both entries stay in the chain.
create view change_log as
  select e.id, e.position, e.happened_at, e.admin_id, coalesce(u.username, 'a guest') as username,
    case when u.id is null then 'A guest' else person_name(u) end as by, e.action, e.subject_kind, e.subject_id,
    v.before_value::text as before, v.after_value::text as after
  from audit_entries e left join users u on u.id = e.admin_id left join audit_values v on v.entry_id = e.id
  where e.action not in ('booking.refund-ordered', 'booking.void-ordered') or not exists (
    select from audit_entries followed where followed.subject_kind = e.subject_kind and followed.subject_id = e.subject_id
      and followed.id > e.id
      and followed.action in ('booking.refunded', 'booking.refund-refused', 'booking.voided', 'booking.void-refused'));
