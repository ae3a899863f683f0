-- Tells every process whose bookings, questions or waitlist changed; the processes tell that customer's open pages. The
-- payload is an id: what changed is read anew, with the customer's own right to read it.
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

-- Every change of a booking, whatever table it is in, leaves an event (a refund, a correction, cash).
create function announce_booking_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('customer', user_id::text) from bookings where id = new.booking_id;
  return null;
end $$;
create trigger booking_events_announced after insert on booking_events
  for each row execute function announce_booking_event();
