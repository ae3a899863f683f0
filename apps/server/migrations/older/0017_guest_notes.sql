-- What a guest tells the guide about the group (docs/rules.md §15). The only table whose rows are about people's health: they
-- are deleted, not blanked.
create table guest_notes (
  booking_id integer primary key references bookings,
  experience text,
  seats text,
  health text,
  allergies text,
  birthdays text,
  updated_at timestamptz not null,
  check (num_nonnulls(experience, seats, health, allergies, birthdays) > 0)
);
-- Another page of the customer and the portal read it anew.
create trigger guest_notes_announced after insert or update on guest_notes
  for each row execute function announce_booking_event();
create trigger guest_notes_announced_to_office after insert or update or delete on guest_notes
  for each row execute function announce_to_office();

-- What names a person on a gift voucher goes 24 months after its last payment (docs/rules.md §4.10); the code stays good.
alter table gift_vouchers add column blanked_at timestamptz;

-- As before, and the changes of blanked vouchers too.
create or replace function blank_audit_values(kind text, ids text[], at timestamptz) returns void language sql as $$
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
do $$ begin
  execute format('alter function blank_audit_values(text, text[], timestamptz) security definer set search_path = %I, pg_temp',
    current_schema());
end $$;
