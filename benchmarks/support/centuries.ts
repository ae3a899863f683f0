import { makeGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import pg from 'pg'
import { openSessions } from './sessions.ts'

/** Trips per day of the coming season. */
const A_DAY = 2

/**
 * Fills a site with bookings from the coming season backwards, with their customers, payments, refunds, emails, questions,
 * reviews, signatures and change log entries. Open items, such as unanswered questions, do not grow with the bookings. Triggers
 * are off, because they would take hours.
 */
const FILL = `
set session_replication_role = replica;
create temp table trip as
  select n, day, n <= 1000 as is_recent, day >= current_date as is_coming, $bookings + 1 - n as id,
    10 + n % customers as customer, 1 + n % 2 as guests, least(day - 60 + time '15:00', now() - n * interval '1 minute') as made,
    lead(n) over () is null as is_last,
    (array['Ada','Bo','Cora','Dan','Eve','Finn','Gus','Hal','Ida','Jo','Kit','Lou','Mae','Ned','Ola','Pat','Quin','Ray','Sue','Tom'])
      [1 + customer_of % 20] as first_name,
    initcap((array['bar','car','dal','far','gor','har','kel','lan','mor','nor','per','ros','sal','tal','wil'])[1 + customer_of / 20 % 15]
      || (array['an','ber','den','en','field','ing','land','mer','ton','wick'])[1 + customer_of / 300 % 10]
      || (array['by','er','ley','man','ner','sen','ski','son','well','wood'])[1 + customer_of / 3000 % 10]) as last_name
  from (select row_number() over (order by day desc, place)::integer as n, day, customers, (row_number() over (order by day desc, place) % customers)::integer as customer_of
    from (select greatest(1, $bookings / 4) as customers) c,
      (select day::date from booking_config c, generate_series(c.season_end::timestamp, date '1900-01-01', interval '-1 day') day
        where to_char(day, 'MMDD') between to_char(c.season_start, 'MMDD') and to_char(c.season_end, 'MMDD')
          and not extract(dow from day)::smallint = any (c.closed_days)) open_days,
      generate_series(1, $pastDay) place
    where place <= ${A_DAY} or day < current_date
    order by day desc, place limit $bookings) numbered;
create temp view past as select * from trip where not is_coming;
insert into users (id, username, email, email_confirmed_at, first_name, last_name, phone_number, created_at, updated_at)
  overriding system value select distinct on (customer) customer, 'customer' || customer, lower(first_name || '.' || last_name) || customer || '@example.com',
    made, first_name, last_name, '(863) ' || to_char(2000000 + customer, 'FM000-0000'), made, made from trip order by customer, n desc;
insert into bookings (id, confirmation_number, user_id, trip_date, number_of_guests, package_type, first_name, last_name, email,
    phone, total_cents, deposit_cents, status, created_at, updated_at, completed_at)
  overriding system value select t.id, 'JB-' || to_char(10000000 + t.id, 'FM00000000'), customer, day, guests, 'STANDARD', t.first_name, t.last_name,
    u.email, u.phone_number, 150000 * guests, 35000 * guests,
    case when n % 20 = 0 then 'CANCELLED' when is_coming then 'CONFIRMED' else 'COMPLETED' end, made, made,
    case when not is_coming and n % 20 <> 0 then day + time '22:00' end
  from trip t join users u on u.id = customer;
insert into holds (id, user_id, trip_date, number_of_guests, deposit_per_guest_cents, standard_package_price_cents,
    trophy_package_price_cents, duration_minutes, network, created_at, expires_at, consumed_at, booking_id)
  select gen_random_uuid(), customer, day, guests, 35000, 150000, 250000, 5, '10.9.0.1', made, made + interval '5 minutes', made, id from trip;
insert into payment_attempts (kind, user_id, hold_id, booking_id, request_id, environment, realm_id, amount_cents, booking_data,
    network, started_at, leased_until, next_try_at, outcome, outcome_at, charge_id, card_brand, last4, idempotency_key)
  select kind, customer, case when kind = 'DEPOSIT' then h.id end, t.id, gen_random_uuid(), 'simulator', '9341452819430471201',
    case when kind = 'DEPOSIT' then 35000 * guests else 115000 * guests end,
    json_build_object('firstName', t.first_name, 'lastName', t.last_name, 'selectedDate', day, 'numberOfGuests', guests, 'packageType', 'STANDARD'),
    '10.9.0.1', at, at, at, 'CAPTURED', at, kind || t.id, 'Visa', '1111', kind || t.id
  from trip t join holds h on h.booking_id = t.id,
    lateral (values ('DEPOSIT', made), ('BALANCE', made + interval '9 days')) paid (kind, at)
  where kind = 'DEPOSIT' or n % 2 = 0 and not is_coming order by t.id;
-- One in fifty never paid the rest.
insert into manual_payments (booking_id, admin_id, method, amount_cents, created_at)
  select id, 1, case when n % 3 = 0 then 'CHECK' else 'CASH' end, 115000 * guests, day + time '20:00' from past where n % 2 = 1 and n % 50 <> 1 order by id;
update bookings set is_paid = true
  from (select booking_id, sum(cents) as paid from money_in group by 1) money where booking_id = id and total_cents <= paid;
insert into refund_requests (id, booking_id, user_id, description, created_at, decided_at, decision)
  overriding system value select id, id, customer, 'We cannot come.', made, made + interval '1 day', 'APPROVED' from past where n % 20 = 0 order by id;
insert into refund_orders (id, booking_id, admin_id, kind, asked_cents, created_at, outcome, finished_at, request_id)
  overriding system value select id, id, 1, 'REFUND', 35000 * guests, made, 'DONE', made + interval '1 day', id from past where n % 20 = 0 order by id;
insert into refunds (id, order_id, attempt_id, amount_cents, leased_until, next_try_at, outcome, outcome_at, provider_refund_id)
  overriding system value select t.id, t.id, a.id, a.amount_cents, made, made, 'REFUNDED', made + interval '1 day', 'refund' || t.id
  from past t join payment_attempts a on a.booking_id = t.id and a.kind = 'DEPOSIT' where n % 20 = 0 order by t.id;
insert into payment_failures (attempt_id, kind, reason, created_at, resolved_at, resolution)
  select a.id, 'NEEDS_REVIEW', 'The bank did not answer.', made, made, 'CONFIRMED'
  from past t join payment_attempts a on a.booking_id = t.id and a.kind = 'DEPOSIT' where n % 200 = 7 order by t.id;
insert into booking_events (booking_id, happened_at, kind, description)
  select id, made, kind, text from trip, (values ('created', 'Booked on the site.'), ('paid', 'Deposit paid by card.'), ('completed', 'The trip took place.')) event (kind, text)
  where kind <> 'completed' or not is_coming order by id;
insert into booking_notes (booking_id, admin_id, text, created_at) select id, 1, 'Likes the shade.', made from trip where n % 5 = 0 order by id;
insert into booking_queries (id, booking_id, user_id, query_message, status, created_at, responded_at, updated_at)
  overriding system value select id, id, customer, 'Is there shade on the boat for ' || guests || '? Booking ' || id, case when n < 20 then 'NEW' else 'RESPONDED' end, made, case when n >= 20 then made end, made
  from trip where n % 4 = 0 order by id;
insert into enquiries (id, first_name, last_name, email, phone, country, message, status, created_at, responded_at, updated_at)
  overriding system value select id, first_name, last_name, lower(first_name || '.' || last_name) || '@example.net', '(863) 555-0142', 'United States',
    'How large do the fish get in ' || to_char(day, 'FMMonth') || '?', case when n < 20 then 'NEW' else 'RESPONDED' end, made, case when n >= 20 then made end, made
  from trip where n % 2 = 0 order by id;
insert into replies (enquiry_id, query_id, text, admin_id, created_at)
  select case when kind = 1 then id end, case when kind = 2 then id end, 'Yes, and larger than you think, ' || first_name || '.', 1, made
  from trip, generate_series(1, 2) kind where n >= 20 and n % 4 = 0 order by id;
insert into reviews (booking_id, user_id, stars, review_text, status, created_at, updated_at)
  select id, customer, 5, 'The best morning of our year, number ' || n, case when n < 400 then 'NEW' else 'PUBLISHED' end, day, day from past where n % 5 = 1 order by id;
insert into outbox_mails (kind, to_email, params, message_id, subject, created_at, next_try_at, tries, sent_at)
  select kind, u.email, json_build_object('bookingId', t.id), kind || t.id, subject || to_char(day, 'FMDay, FMMonth FMDD, YYYY'), made, made, 1, made
  from trip t join users u on u.id = customer, (values ('booking-confirmed', 'Booked: '), ('booking-made-notice', 'Booked: '),
    ('trip-reminder', 'Your trip is near: '), ('payment-outcome', 'Paid: ')) mail (kind, subject)
  where day > current_date - 700 order by t.id;
insert into waivers (version, text, published_at, published_by) values (1, 'Fishing is dangerous.', now(), 1);
insert into waiver_signatures (booking_id, version, idempotency_key, signed_at, name, born_on, is_drawn, mark, address, salt)
  select id, 1, 'signed' || place, made, first_name, date '1980-01-01', false, first_name, '10.9.0.1', '\\x00'
  from trip, generate_series(1, 2) place where place <= guests and n % 10 <> 3 order by id;
insert into waitlist_entries (user_id, trip_date, number_of_guests, created_at, ended_at) select customer, day, 1, made, made from past where n % 10 = 2 order by id;
insert into check_ins (booking_id, trip_date, state, admin_id, tapped_at, created_at) select id, day, 'ARRIVED', 1, day, day from past where n % 20 <> 0 order by id;
insert into guest_notes (booking_id, allergies, updated_at) select id, 'Nuts', made from trip where n % 5 = 2 and is_coming;
insert into gift_vouchers (id, code_digest, code_encrypted, cents, made_by, sender_name, recipient_name, created_at, issued_at)
  overriding system value select id, sha256(id::text::bytea), (select code_encrypted from gift_vouchers), 50000, 1, first_name, first_name, made, made from past where n % 50 = 9 order by id;
insert into gift_voucher_uses (voucher_id, booking_id, cents, created_at)
  select v.id, v.id, 50000, v.created_at from gift_vouchers v join trip t on t.id = v.id where n >= 400 order by v.id;
insert into audit_entries (id, happened_at, admin_id, action, subject_kind, subject_id, values_digest, position, hash)
  overriding system value select 1000 + 2 * id + part, made, 1, (array['booking.note-added', 'booking.payment-recorded'])[1 + part], 'booking', id::text, '\\x00', 1000 + 2 * id + part, '\\x00'
  from trip, generate_series(0, 1) part order by id, part;
insert into audit_values (entry_id, salt, before_value, after_value) select id, '\\x00', 'null', '{"text":"Likes the shade."}' from audit_entries where id > 1000;
insert into known_origins (user_id, origin, last_sign_in_at) select distinct customer, '10.9.0.1', now() from trip;
select setval(pg_get_serial_sequence(name, 'id'), 10000000) from unnest(array['users', 'bookings', 'refund_requests', 'refund_orders', 'refunds',
  'booking_queries', 'enquiries', 'gift_vouchers', 'audit_entries']) name;`

/** Fills a site that has no bookings yet. */
export async function fillWith(
  { address, databaseUrl }: { address: string; databaseUrl(): Promise<string> },
  bookings: number,
): Promise<void> {
  const database = new pg.Client(await databaseUrl())
  await database.connect()
  try {
    const [owner] = await openSessions(database, [1])
    // Only the server can encrypt a code; all vouchers share this one.
    const made = await fetch(address + makeGiftVoucher.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 500, senderName: 'Ada', recipientName: 'Bo', expiresOn: null }),
    })
    if (!made.ok) throw new Error(`Creating a voucher answered ${made.status} ${await made.text()}`)
    // Ten trips a day in past seasons, or more if the seasons since 1900 are too few.
    const pastDay = Math.max(10, Math.ceil(bookings / 9000))
    await database.query(FILL.replaceAll('$bookings', String(bookings)).replaceAll('$pastDay', String(pastDay)))
    await database.query('vacuum analyze')
  } finally {
    await database.end()
  }
}
