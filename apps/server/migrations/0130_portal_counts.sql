-- Keeps first pages quick in any order, and the counts of years of bookings (benchmarks/portal-lists.ts).

-- How many rows of a table have a value: the sum of its changes, written down by whoever makes them. Nobody waits for
-- another's change of the same count, which one row a count would make them do; the sweep `tallies` adds them up.
create table tallies (
  id bigint generated always as identity primary key,
  counted text not null,
  value text not null,
  change integer not null
);

/* Its argument is what is counted of a row; null is not counted. */
create function tally() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into tallies (counted, value, change)
     select %L, value, sum(change) from (%s) changed where value is not null group by value having sum(change) <> 0',
    tg_table_name, concat_ws(' union all ',
      case when tg_op <> 'DELETE' then format('select %s as value, 1 as change from came', tg_argv[0]) end,
      case when tg_op <> 'INSERT' then format('select %s as value, -1 as change from went', tg_argv[0]) end));
  return null;
end $$;

create trigger bookings_tallied_in after insert on bookings referencing new table as came
  for each statement execute function tally('status');
create trigger bookings_tallied after update on bookings referencing old table as went new table as came
  for each statement execute function tally('status');
create trigger bookings_tallied_out after delete on bookings referencing old table as went
  for each statement execute function tally('status');
create trigger enquiries_tallied_in after insert on enquiries referencing new table as came
  for each statement execute function tally('status');
create trigger enquiries_tallied after update on enquiries referencing old table as went new table as came
  for each statement execute function tally('status');
create trigger enquiries_tallied_out after delete on enquiries referencing old table as went
  for each statement execute function tally('status');
create trigger booking_queries_tallied_in after insert on booking_queries referencing new table as came
  for each statement execute function tally('status');
create trigger booking_queries_tallied after update on booking_queries referencing old table as went new table as came
  for each statement execute function tally('status');
create trigger booking_queries_tallied_out after delete on booking_queries referencing old table as went
  for each statement execute function tally('status');

-- A closed account counts nowhere.
create trigger users_tallied_in after insert on users referencing new table as came
  for each statement execute function tally('case when closed_at is null then case when is_active then ''ACTIVE'' else ''INACTIVE'' end end');
create trigger users_tallied after update on users referencing old table as went new table as came
  for each statement execute function tally('case when closed_at is null then case when is_active then ''ACTIVE'' else ''INACTIVE'' end end');
create trigger users_tallied_out after delete on users referencing old table as went
  for each statement execute function tally('case when closed_at is null then case when is_active then ''ACTIVE'' else ''INACTIVE'' end end');

insert into tallies (counted, value, change)
  select 'bookings', status, count(*) from bookings group by status
  union all select 'enquiries', status, count(*) from enquiries group by status
  union all select 'booking_queries', status, count(*) from booking_queries group by status;
insert into tallies (counted, value, change)
  select 'users', case when is_active then 'ACTIVE' else 'INACTIVE' end, count(*) from users where closed_at is null group by is_active;
drop index bookings_count;
drop index users_count;

-- As the lists are ordered: equal ones by their id in the same direction, so that an index is read forwards and backwards.
drop index bookings_newest, bookings_status, users_newest, users_activity, enquiries_newest, enquiries_status,
  booking_queries_newest, booking_queries_status;
create index bookings_newest on bookings (created_at, id);
create index bookings_status on bookings (status, created_at, id);
create index bookings_by_name on bookings (lower(first_name || ' ' || last_name), id);
create index bookings_by_date on bookings (trip_date, id);
create index bookings_by_guests on bookings (number_of_guests, id);
create index bookings_by_total on bookings (total_cents, id);
create index bookings_by_deposit on bookings (deposit_cents, id);
create index users_newest on users (created_at, id) where closed_at is null;
create index users_activity on users (is_active, created_at, id) where closed_at is null;
create index users_by_name on users
  (lower(coalesce(first_name || ' ' || last_name, first_name, last_name, username)), id) where closed_at is null;
create index users_by_email on users (lower(email), id) where closed_at is null;
create index users_by_role on users (role, id) where closed_at is null;
create index enquiries_newest on enquiries (created_at, id);
create index enquiries_status on enquiries (status, created_at, id);
create index enquiries_by_name on enquiries (lower(first_name || ' ' || last_name), id);
create index enquiries_by_email on enquiries (lower(email), id);
create index booking_queries_newest on booking_queries (created_at, id);
create index booking_queries_status on booking_queries (status, created_at, id);
create index reviews_status on reviews (status, created_at, id);
create index outbox_mails_status on outbox_mails (status, id);

-- Of an enquiry's words many are common, and each row that is found is looked at again: in small letters it is looked at once.
drop index enquiries_search;
drop function enquiry_search_text;
alter table enquiries add column search_text text not null generated always as (
  lower(first_name || ' ' || last_name || chr(10) || email || chr(10) || coalesce(message, ''))) stored;
create index enquiries_search on enquiries using gin (search_text gin_trgm_ops);

-- Words in the middle of questions, of mails' heads and of what was changed, as 0020 does it for people.
create function query_search_text(query_message text, admin_response text)
returns text language sql immutable
  return query_message || chr(10) || coalesce(admin_response, '');
create function mail_search_text(to_email text, subject text)
returns text language sql immutable
  return to_email || chr(10) || coalesce(subject, '');
create function audit_search_text(action text, subject_kind text, subject_id text)
returns text language sql immutable
  return action || chr(10) || subject_kind || ' ' || subject_id;
create index audit_entries_search on audit_entries using gin (audit_search_text(action, subject_kind, subject_id) gin_trgm_ops);
create index audit_entries_admin on audit_entries (admin_id);
create index users_admins on users (id) where role = 'ADMIN';
create index booking_queries_search on booking_queries using gin (query_search_text(query_message, admin_response) gin_trgm_ops);
create index outbox_mails_search on outbox_mails using gin (mail_search_text(to_email, subject) gin_trgm_ops);
