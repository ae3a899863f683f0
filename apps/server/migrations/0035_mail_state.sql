-- What the owner sees of a mail, and which booking's evidence it belongs to.
alter table outbox_mails
  add column status text not null generated always as (
    case when sent_at is not null then 'SENT' when failed_at is not null then 'FAILED'
      when dropped_at is not null then 'NOT_NEEDED' else 'WAITING' end) stored,
  -- As it was sent; before that a mail has none.
  add column subject text,
  -- The mail that was sent, of which the owner wanted this further copy.
  add column copy_of integer references outbox_mails on delete set null;
create index outbox_mails_copies on outbox_mails (copy_of);

-- Every mail about a booking names it in its params; from now on they are written so.
update outbox_mails m set params = m.params || jsonb_build_object('bookingId', a.booking_id)
  from payment_attempts a where a.id = (m.params ->> 'attemptId')::integer and a.booking_id is not null;
update outbox_mails m set params = m.params || jsonb_build_object('bookingId', r.booking_id)
  from refund_requests r where r.id = (m.params ->> 'requestId')::integer;
update outbox_mails m set params = m.params || jsonb_build_object('bookingId', q.booking_id)
  from booking_queries q where q.id = (m.params ->> 'queryId')::integer;
alter table outbox_mails
  add column booking_id integer generated always as ((params ->> 'bookingId')::integer) stored;
create index outbox_mails_booking on outbox_mails (booking_id);
