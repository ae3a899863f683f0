-- Notifies every process that sessions of a user ended, so they close that user's streams. The payload is the user id; each
-- stream then checks its own session.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', new.user_id::text);
  return null;
end $$;
create trigger sessions_announced after update of revoked_at on sessions
  for each row execute function announce_session_end();

create function announce_configuration() returns trigger language plpgsql as $$
begin
  perform pg_notify('availability', 'all');
  return null;
end $$;
create trigger booking_config_announced after insert or update on booking_config
  for each row execute function announce_configuration();

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

-- Notifies a customer's open pages that a hold has ended; a countdown shows the rest.
create trigger ended_holds_announced after update of released_at on holds
  for each row when (old.released_at is null and new.released_at is not null and not new.is_lapsed)
  execute function announce_to_customer();
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
create trigger shares_announced after insert or update on shares
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
    'forgiven', 'gift_voucher_uses', 'gift_vouchers', 'manual_payments', 'outbox_mails', 'payment_attempts', 'payment_failures', 'refund_requests',
    'refunds', 'reviews', 'shares', 'users', 'waitlist_entries']
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
-- Not its lease, which is renewed all the time.
create trigger backups_announced_to_office
  after insert or update of next_try_at, failure, made_at, drill_problems, copied_at on backups
  for each row execute function announce_to_office();
