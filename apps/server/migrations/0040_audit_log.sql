-- Every admin change: who, when, what, before and after (decisions §9). Append-only, with a hash chain over ids and
-- digests; the values stand beside it and can be blanked without breaking it.
create table audit_entries (
  id integer generated always as identity primary key,
  happened_at timestamptz not null,
  admin_id integer not null references users,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  -- SHA-256 of the salted values: proves them, and tells nothing about them once they are blanked.
  values_digest bytea not null,
  -- Given at commit: the place in the chain, without a gap, and the hash of the entry and everything before it.
  position integer unique,
  hash bytea
);
create index audit_entries_subject on audit_entries (subject_kind, subject_id);

create table audit_values (
  entry_id integer primary key references audit_entries,
  salt bytea,
  -- json and not jsonb: it keeps the text that was digested.
  before_value json,
  after_value json,
  blanked_at timestamptz
);

-- At commit, so that the one lock all writers share is a transaction's last and held for a moment only: no transaction
-- that has it waits for another.
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
      new.admin_id, new.action, new.subject_kind, new.subject_id, encode(new.values_digest, 'hex')), 'UTF8'))
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
