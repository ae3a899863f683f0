-- The press that sent a reply, told from the next one (docs/rules.md §20.1).
alter table replies add column idempotency_key text;
