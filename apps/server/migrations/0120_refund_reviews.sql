-- What waits for the owner is about a charge, or about one refund of it: refused, or of unknown outcome for too long.
alter table payment_failures add column refund_id integer references refunds;
alter table payment_failures drop constraint payment_failures_attempt_id_key;
create unique index payment_failures_charge on payment_failures (attempt_id) where refund_id is null;
create unique index payment_failures_refund on payment_failures (refund_id) where refund_id is not null;
create index payment_failures_attempt on payment_failures (attempt_id);
alter table payment_failures drop constraint payment_failures_resolution_check;
alter table payment_failures add constraint payment_failures_resolution_check check
  (resolution in ('REFUNDED', 'CONFIRMED', 'NOT_CHARGED', 'PROVIDER_CANCELLED', 'NOT_REFUNDED', 'DISMISSED'));

-- What a refund answers: a customer's request comes back when it is refused, an item of the list stays.
alter table refund_orders add column request_id integer references refund_requests;
alter table refund_orders add column failure_id integer references payment_failures;
-- Somebody read 'is being confirmed': a refusal after that is news.
alter table refund_orders add column told_open_at timestamptz;
alter table refund_orders drop constraint refund_orders_kind_check;
alter table refund_orders add constraint refund_orders_kind_check check
  (kind in ('REFUND', 'VOID', 'PROVIDER_CANCELLED', 'MADE_OUTSIDE'));
alter table refund_requests add column refused_at timestamptz;

update refund_orders o set request_id = r.id from refund_requests r
  where r.booking_id = o.booking_id and o.idempotency_key = 'request:' || r.id and o.finished_at is null;
