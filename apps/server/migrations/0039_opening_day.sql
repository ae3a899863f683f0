-- The opening is a day that decides what can be booked (docs/rules.md §1.9), so it stands beside the season. Whoever has said so, or has
-- guests, is open.
alter table booking_config
  add column opens_on date,
  add column cards_are_real boolean not null default false;
update booking_config set opens_on = least(
  (select (said_at at time zone 'America/New_York')::date from opening where step = 'OPENED'),
  (select min((created_at at time zone 'America/New_York')::date) from bookings
    where user_id not in (select id from users where tests_for is not null)));

delete from opening where step = 'OPENED';
alter table opening drop constraint opening_step_check;
alter table opening add constraint opening_step_check check (step in ('PRICES', 'SEASON', 'WAIVER', 'PEOPLE'));
alter table opening alter column said_by set not null;
