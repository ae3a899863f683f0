-- A payment toward the balance has a key of its client's: the same key is the same payment (decisions §7).
alter table payment_attempts add column idempotency_key text;
create unique index payment_attempts_key on payment_attempts (user_id, idempotency_key) where idempotency_key is not null;
