-- What an owner said in canceling: that what was paid by hand goes back (docs/rules.md §3.35), and why, for the guest to read.
alter table bookings
  add column gives_back boolean not null default false,
  add column cancel_reason text;
create index bookings_that_give_back on bookings (id) where gives_back;
