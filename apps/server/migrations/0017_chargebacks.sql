-- What a bank took back after a dispute was lost is an order to give money back, with a refund that the bank made; won later, the
-- refund says so, with when (docs/rules.md §3.43).
alter table refund_orders
  drop constraint refund_orders_kind_check,
  add constraint refund_orders_kind_check
    check (kind in ('REFUND', 'VOID', 'PROVIDER_CANCELLED', 'MADE_OUTSIDE', 'GIVEN_BACK', 'CHARGED_BACK'));
alter table refunds
  add column won_at timestamptz,
  drop constraint refunds_outcome_check,
  add constraint refunds_outcome_check check (outcome in ('REFUNDED', 'REFUSED', 'WON_BACK')),
  add constraint refunds_won check ((outcome is not distinct from 'WON_BACK') = (won_at is not null));
