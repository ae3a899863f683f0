-- What writes a lapse down has a name of its own; entering a day still does it, under the day's lock.
create function lapse_holds(day date) returns void language sql volatile as $$
  update holds h set released_at = h.expires_at, is_lapsed = true
  where h.trip_date = day and h.consumed_at is null and h.released_at is null and h.expires_at <= app_now()
    and not exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null)
$$;

-- Notes what was claimed when this transaction came to the day, once, and lets the holds lapse that ran out by then: a
-- process whose clock is behind cannot revive them afterwards. Needs the day's lock and app.now.
create or replace function enter_day(day date) returns void language plpgsql as $$
declare
  note text := 'app.claimed_' || to_char(day, 'YYYYMMDD');
begin
  if nullif(current_setting(note, true), '') is not null then
    return;
  end if;
  if app_now() is null then
    raise exception 'app.now is not set in this transaction';
  end if;
  perform set_config(note, claimed_on(day)::text, true);
  perform lapse_holds(day);
end $$;
