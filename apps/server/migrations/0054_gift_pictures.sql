-- The plate on the poster of a gift, which its buyer chose (docs/rules.md §13.21).
alter table gift_vouchers
  add column picture text not null default 'cypress' check (picture in ('cypress', 'redtail', 'moss', 'kites'));
