-- SIGN_IN is a link of an email like the others. SIGN_UP_AGAIN is in no email: it is the key of one press that made an account
-- without a password, kept for a while, so that the same press, whose answer got lost, signs in to that account.
alter table account_links
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check
    check (purpose in ('CONFIRM_EMAIL', 'RESET_PASSWORD', 'SIGN_IN', 'SIGN_UP_AGAIN'));

-- Who asked for a link, of either kind, for a job to look up. A sign-in link leads back to the date that was being booked.
alter table reset_requests rename to link_requests;
alter table link_requests
  add column purpose text not null default 'RESET_PASSWORD' check (purpose in ('RESET_PASSWORD', 'SIGN_IN')),
  add column selected_date date;
alter table link_requests alter column purpose drop default;
