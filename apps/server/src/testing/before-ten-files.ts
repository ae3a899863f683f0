/** Takes back what `migrations/older` brings, for tests of a database from before it. */
export const BEFORE_TEN_FILES = `
  drop function enter_days, lock_for_hold;
  drop view money_in, money_back;
  alter table payment_attempts alter idempotency_key drop not null;
  update payment_attempts set idempotency_key = null where kind = 'DEPOSIT';
  alter table payment_attempts drop column kind`
