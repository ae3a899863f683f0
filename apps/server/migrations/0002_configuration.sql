-- One row: the booking configuration as it is now.
create table booking_config (
  only_row boolean primary key default true check (only_row),
  max_capacity smallint not null check (max_capacity between 1 and 10),
  hold_duration_minutes smallint not null check (hold_duration_minutes between 1 and 60),
  deposit_per_guest_cents integer not null check (deposit_per_guest_cents >= 0),
  standard_package_price_cents integer not null check (standard_package_price_cents >= 0),
  trophy_package_price_cents integer not null check (trophy_package_price_cents >= 0),
  season_start date not null,
  season_end date not null check (season_end >= season_start),
  closed_days smallint[] not null check (closed_days <@ '{0,1,2,3,4,5,6}'::smallint[]),
  blackout_dates date[] not null default '{}',
  updated_at timestamptz not null
);
