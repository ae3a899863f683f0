-- The date being booked, which a sign-in link leads back to.
alter table links
  add column selected_date date,
  add constraint links_selected_date check (selected_date is null or purpose = 'SIGN_IN');
