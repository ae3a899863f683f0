create table enquiries (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  country text not null,
  message text,
  status text not null default 'NEW' check (status in ('NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED', 'SPAM')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index enquiries_newest on enquiries (created_at desc, id desc);
