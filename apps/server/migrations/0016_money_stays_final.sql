-- Every refusal of a refund is emailed and listed now, so nothing asks whether its admin had an answer.
alter table refund_orders drop column told_open_at;

-- Of what a booking's refunds gave back, the part that its guest owes again, since it was confirmed again.
alter table bookings add column owed_again_cents integer not null default 0 check (owed_again_cents >= 0),
  -- How long the spots had been kept for the deposit when it was paid, in case that payment is taken back.
  add column awaited_until timestamptz;
