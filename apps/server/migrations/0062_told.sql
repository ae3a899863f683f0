-- Alarms that the owner's devices were told of and that are not over, and when the last backup was taken.
create table alarms_told (
  name text primary key,
  told_at timestamptz not null
);
insert into alarms_told select 'emails', outage_told from owner_notices where outage_told is not null;
alter table owner_notices drop column outage_told;
update push_notices set kind = 'alarm', params = '{"name": "emails"}' where kind = 'emails-wait';

create table last_backup (
  only_row boolean primary key default true check (only_row),
  taken_at timestamptz not null
);
