-- Which reminder was sent about which booking for which date: its trip, or the day a balance was due. A trip that moves has
-- another date, and is reminded of for that one too.
create table reminders (
  booking_id integer not null references bookings,
  kind text not null,
  about date not null,
  primary key (booking_id, kind, about)
);
insert into reminders
  select id, 'TRIP', reminded_for from bookings where reminded_for is not null
  union all select booking_id, 'WAIVER', trip_date from waiver_reminders
  union all select booking_id, 'BALANCE_' || stage, due_on from balance_reminders;
alter table bookings drop column reminded_for;
drop table waiver_reminders, balance_reminders;
