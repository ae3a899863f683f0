import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { type Db, inTransaction } from '../database/transaction.ts'
import { ensureFirstAdmin } from '../features/accounts/first-admin.ts'
import { generatePassword, hashPassword } from '../features/accounts/passwords.ts'
import { recordChange } from '../features/audit-log/record-change.ts'
import { seedConfig } from '../features/configuration/configuration.service.ts'
import { StartError } from '../start-error.ts'

/** How much; the seasons count back from the configured one, and the bookings are spread evenly over their days. */
const USERS = 50_000
const BOOKINGS = 100_000
const SEASONS = 40
const ENQUIRIES = 20_000
const QUESTIONS = 4_000
const REVIEWS = 3_000
const MAILS = 50_000
/** What admins changed. */
const CHANGES = 4_000

/** So many rows a transaction, each well within the statement time-out. */
const BATCH = 5_000

const FIRST_NAMES =
  'James Mary Robert Linda John Susan Michael Karen David Lisa William Nancy Thomas Sandra Daniel Ashley Mark Emily Steven Laura Paul Megan Kevin Rachel Brian Diane Luis Rosa Carlos Elena'
const LAST_NAMES =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Wilson Anderson Taylor Moore Jackson Martin Lee Thompson White Harris Clark Lewis Walker Hall Young King Wright Hill Green Baker Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker'
const WISHES = [
  'Is the first week of June still quiet? We would be four.',
  'My father turns seventy. Can he fish from a chair?',
  'What is the largest fish of this season so far?',
  'Do you take a deposit over the phone?',
  'Which airport do you recommend from Chicago?',
  'We are six. Is there any way to fish on two mornings?',
]
const QUESTION_TEXTS = [
  'Can we bring our own rods?',
  'My brother does not fish. Can he come along on the boat?',
  'Is there shade on the boat?',
  'What happens when there is a thunderstorm in the morning?',
]
const REVIEW_TEXTS = [
  'Nobody talked me into a bigger boat. The guide knew where they were and we had them by nine.',
  'My son caught the fish of his life. We will be back in June.',
  'Hot, early and worth every minute.',
]

/**
 * Years of business for measurements, written as rows past the services but under the oversell guard: every trip was booked
 * on the phone with nothing paid, a day gets one group that comes, and every further one has cancelled.
 * @throws StartError when there are bookings already
 */
export async function writeManyRows(config: Config, db: Db, clock: Clock) {
  await refuseUnlessEmpty(db)
  await seedConfig(db, clock)
  const firstAdmin = await ensureFirstAdmin(db, clock, config)
  const passwordHash = await hashPassword(generatePassword())
  const write = (work: (tx: Db) => Promise<unknown>) => inTransaction(db, clock, work)
  for (const [from, to] of batches(USERS)) await write((tx) => insertUsers(tx, passwordHash, from, to))
  for (const [from, to] of batches(BOOKINGS)) await write((tx) => insertBookings(tx, from, to))
  for (const [from, to] of batches(ENQUIRIES)) await write((tx) => insertEnquiries(tx, from, to))
  await write(insertQueries)
  await write(insertReviews)
  await write(insertMails)
  for (const [from, to] of batches(CHANGES, 1_000)) await write((tx) => recordChanges(tx, from, to))
  // Also tells the planner how much there is now, and makes counting an index enough.
  await sql`vacuum analyze`.execute(db)
  return { firstAdmin }
}

async function refuseUnlessEmpty(db: Db): Promise<void> {
  if (await db.selectFrom('bookings').select('id').limit(1).executeTakeFirst())
    throw new StartError('seed: this database has bookings already. Invented ones go into an empty database only.')
}

function batches(count: number, each = BATCH): [from: number, to: number][] {
  return Array.from({ length: Math.ceil(count / each) }, (_, batch) => [
    batch * each + 1,
    Math.min(count, (batch + 1) * each),
  ])
}

const anyOf = (words: string, seed: ReturnType<typeof sql>) =>
  sql`(string_to_array(${words}, ' '))[1 + ${seed} % ${words.split(' ').length}::integer]`

/** A person for each number from `from` to `to`: neighbours have different names, the same number always the same. */
const people = (from: number, to: number) => sql`
  select n, ${anyOf(FIRST_NAMES, sql`(n * 7)`)} as first_name, ${anyOf(LAST_NAMES, sql`(n * 11 + n / 30)`)} as last_name,
    '+1 863 555 ' || lpad((n % 10000)::text, 4, '0') as phone
  from generate_series(${from}::integer, ${to}::integer) n`

async function insertUsers(tx: Db, passwordHash: string, from: number, to: number): Promise<void> {
  await sql`
    insert into users (username, email, email_confirmed_at, password_hash, first_name, last_name, phone_number, role,
      is_active, created_at, updated_at)
    select lower(first_name || '.' || last_name || n), lower(first_name || '.' || last_name || n || '@example.com'), at,
      ${passwordHash}, first_name, last_name, phone, 'USER', n % 40 <> 0, at, at
    from (${people(from, to)}) person, lateral (select app_now() - n * interval '1 hour' as at) moment
    on conflict do nothing`.execute(tx)
}

/** Each day has its bookings in a row, so that a transaction locks few days: the first comes, the others cancelled. */
async function insertBookings(tx: Db, from: number, to: number): Promise<void> {
  const bookings = await sql<{ id: number }>`
    with days as materialized (
      select day::date as trip_date, row_number() over (order by hashtext(day::text)) - 1 as place,
        1 + (${BOOKINGS}::integer - 1) / count(*) over () as each
      from booking_config c, generate_series(0, ${SEASONS - 1}::integer) back,
        generate_series(c.season_start - back * interval '1 year', c.season_end - back * interval '1 year', '1 day') day
      where extract(dow from day) <> all (c.closed_days) and day::date <> all (c.blackout_dates)
    ), customers as materialized (
      select min(id) as first, max(id) + 1 - min(id) as total from users where role = 'USER'
    ), trips as (
      select n, d.trip_date, u.id as user_id, u.first_name, u.last_name, u.email, u.phone_number as phone,
        1 + n % least(4, c.max_capacity) as guests,
        case when n % 3 = 0 then 'STANDARD' else 'TROPHY' end as package_type,
        case when (n - 1) % d.each > 0 or n % 9 = 0 then 'CANCELLED'
          when d.trip_date < app_now()::date then 'COMPLETED' else 'CONFIRMED' end as status,
        case when n % 3 = 0 then c.standard_package_price_cents else c.trophy_package_price_cents end as price,
        c.deposit_per_guest_cents as deposit,
        least(d.trip_date - (1 + n % 90) * interval '1 day', app_now() - n % 5000 * interval '7 minutes') as at
      from generate_series(${from}::integer, ${to}::integer) n
      cross join booking_config c
      join days d on (n - 1) / d.each = d.place
      cross join customers
      join users u on u.id = customers.first + (n * 13) % customers.total
    )
    insert into bookings (confirmation_number, user_id, trip_date, number_of_guests, package_type, first_name, last_name,
      email, phone, total_cents, deposit_cents, status, status_reason, entered_by, created_at, updated_at)
    select 'JB-' || lpad((n * 997 % 100000000)::text, 8, '0'), user_id, trip_date, guests, package_type, first_name, last_name,
      email, phone, guests * price, least(guests * deposit, guests * price), status,
      case when status = 'CANCELLED' then 'Cancelled by the customer.' end,
      (select min(id) from users where role = 'ADMIN'), at, at
    from trips
    -- The guard counts a day once an insert's rows stand: whoever comes is written first.
    order by trip_date, status = 'CANCELLED'
    returning id`.execute(tx)
  const ids = bookings.rows.map(({ id }) => id)
  await sql`
    insert into booking_events (booking_id, happened_at, kind, description)
    select b.id, b.created_at, 'created', 'Booked.' from bookings b where b.id = any(${ids}) order by b.id`.execute(tx)
}

async function insertEnquiries(tx: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into enquiries (first_name, last_name, email, phone, country, message, status, created_at, updated_at)
    select first_name, last_name, lower(first_name || '.' || last_name || n || '@example.com'), phone,
      (array['US', 'US', 'US', 'CA', 'UK', 'DE'])[1 + n % 6], (${WISHES}::text[])[1 + n % ${WISHES.length}::integer],
      (array['NEW', 'IN_PROGRESS', 'RESPONDED', 'RESPONDED', 'CLOSED', 'CLOSED', 'SPAM'])[1 + n % 7], at, at
    from (${people(from, to)}) person, lateral (select app_now() - n * interval '83 minutes' as at) moment`.execute(tx)
}

async function insertQueries(tx: Db): Promise<void> {
  await sql`
    insert into booking_queries (booking_id, user_id, query_message, status, admin_response, created_at, responded_at, updated_at)
    select id, user_id, (${QUESTION_TEXTS}::text[])[1 + n % ${QUESTION_TEXTS.length}::integer], status,
      case when status in ('RESPONDED', 'CLOSED') then 'Yes, no problem at all. See you on the water!' end,
      created_at, case when status in ('RESPONDED', 'CLOSED') then least(created_at + interval '5 hours', app_now()) end, created_at
    from (
      select b.*, (array['NEW', 'IN_PROGRESS', 'RESPONDED', 'CLOSED'])[1 + n % 4] as status
      from (select id, user_id, created_at, (row_number() over (order by created_at desc))::integer as n from bookings) b
      where n <= ${QUESTIONS}::integer
    ) asked`.execute(tx)
}

async function insertReviews(tx: Db): Promise<void> {
  await sql`
    insert into reviews (booking_id, user_id, stars, review_text, status, created_at, updated_at)
    select id, user_id, 5 - n % 3 / 2, (${REVIEW_TEXTS}::text[])[1 + n % ${REVIEW_TEXTS.length}::integer],
      (array['PUBLISHED', 'PUBLISHED', 'NEW', 'HIDDEN'])[1 + n % 4], at, at
    from (
      select id, user_id, least(trip_date + interval '2 days', app_now()) as at,
        (row_number() over (order by trip_date desc, id))::integer as n
      from bookings where status = 'COMPLETED'
    ) trip where n <= ${REVIEWS}::integer`.execute(tx)
}

/** As they went out when the newest bookings were made. */
async function insertMails(tx: Db): Promise<void> {
  await sql`
    insert into outbox_mails (kind, to_email, params, subject, message_id, created_at, next_try_at, tries, sent_at)
    select 'booking-confirmed', email, jsonb_build_object('bookingId', id), 'Your booking ' || confirmation_number,
      '<seed-' || id || '@localhost>', created_at, created_at, 1, created_at
    from (select * from bookings order by created_at desc, id desc limit ${MAILS}::integer) newest
    order by created_at, id`.execute(tx)
}

/** Enquiries that the first admin took up. */
async function recordChanges(tx: Db, from: number, to: number): Promise<void> {
  const admin = await tx.selectFrom('users').select('id').where('role', '=', 'ADMIN').executeTakeFirstOrThrow()
  for (let id = from; id <= to; id++)
    await recordChange(tx, {
      adminId: admin.id,
      action: 'enquiry.status-changed',
      subject: { kind: 'enquiry', id },
      before: { status: 'NEW' },
      after: { status: 'IN_PROGRESS' },
    })
}
