import type { Sharing } from '@arcadia/contract/configuration'
import { type RawBuilder, sql } from 'kysely'
import type { Promises } from './interleavings.ts'
import type { TestApp } from './test-app.ts'

/** Booked and held spots on a day, as the database counts them. */
export async function claimed(app: TestApp, date: string): Promise<number> {
  const { rows } = await sql<{ claimed: number }>`
    select booked + held as claimed from claims_between(${date}, ${date}, ${app.clock.now()})`.execute(app.database.db)
  return rows[0]?.claimed ?? 0
}

/** How many anglers each account has on a day, as the database counts them. */
export async function groupsOn(app: TestApp, date: string): Promise<number[]> {
  const { rows } = await sql<{ anglers: number }>`
    select sum(booked + held)::integer as anglers
    from each_claim(${date}, ${date}, ${app.clock.now()}) group by user_id`.execute(app.database.db)
  return rows.map(({ anglers }) => anglers)
}

/** A sentence for a day that is private and has another group all the same. */
export async function sharedPrivately(app: TestApp, day: string): Promise<string[]> {
  const { rows } = await sql<{ groups: number }>`
    select count(distinct user_id)::integer as groups from each_claim(${day}, ${day}, ${app.clock.now()})
    having bool_or(is_private) and count(distinct user_id) > 1`.execute(app.database.db)
  return rows.map(({ groups }) => `${day} is private and has ${groups} groups`)
}

/** A sentence for a day that breaks the sharing rule, unless it did before and neither groups nor anglers increased. */
export function wrongSharing(day: string, rule: Sharing, before: readonly number[], now: readonly number[]): string[] {
  const anglers = sum(now)
  const isBroken = now.length > 1 && (rule === 'ONE_GROUP' || (rule === 'TWO_ANGLERS' && anglers > 2))
  const isWorse = now.length > before.length || anglers > sum(before)
  return isBroken && isWorse ? [`${day} is shared by groups of ${now.join(' and ')} with ${rule}`] : []
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Sentences for bookings that differ from what customers were promised, and for violations of the waitlist order. */
export async function findWrongs(app: TestApp, days: readonly string[], promises: Promises): Promise<string[]> {
  return [
    ...(await bookingsUnlikePromises(app, days, promises)),
    ...(await skippedOffers(app, days)),
    ...(await unfairOffers(app, days)),
    ...(await slippedPast(app, days)),
  ]
}

async function bookingsUnlikePromises(
  app: TestApp,
  days: readonly string[],
  { bookings }: Promises,
): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom('bookings')
    .select(['id', 'trip_date', 'status'])
    .where('trip_date', 'in', days)
    .execute()
  const wrongs = rows.filter(({ id }) => !bookings.has(id)).map(({ id }) => `booking ${id} was promised to nobody`)
  for (const [id, { dates, isCancelled }] of bookings) {
    const row = rows.find((one) => one.id === id)
    if (!row) wrongs.push(`booking ${id} is lost`)
    else if ((row.status === 'CANCELLED') !== isCancelled) wrongs.push(`booking ${id} is ${row.status}`)
    else if (!dates.includes(row.trip_date))
      wrongs.push(`booking ${id} is on ${row.trip_date}, not on ${dates.join(' or ')}`)
  }
  return wrongs
}

/** Waitlist entries that would fit but got no offer. */
async function skippedOffers(app: TestApp, days: readonly string[]): Promise<string[]> {
  const { db } = app.database
  const { max_capacity, sharing } = await db.selectFrom('booking_config').selectAll().executeTakeFirstOrThrow()
  const wrongs: string[] = []
  for (const day of days) {
    const free = max_capacity - (await claimed(app, day))
    const waiting = await db
      .selectFrom('waitlist_entries as w')
      .leftJoin('holds as h', 'h.waitlist_entry_id', 'w.id')
      .select(({ exists, selectFrom }) => [
        'w.id',
        'w.number_of_guests',
        exists(
          selectFrom(sql`each_claim(${day}, ${day}, ${app.clock.now()})`.as('claim'))
            .select(sql`1`.as('one'))
            .where(sql`claim.user_id`, '<>', sql.ref('w.user_id')),
        ).as('meets_others'),
      ])
      .where('w.trip_date', '=', day)
      .where('w.ended_at', 'is', null)
      .where('h.id', 'is', null)
      .where('w.number_of_guests', '<=', free)
      .where(sql<boolean>`not ${hasOffer('w', sql`${app.clock.now()}::timestamptz`)}`)
      .execute()
    const { rows: isPrivate } = await sql`
      select from each_claim(${day}, ${day}, ${app.clock.now()}) where is_private`.execute(db)
    const shared = isPrivate.length > 0 ? 'ONE_GROUP' : sharing
    const freeToShare = { OPEN: free, ONE_GROUP: 0, TWO_ANGLERS: 2 - (max_capacity - free) }[shared]
    const fits = waiting.filter((entry) => !entry.meets_others || entry.number_of_guests <= freeToShare)
    for (const { id, number_of_guests } of fits)
      wrongs.push(`entry ${id} of ${number_of_guests} waits for ${day}, which has ${free} free`)
  }
  return wrongs
}

/** Whether the person of a waitlist entry may have had an open offer at a time, and so was not next in any line. */
const hasOffer = (entry: string, at: RawBuilder<unknown>) => sql<boolean>`exists (
  select from holds x
  where x.user_id = ${sql.ref(`${entry}.user_id`)} and x.waitlist_entry_id is not null and x.created_at <= ${at}
    and x.expires_at > ${at} and coalesce(x.consumed_at, x.released_at, 'infinity') >= ${at})`

/** Under a sharing rule or on a private day, a customer already on the boat may skip the line, so their holds are ignored. */
const isStranger = (hold: string, days: readonly string[]) => sql`(
  (select sharing = 'OPEN' from booking_config)
  and not exists (select from bookings where trip_date = any(${days}) and private_spots is not null)
  and not exists (select from holds where trip_date = any(${days}) and private_spots is not null) or (
    not exists (
      select from holds x where x.user_id = ${sql.ref(`${hold}.user_id`)} and x.trip_date = ${sql.ref(`${hold}.trip_date`)}
        and x.id <> ${sql.ref(`${hold}.id`)})
    and not exists (
      select from bookings b where b.user_id = ${sql.ref(`${hold}.user_id`)} and b.trip_date = any(${days})
        and b.id is distinct from ${sql.ref(`${hold}.booking_id`)})))`

/** A later group was served while an earlier one of the same size or smaller was waiting. */
async function unfairOffers(app: TestApp, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ earlier: number; later: number }>`
    select f.id as earlier, l.id as later
    from holds offer
    join waitlist_entries l on l.id = offer.waitlist_entry_id
    join waitlist_entries f on f.trip_date = l.trip_date and f.id < l.id and f.number_of_guests <= l.number_of_guests
    left join holds own on own.waitlist_entry_id = f.id
    where l.trip_date = any(${days})
      and (f.ended_at is null or f.ended_at > offer.created_at)
      and (own.id is null or own.created_at > offer.created_at)
      and not ${hasOffer('f', sql.ref('offer.created_at'))}
      and ${isStranger('offer', days)}`.execute(app.database.db)
  return rows.map(({ earlier, later }) => `entry ${later} was served before entry ${earlier}`)
}

/** A customer who was not waiting got spots that would have fit a group on the waitlist. */
async function slippedPast(app: TestApp, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ entry: number; hold: string }>`
    select f.id as entry, h.id as hold
    from holds h
    join waitlist_entries f on f.trip_date = h.trip_date and f.number_of_guests <= h.number_of_guests
    left join holds own on own.waitlist_entry_id = f.id
    where h.trip_date = any(${days}) and h.waitlist_entry_id is null
      and f.created_at < h.created_at
      and (f.ended_at is null or f.ended_at > h.created_at)
      and (own.id is null or own.created_at > h.created_at)
      and not ${hasOffer('f', sql.ref('h.created_at'))}
      -- A hold that replaces the customer's own earlier hold takes nothing from the waitlist.
      and not exists (
        select from holds earlier
        where earlier.user_id = h.user_id and earlier.trip_date = h.trip_date and earlier.released_at = h.created_at)
      and ${isStranger('h', days)}`.execute(app.database.db)
  return rows.map(({ entry, hold }) => `hold ${hold} slipped past entry ${entry}`)
}
