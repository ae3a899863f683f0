-- One role owns and migrates, another one serves with less (src/database/serving-role.ts). What the serving role may do only
-- in one way is done by functions that run as the owner.

-- Who serves cannot name a role; the owner makes admins.
alter table users alter column role set default 'USER';

-- Before and after of changes about what was blanked or closed already, and of nothing else.
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
      else false
    end
$$;

-- With a search path of their own: whoever calls them must not lead them to other tables.
do $$ begin
  execute format('alter function blank_audit_values(text, text[], timestamptz) security definer set search_path = %I, pg_temp',
    current_schema());
  execute format('alter function chain_audit_entry() security definer set search_path = %I, pg_temp', current_schema());
end $$;
