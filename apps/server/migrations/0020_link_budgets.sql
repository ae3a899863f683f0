-- The payment link that a card came by (links.token_hash); null from a session. Declines by link count for that link, so whoever
-- has one can't shut the customer's own payments (docs/rules.md §3.12).
alter table payment_attempts add column link_hash bytea;
