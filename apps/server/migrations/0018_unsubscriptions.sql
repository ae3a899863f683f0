-- Who gets no more emails of a kind (docs/rules.md §8.21).
create table unsubscriptions (
  email text not null check (email = lower(email)),
  kind text not null,
  at timestamptz not null,
  primary key (email, kind)
);
