-- The waiver (docs/rules.md §16): each text that the owner published. The newest is in force; one without words ends it.
create table waivers (
  version integer primary key check (version > 0),
  text text,
  published_at timestamptz not null,
  published_by integer not null references users
);
create trigger waivers_are_kept before update or delete on waivers for each row execute function keep_rows();
create trigger waivers_not_emptied before truncate on waivers execute function keep_rows();

-- Who signed for which booking. Its digest stands in the audit log's chain, and stays there when the person is blanked.
create table waiver_signatures (
  id integer generated always as identity primary key,
  booking_id integer not null references bookings,
  version integer not null references waivers,
  -- One a form: what is sent again signs nothing.
  idempotency_key text not null,
  signed_at timestamptz not null,
  name text,
  born_on date,
  -- Who signed for a minor.
  guardian text,
  -- Whether `mark` is the path of a drawing, or else words.
  is_drawn boolean not null,
  mark text,
  address text,
  salt bytea,
  blanked_at timestamptz,
  unique (booking_id, idempotency_key),
  check (case when blanked_at is null then num_nulls(name, born_on, mark, address, salt) = 0
    else num_nonnulls(name, born_on, guardian, mark, address, salt) = 0 end)
);
create index waiver_signatures_kept on waiver_signatures (booking_id) where blanked_at is null;

create function keep_waiver_signature() returns trigger language plpgsql as $$
declare
  blanked waiver_signatures := old;
begin
  blanked.name := null;
  blanked.born_on := null;
  blanked.guardian := null;
  blanked.mark := null;
  blanked.address := null;
  blanked.salt := null;
  blanked.blanked_at := new.blanked_at;
  if old.blanked_at is null and new.blanked_at is not null and new is not distinct from blanked then
    return new;
  end if;
  raise exception 'a signed waiver is blanked, not changed' using errcode = 'AR003';
end $$;
create trigger waiver_signatures_stay before update on waiver_signatures
  for each row execute function keep_waiver_signature();
create trigger waiver_signatures_are_kept before delete on waiver_signatures
  for each row execute function keep_rows();
create trigger waiver_signatures_not_emptied before truncate on waiver_signatures execute function keep_rows();

-- Which group was reminded on the day before which trip: once a date.
create table waiver_reminders (
  booking_id integer not null references bookings,
  trip_date date not null,
  primary key (booking_id, trip_date)
);

-- Who signs has no account: such an entry of the audit log has no admin. The chain has an empty place there.
alter table audit_entries alter column admin_id drop not null;
create or replace function chain_audit_entry() returns trigger language plpgsql as $$
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
-- As in migration 0010: replacing it took that away.
do $$ begin
  execute format('alter function chain_audit_entry() security definer set search_path = %I, pg_temp', current_schema());
end $$;

-- The customer's open pages and the portal show at once who has signed.
create trigger waiver_signatures_announced after insert on waiver_signatures
  for each row execute function announce_booking_event();
create trigger waiver_signatures_announced_to_office after insert on waiver_signatures
  for each row execute function announce_to_office();
