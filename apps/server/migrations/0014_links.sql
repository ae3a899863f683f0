-- The date being booked, which a sign-in link leads back to.
alter table links
  add column selected_date date,
  add constraint links_selected_date check (selected_date is null or purpose = 'SIGN_IN');

-- When and on what device the address that waits for its confirmation was given: the page that confirms it asks.
alter table users
  add column email_given_at timestamptz,
  add column email_given_on text;
