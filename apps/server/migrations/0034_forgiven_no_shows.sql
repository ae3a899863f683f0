-- A no-show owes nothing because its mark forgives what is left of the total, until now because of the mark alone
-- (docs/rules.md §3.33). What was left by then is forgiven by who marked it.
alter table forgiven
  add column is_no_show boolean not null default false check (order_id is null or not is_no_show);
create unique index forgiven_once_a_no_show on forgiven (booking_id) where is_no_show and undone_at is null;

insert into forgiven (booking_id, cents, is_no_show, admin_id, created_at)
  with marked as (
    select distinct on (b.id) b.id, b.total_cents, c.state, c.admin_id, c.created_at
    from check_ins c join bookings b on (b.id, b.trip_date) = (c.booking_id, c.trip_date)
    order by b.id, c.id desc),
  went_back as (
    select o.id as order_id, r.attempt_id, r.amount_cents as cents
    from refunds r join refund_orders o on o.id = r.order_id where r.outcome = 'REFUNDED'),
  toward as (
    select booking_id, amount_cents as cents from payment_attempts where outcome = 'CAPTURED'
    union all
    select a.booking_id, -b.cents from went_back b join payment_attempts a on a.id = b.attempt_id
    union all
    select booking_id, amount_cents from manual_payments
    union all
    -- What goes back to a voucher is below zero.
    select booking_id, cents from gift_voucher_uses where booking_id is not null
    union all
    select h.booking_id, u.cents from holds h join gift_voucher_uses u on u.hold_id = h.id where u.freed_at is null
    union all
    select f.booking_id, coalesce(f.cents, (
        select greatest(0, sum(b.cents) - o.above_cents) from refund_orders o join went_back b on b.order_id = o.id
        where o.id = f.order_id group by o.id))
    from forgiven f where f.undone_at is null)
  select * from (
    select m.id, m.total_cents - coalesce((select sum(cents) from toward where booking_id = m.id), 0) as rest, true,
      m.admin_id, m.created_at
    from marked m where m.state = 'NO_SHOW') one
  where rest > 0 order by id;
update bookings set is_paid = true where id in (select booking_id from forgiven where is_no_show);
