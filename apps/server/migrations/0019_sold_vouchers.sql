-- Whether a voucher was paid for, or was given by the house, which alone may end on a last day (docs/rules.md §13.1). One that
-- replaces another is what that one was.
alter table gift_vouchers add column is_sold boolean not null default false;
update gift_vouchers set is_sold = attempt_id is not null;
alter table gift_vouchers
  add check (attempt_id is null or is_sold),
  add check (not is_sold or expires_on is null);
