-- More ways to pay by hand; and gift vouchers that are sold by hand: their price is an entry like any other (docs/rules.md §13.8).
alter table manual_payments drop constraint manual_payments_method_check;
alter table manual_payments
  add constraint manual_payments_method_check check (method in ('CASH', 'CHECK', 'ZELLE', 'VENMO', 'OTHER')),
  alter column booking_id drop not null,
  add column voucher_id integer references gift_vouchers,
  add check (num_nonnulls(booking_id, voucher_id) = 1);
create unique index manual_payments_one_a_voucher on manual_payments (voucher_id) where voucher_id is not null and reverses is null;

-- Of who a voucher was sold to.
alter table gift_vouchers
  add column buyer_email text,
  add column buyer_phone text;
