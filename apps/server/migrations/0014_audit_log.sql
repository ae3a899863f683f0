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
