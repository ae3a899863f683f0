-- What the dashboard asks for twice a minute: what is still open, and the card money of this year.
create index payment_failures_open on payment_failures (kind) where resolved_at is null;
create index reviews_new on reviews (id) where status = 'NEW';
create index outbox_mails_failed on outbox_mails (id) where status = 'FAILED';
create index payment_attempts_taken on payment_attempts (outcome_at) include (outcome, amount_cents)
  where outcome in ('CAPTURED', 'VOIDED');
create index refunds_given on refunds (outcome_at) include (amount_cents) where outcome = 'REFUNDED';
