-- What the provider of whoever got a test email found in it (docs/rules.md §8.20).
create table mail_readings (
  id integer generated always as identity primary key,
  -- The domain that emails came from then.
  domain text not null,
  read_at timestamptz not null,
  spf text not null check (spf in ('pass', 'fail', 'none')),
  dkim text not null check (dkim in ('pass', 'fail', 'none')),
  dmarc text not null check (dmarc in ('pass', 'fail', 'none')),
  signed_as text[] not null
);
