-- What the owner answered to an enquiry or to a question about a booking, in the order it was sent (docs/rules.md §20.1).
create table replies (
  id integer generated always as identity primary key,
  enquiry_id integer references enquiries,
  query_id integer references booking_queries,
  text text not null,
  -- Nobody is known of an answer that was written before there were replies.
  admin_id integer references users,
  -- The email that carries it: emails are forgotten after a while, the reply stays.
  mail_id integer references outbox_mails on delete set null,
  created_at timestamptz not null,
  check (num_nonnulls(enquiry_id, query_id) = 1)
);
create index replies_enquiry on replies (enquiry_id, id) where enquiry_id is not null;
create index replies_query on replies (query_id, id) where query_id is not null;
create index replies_mail on replies (mail_id);
create index replies_search on replies using gin (text gin_trgm_ops);

-- Texts that the owner sends again and again.
create table saved_replies (
  id integer generated always as identity primary key,
  title text not null,
  text text not null,
  updated_at timestamptz not null
);
create unique index saved_replies_title on saved_replies (lower(title));

-- Emails of one conversation: each names the ones before it, so that email apps show them together.
alter table outbox_mails add column thread text;
create index outbox_mails_threads on outbox_mails (thread, id) where thread is not null;

-- The answers of questions become replies, and their emails carry those.
insert into replies (query_id, text, mail_id, created_at)
  select q.id, q.admin_response,
    (select max(m.id) from outbox_mails m where m.kind = 'query-answered' and m.params ->> 'queryId' = q.id::text),
    coalesce(q.responded_at, q.updated_at)
  from booking_queries q where q.admin_response is not null order by q.id;
update outbox_mails m
  set kind = 'reply', thread = 'question:' || r.query_id,
    params = jsonb_build_object('replyId', r.id, 'bookingId', m.booking_id)
  from replies r where m.kind = 'query-answered' and m.params ->> 'queryId' = r.query_id::text;
-- One whose answer was taken back has nothing to tell any more.
update outbox_mails set dropped_at = created_at
  where kind = 'query-answered' and sent_at is null and failed_at is null and dropped_at is null;

drop index booking_queries_search;
drop function query_search_text(text, text);
alter table booking_queries drop column admin_response;
create index booking_queries_search on booking_queries using gin (query_message gin_trgm_ops);
