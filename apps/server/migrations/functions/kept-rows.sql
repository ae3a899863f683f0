-- Rows that touched money or a spot are never deleted (docs/rules.md §3.19).
create function keep_rows() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are kept', tg_table_name using errcode = 'AR003';
end $$;
create trigger bookings_are_kept before delete on bookings for each row execute function keep_rows();
create trigger booking_events_are_kept before delete on booking_events for each row execute function keep_rows();
create trigger holds_are_kept before delete on holds for each row execute function keep_rows();
create trigger payment_attempts_are_kept before delete on payment_attempts for each row execute function keep_rows();
create trigger manual_payments_are_kept before delete on manual_payments for each row execute function keep_rows();
create trigger hand_overs_are_kept before delete on hand_overs for each row execute function keep_rows();
create trigger lost_charges_are_kept before delete on lost_charges for each row execute function keep_rows();
create trigger payment_failures_are_kept before delete on payment_failures for each row execute function keep_rows();
create trigger refund_orders_are_kept before delete on refund_orders for each row execute function keep_rows();
create trigger forgiven_are_kept before delete on forgiven for each row execute function keep_rows();
create trigger refunds_are_kept before delete on refunds for each row execute function keep_rows();
create trigger tips_are_kept before delete on tips for each row execute function keep_rows();
create trigger shares_are_kept before delete on shares for each row execute function keep_rows();
create trigger gift_vouchers_are_kept before delete on gift_vouchers for each row execute function keep_rows();
create trigger gift_voucher_uses_are_kept before delete on gift_voucher_uses for each row execute function keep_rows();
create trigger day_moves_are_kept before delete on day_moves for each row execute function keep_rows();
create trigger day_move_parties_are_kept before delete on day_move_parties for each row execute function keep_rows();
create trigger check_ins_are_kept before delete on check_ins for each row execute function keep_rows();
create trigger waivers_are_kept before update or delete on waivers for each row execute function keep_rows();
create trigger waivers_not_emptied before truncate on waivers execute function keep_rows();
create trigger waiver_signatures_are_kept before delete on waiver_signatures
  for each row execute function keep_rows();
create trigger waiver_signatures_not_emptied before truncate on waiver_signatures execute function keep_rows();
create trigger audit_entries_not_emptied before truncate on audit_entries execute function keep_rows();
create trigger audit_values_not_emptied before truncate on audit_values execute function keep_rows();
