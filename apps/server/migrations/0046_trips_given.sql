-- What a voucher for a trip is worth while this use of it stands: its first use turns the trip into money (docs/rules.md §13.12).
alter table gift_voucher_uses add column worth_cents integer check (worth_cents >= cents);
