-- A booking says what became of its last request (docs/rules.md §2.31).
create index refund_requests_booking on refund_requests (booking_id, id);
