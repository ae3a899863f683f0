-- What the outbox decides by when it hands an email to a process that sends it (docs/rules.md §8).
alter table outbox_mails
  -- 0 for ways in, 1 for what a person waits for, 2 for the rest; lower goes first.
  add column urgency smallint not null default 2 check (urgency between 0 and 2),
  -- Staff asked for it, so no budget holds it up.
  add column by_staff boolean not null default false,
  -- Since when it has been allowed to go out.
  add column waits_since timestamptz not null default now(),
  -- The last try found no mail server that would take anything.
  add column is_held_up boolean not null default false;
update outbox_mails set waits_since = next_try_at;

drop index outbox_mails_due;
create index outbox_mails_due on outbox_mails (urgency, next_try_at)
  where sent_at is null and failed_at is null and dropped_at is null;
create index outbox_mails_sent_to on outbox_mails (lower(to_email), sent_at);
