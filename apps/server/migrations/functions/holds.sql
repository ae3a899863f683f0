-- Takes the locks for several new holds and releases in the global lock order: accounts, days sorted, and the count of unpaid
-- claims. Returns a row for each active customer, with their earlier hold if any, even if expired, and a row for each hold to
-- release that is the customer's own.
create function lock_for_holds(customers integer[], days date[], counts boolean, releasing integer[], released uuid[])
returns table (is_release boolean, customer integer, id uuid, day date) language plpgsql as $$
declare
  all_days date[] := days;
begin
  perform from users u where u.id = any (customers) and u.is_active order by u.id for no key update;
  for is_release, customer, id, day in
    select false, u.id, h.id, h.trip_date
    from users u left join holds h
      on h.user_id = u.id and h.waitlist_entry_id is null and h.consumed_at is null and h.released_at is null
    where u.id = any (customers) and u.is_active
    union all
    select true, h.user_id, h.id, h.trip_date
    from unnest(releasing, released) as own (customer, id) join holds h on h.id = own.id and h.user_id = own.customer
  loop
    if day is not null then
      all_days := all_days || day;
    end if;
    return next;
  end loop;
  perform lock_days(all_days);
  if counts then
    perform lock_unpaid_claims();
  end if;
end $$;

-- Unpaid claims are counted by one transaction at a time, from here to its commit; take this lock after those of the days.
create function lock_unpaid_claims() returns void language sql as $$
  select pg_advisory_xact_lock(4, 0)
$$;

-- Whether an account has paid here, by any means; such accounts count toward no limit on strangers (docs/rules.md §2.9, docs/rules.md §3.12).
create function has_paid(customer integer) returns boolean language sql stable as $$
  select exists (select from payment_attempts where user_id = customer and outcome = 'CAPTURED')
    or exists (select from bookings b where b.user_id = customer
      and (select sum(cents) from money_in where booking_id = b.id) > 0)
$$;

-- What a hold keeps from others: a private one the whole boat.
create function spots_kept(hold holds) returns integer language sql immutable as $$
  select coalesce(hold.private_spots, hold.number_of_guests)::integer
$$;

-- What each person who has never paid keeps from others, with the network it counts for: their latest. A hold past its time
-- counts until it is marked as released.
create function unpaid_claims(ended_after timestamptz)
returns table (customer integer, network text, email text, held integer, offered integer, ended integer)
language sql stable as $$
  select c.user_id, c.network, u.email, c.held, c.offered, c.ended
  from (
    select user_id, (array_agg(k.network order by k.since desc))[1] as network, sum(k.held)::integer as held,
      sum(k.offered)::integer as offered, max(k.ended)::integer as ended
    from (
      select h.user_id, h.network, h.created_at as since,
        case when h.waitlist_entry_id is null then spots_kept(h) else 0 end as held,
        case when h.waitlist_entry_id is null then 0 else h.number_of_guests end as offered, 0 as ended
      from holds h
      where h.consumed_at is null and h.released_at is null and h.network is not null
      union all
      select e.user_id, e.network, e.ended_at, 0, 0, e.number_of_guests from unpaid_ends e where e.ended_at > ended_after
    ) k
    group by user_id
  ) c
  join users u on u.id = c.user_id
  where not has_paid(c.user_id)
$$;

create function record_unpaid_end() returns trigger language plpgsql as $$
begin
  -- Whose hold was ended by others let go of nothing.
  if new.ended_by is not null then
    return null;
  end if;
  insert into unpaid_ends values (new.user_id, spots_kept(new), new.network, new.released_at)
    on conflict (user_id, number_of_guests) do update set network = excluded.network, ended_at = excluded.ended_at;
  return null;
end $$;
create trigger holds_end_unpaid after update of released_at on holds
  for each row when (old.released_at is null and new.released_at is not null and new.consumed_at is null
    and new.network is not null) execute function record_unpaid_end();
