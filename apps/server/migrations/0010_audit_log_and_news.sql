-- Every admin change: who, when, what, before and after (docs/rules.md §5.8). Append-only, with a hash chain over ids and
-- digests; the values are in a separate table and can be blanked without breaking the chain.
create table audit_entries (
  id integer generated always as identity primary key,
  happened_at timestamptz not null,
  -- Null if somebody without an account signed; the chain has an empty string there.
  admin_id integer references users,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  -- SHA-256 of the salted values: proves them, and reveals nothing once they are blanked.
  values_digest bytea not null,
  -- Set at commit: the gapless position in the chain, and the hash of the entry and everything before it.
  position integer unique,
  hash bytea
);
create index audit_entries_subject on audit_entries (subject_kind, subject_id);
create index audit_entries_admin on audit_entries (admin_id);
create index audit_entries_when on audit_entries (happened_at);

create function audit_search_text(action text, subject_kind text, subject_id text)
returns text language sql immutable
  return action || chr(10) || subject_kind || ' ' || subject_id;
create index audit_entries_search on audit_entries using gin (audit_search_text(action, subject_kind, subject_id) gin_trgm_ops);

create table audit_values (
  entry_id integer primary key references audit_entries,
  salt bytea,
  -- json, not jsonb, because it preserves the exact text that was hashed.
  before_value json,
  after_value json,
  blanked_at timestamptz
);

-- Runs at commit, so the lock that all writers share is a transaction's last one and held only briefly: no transaction
-- that holds it waits for another.
create function chain_audit_entry() returns trigger language plpgsql as $$
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
create trigger audit_entries_not_emptied before truncate on audit_entries execute function keep_rows();
create trigger audit_values_not_emptied before truncate on audit_values execute function keep_rows();

-- Blanks the values of changes to subjects that are already blanked or closed, and no others.
create function blank_audit_values(kind text, ids text[], at timestamptz) returns void language sql as $$
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

-- The serving role (src/database/serving-role.ts) can chain, blank and set positions only through these functions, which run as the
-- owner. They have their own search path, so callers can't redirect them to other tables.
do $$
declare
  name regprocedure;
begin
  foreach name in array array['blank_audit_values(text, text[], timestamptz)', 'chain_audit_entry()', 'give_position(integer, integer, text)']
  loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;

-- Notifies every process whose bookings, questions or waitlist changed, so they can notify that customer's open pages. The
-- payload is the customer id; the pages refetch with the customer's own rights.
create function announce_to_customer() returns trigger language plpgsql as $$
begin
  perform pg_notify('customer', new.user_id::text);
  return null;
end $$;
create trigger bookings_announced after insert or update on bookings
  for each row execute function announce_to_customer();
create trigger booking_queries_announced after insert or update on booking_queries
  for each row execute function announce_to_customer();
create trigger waitlist_entries_announced after insert or update on waitlist_entries
  for each row execute function announce_to_customer();
create trigger offers_announced after insert or update on holds
  for each row when (new.waitlist_entry_id is not null) execute function announce_to_customer();
create trigger payment_attempts_announced after update of outcome on payment_attempts
  for each row execute function announce_to_customer();

-- Every change to a booking, in whatever table (a refund, a correction, cash), inserts a booking event.
create function announce_booking_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('customer', user_id::text) from bookings where id = new.booking_id;
  return null;
end $$;
create trigger booking_events_announced after insert on booking_events
  for each row execute function announce_booking_event();
create trigger guest_notes_announced after insert or update on guest_notes
  for each row execute function announce_booking_event();
create trigger waiver_signatures_announced after insert on waiver_signatures
  for each row execute function announce_booking_event();
create trigger waiver_signatures_counted_announced after update of left_out_at on waiver_signatures
  for each row execute function announce_booking_event();

-- Notifies every process that portal data changed, so they can notify the admins' open pages, which refetch it. Admin changes
-- are in the audit log, so its trigger also covers the configuration and the merchant connection, whose own row every check
-- updates.
create function announce_to_office() returns trigger language plpgsql as $$
begin
  -- Identical notifications in a transaction are delivered once, however many rows it changed.
  perform pg_notify('office', 'changed');
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'audit_entries', 'booking_events', 'booking_notes', 'booking_queries', 'bookings', 'day_move_parties', 'enquiries',
    'gift_voucher_uses', 'gift_vouchers', 'manual_payments', 'outbox_mails', 'payment_attempts', 'payment_failures', 'refund_requests',
    'refunds', 'reviews', 'users', 'waitlist_entries']
  loop
    -- Per row, not per statement: a sweep that finds nothing due must not notify.
    execute format('create trigger %I after insert or update on %I for each row execute function announce_to_office()',
      name || '_announced_to_office', name);
  end loop;
end $$;
create trigger guest_notes_announced_to_office after insert or update or delete on guest_notes
  for each row execute function announce_to_office();
create trigger waiver_signatures_announced_to_office after insert on waiver_signatures
  for each row execute function announce_to_office();
create trigger waiver_signatures_counted_to_office after update of left_out_at on waiver_signatures
  for each row execute function announce_to_office();
