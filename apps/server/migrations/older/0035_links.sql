-- One table for every single-purpose token that travels in an email: those of an account, and those that pay for a booking.
-- Each email that asks for money has a token of its own; all of a booking work until it is paid, cancelled or over.
alter table account_links rename to links;
alter table links rename constraint account_links_pkey to links_pkey;
alter index account_links_user rename to links_user;
alter table links
  drop constraint account_links_purpose_check,
  add column booking_id integer references bookings,
  alter column user_id drop not null,
  -- A booking may have none; a link to pay works as long as that is the booking's address.
  alter column email drop not null,
  alter column expires_at drop not null,
  add constraint links_purpose check (case purpose
    when 'PAY' then booking_id is not null and user_id is null and expires_at is null and used_at is null
    else purpose in ('CONFIRM_EMAIL', 'RESET_PASSWORD', 'SIGN_IN', 'SIGN_UP_AGAIN', 'INVITATION')
      and num_nulls(user_id, email, expires_at) = 0 and booking_id is null end);
create index links_booking on links (booking_id) where booking_id is not null;
insert into links (token_hash, purpose, booking_id, email, created_at)
  select token_hash, 'PAY', booking_id, email, created_at from balance_links;
drop table balance_links;
