-- A guest can take a refund request back (docs/rules.md §3.15).
alter table refund_requests
  drop constraint refund_requests_decision_check,
  add constraint refund_requests_decision_check check (decision in ('APPROVED', 'DECLINED', 'WITHDRAWN'));

-- The trip whose page a sign-in link was asked for on, which it leads back to.
alter table links
  add column trip_id integer references bookings,
  add constraint links_trip check (trip_id is null or purpose = 'SIGN_IN');
