-- Why a hold ended that neither its customer nor the clock ended, to tell whoever comes back to it (docs/rules.md §2.17).
-- TAKEN: a phone booking took its spots; ENTERED: the customer's own phone booking did; CALLED_OFF: the day was called off.
alter table holds add column ended_by text check (ended_by in ('TAKEN', 'ENTERED', 'CALLED_OFF')),
  add check (ended_by is null or released_at is not null);

-- Notifies a customer's open pages that a hold has ended; a countdown shows the rest.
create trigger ended_holds_announced after update of released_at on holds
  for each row when (old.released_at is null and new.released_at is not null and not new.is_lapsed)
  execute function announce_to_customer();
