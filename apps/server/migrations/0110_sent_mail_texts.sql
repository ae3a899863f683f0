-- What a mail about a booking said when it was sent, without what follows '#' in its links: evidence in a dispute.
alter table outbox_mails add column sent_text text;
