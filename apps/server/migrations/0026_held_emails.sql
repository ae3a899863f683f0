-- An email that was put aside with a reason (over the budget of its recipient, a restore, a day without a mail server) is held
-- until someone sends it; one without a reason is no longer needed.
update outbox_mails set dropped_at = failed_at, failed_at = null
  where failed_at is not null and last_error like 'Held back: %';
-- An index goes with its column.
alter table outbox_mails drop column status;
alter table outbox_mails add column status text not null generated always as (
  case when sent_at is not null then 'SENT' when failed_at is not null then 'FAILED'
    when dropped_at is null then 'WAITING' when last_error is null then 'NOT_NEEDED' else 'HELD' end) stored;
create index outbox_mails_status on outbox_mails (status, id);
create index outbox_mails_failed on outbox_mails (id) where status = 'FAILED';
