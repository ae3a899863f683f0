-- Tells every process that something changed of what the portal shows; the processes tell the admins' open pages, which
-- read it anew. What an admin changes stands in the audit log, so that its table speaks for the configuration and the merchant
-- connection too, whose own row is touched by every check.
create function announce_to_office() returns trigger language plpgsql as $$
begin
  -- The same words are passed on once a transaction, however many rows it changed.
  perform pg_notify('office', 'changed');
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array[
    'audit_entries', 'booking_events', 'booking_notes', 'booking_queries', 'bookings', 'day_move_parties', 'enquiries',
    'manual_payments', 'outbox_mails', 'payment_attempts', 'payment_failures', 'refund_requests',
    'refunds', 'reviews', 'users', 'waitlist_entries']
  loop
    -- Rows, not statements: a sweep that finds nothing due changed nothing.
    execute format('create trigger %I after insert or update on %I for each row execute function announce_to_office()',
      name || '_announced_to_office', name);
  end loop;
end $$;
