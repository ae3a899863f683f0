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

-- One that is sold by a pay link waits until a card has paid for it: of several tries, the latest is its attempt.
alter table gift_vouchers
  drop constraint gift_vouchers_check,
  add constraint gift_vouchers_check check (attempt_id is not null or made_by is not null);
alter table links
  add column voucher_id integer references gift_vouchers,
  drop constraint links_purpose,
  add constraint links_purpose check (case purpose
    when 'PAY' then booking_id is not null and num_nonnulls(user_id, expires_at, used_at, voucher_id) = 0
    when 'PAY_VOUCHER' then voucher_id is not null and num_nonnulls(user_id, expires_at, used_at, booking_id) = 0
    else purpose in ('CONFIRM_EMAIL', 'RESET_PASSWORD', 'SIGN_IN', 'SIGN_UP_AGAIN', 'INVITATION')
      and num_nulls(user_id, email, expires_at) = 0 and num_nonnulls(booking_id, voucher_id) = 0 end);
