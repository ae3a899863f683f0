-- The void of a charge has a request id of its own, written before it is sent: a lost answer is asked for again.
alter table payment_attempts add column void_request_id uuid not null default gen_random_uuid();
-- Which card token was tried, as a digest: the same one again after a decline is a repeat, not another try.
alter table payment_attempts add column card_token_digest bytea;
-- Whether an account ever paid, for the card-testing budget.
create index payment_attempts_payers on payment_attempts (user_id) where outcome = 'CAPTURED';

-- What was settled stays as it was written.
create or replace function keep_outcome_final() returns trigger language plpgsql as $$
begin
  if old.outcome is not null
    and (new.outcome, new.charge_id, new.amount_cents, new.request_id, new.realm_id, new.environment, new.hold_id, new.booking_id, new.user_id)
      is distinct from
      (old.outcome, old.charge_id, old.amount_cents, old.request_id, old.realm_id, old.environment, old.hold_id,
       -- A captured deposit moves to its booking in the transaction that makes it.
       coalesce(old.booking_id, new.booking_id), old.user_id) then
    raise exception 'payment attempt % has its outcome already', old.id using errcode = 'AR002';
  end if;
  return new;
end $$;

-- Nothing that touched money or a spot is ever deleted (decisions §6, §9).
create function keep_rows() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are kept', tg_table_name using errcode = 'AR003';
end $$;
create trigger payment_attempts_are_kept before delete on payment_attempts for each row execute function keep_rows();
create trigger payment_failures_are_kept before delete on payment_failures for each row execute function keep_rows();
create trigger bookings_are_kept before delete on bookings for each row execute function keep_rows();
create trigger booking_events_are_kept before delete on booking_events for each row execute function keep_rows();
create trigger holds_are_kept before delete on holds for each row execute function keep_rows();
