-- Whether a refund renews vouchers that had ended, so that it is never taken for a repeat of one that does not
-- (docs/rules.md §3.10).
alter table refund_orders add column renews boolean not null default false;
