-- One a trip, by the customer who made it; the owner publishes (decisions §12).
create table reviews (
  id integer generated always as identity primary key,
  booking_id integer not null unique references bookings,
  user_id integer not null references users,
  stars smallint not null check (stars between 1 and 5),
  review_text text not null,
  status text not null default 'NEW' check (status in ('NEW', 'PUBLISHED', 'HIDDEN')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index reviews_newest on reviews (created_at desc, id desc);
