-- Who or what made a change, by its name in the code (docs/rules.md §2.18). Null in lines of 1.0.0 that nobody asks this of, and in
-- those that it wrote while this version started beside it.
alter table booking_events add column made_by text;

-- 1.0.0 said it in its sentences alone.
update booking_events set made_by = case
    when description like 'Canceled by the guest after %' then 'calledOff'
    when description like 'Canceled by the guest%' or description like 'Moved from %' then 'guest'
    when description like 'Canceled by %' or description like 'Moved by %' then 'staff'
  end
  where kind in ('cancelled', 'rescheduled');
