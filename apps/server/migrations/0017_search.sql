-- Every list is searched in one way (docs/rules.md §6.12): without accents, apostrophes and marks nobody sees, in any case.

-- Letters that Unicode does not take apart are spelled as they are typed where a keyboard lacks them. Most text is ASCII, which
-- needs none of that.
create function search_key(words text)
returns text language sql immutable parallel safe
  return case when octet_length(words) = length(words) then translate(lower(words), '''`', '') else
    translate(replace(replace(replace(lower(
      regexp_replace(normalize(translate(words, '´', ''''), NFKD),
        '[\u0300-\u036f''`‘’‛′ʹʻʼ\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħŧı‐‒–—―−', 'oldhti------') end;

-- The keys are stored, because common words match many rows and each is rechecked. Parts are on separate lines, so that no word
-- spans two of them.
drop index users_search;
alter table users add search_text text not null generated always as (search_key(
  coalesce(first_name || ' ', '') || coalesce(last_name, '') || chr(10) || username || chr(10) || coalesce(email, '') || chr(10)
    || coalesce(phone_number, ''))) stored;
create index users_search on users using gin (search_text gin_trgm_ops);
drop function user_search_text;

drop index bookings_search;
alter table bookings add search_text text not null generated always as (search_key(
  first_name || ' ' || last_name || chr(10) || coalesce(email, '') || chr(10) || confirmation_number)) stored;
create index bookings_search on bookings using gin (search_text gin_trgm_ops);
drop function booking_search_text;

alter table enquiries drop search_text;
alter table enquiries add search_text text not null generated always as (search_key(
  first_name || ' ' || last_name || chr(10) || email || chr(10) || coalesce(message, ''))) stored;
create index enquiries_search on enquiries using gin (search_text gin_trgm_ops);

drop index booking_queries_search;
alter table booking_queries add search_text text not null generated always as (search_key(query_message)) stored;
create index booking_queries_search on booking_queries using gin (search_text gin_trgm_ops);

drop index replies_search;
alter table replies add search_text text not null generated always as (search_key(text)) stored;
create index replies_search on replies using gin (search_text gin_trgm_ops);

drop index outbox_mails_search;
alter table outbox_mails add search_text text not null generated always as (search_key(
  to_email || chr(10) || coalesce(subject, ''))) stored;
create index outbox_mails_search on outbox_mails using gin (search_text gin_trgm_ops);
drop function mail_search_text;
