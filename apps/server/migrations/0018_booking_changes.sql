-- How often what a booking's calendar event says has changed: the event's SEQUENCE (docs/rules.md §8.9).
alter table bookings add column changes integer not null default 0;

-- It was the seconds between booking and last change. One more than that, so that the next file wins over those sent before. The
-- table is written again without its triggers: nothing is announced, and no day is entered.
alter table bookings alter column changes type integer
  using 1 + greatest(0, floor(extract(epoch from updated_at - created_at)))::integer;
