-- Why a hold ended that neither its customer nor the clock ended, to tell whoever comes back to it (docs/rules.md §2.17).
-- TAKEN: a phone booking took its spots; ENTERED: the customer's own phone booking did; CALLED_OFF: the day was called off.
alter table holds add column ended_by text check (ended_by in ('TAKEN', 'ENTERED', 'CALLED_OFF')),
  add check (ended_by is null or released_at is not null);
