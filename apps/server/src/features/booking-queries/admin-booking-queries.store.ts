import type { AdminBookingQuery, getBookingQueryStats, searchBookingQueries } from '@arcadia/contract/booking-queries'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { Page } from '@arcadia/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import { readPage } from '../../database/read-page.ts'
import { confirmationNumberPattern, eachWord } from '../../database/search.ts'
import { sortOrder } from '../../database/sort-order.ts'
import type { RowChange } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { latestResponse } from './booking-queries.store.ts'

/** Joins the booking's current account: the address the question was asked from may have been a stranger's. */
function queries(db: Db) {
  return db
    .selectFrom('booking_queries as q')
    .innerJoin('bookings as b', 'b.id', 'q.booking_id')
    .innerJoin('users as u', 'u.id', 'b.user_id')
}

const shown = [
  'q.id',
  'q.booking_id as bookingId',
  'b.confirmation_number as confirmationNumber',
  'b.trip_date as bookingDate',
  'b.number_of_guests as bookingGuests',
  'u.first_name as userFirstName',
  'u.last_name as userLastName',
  // Only a signed-in customer can ask, so there is an address.
  sql<string>`u.email`.as('userEmail'),
  'b.phone as bookingPhone',
  'q.query_message as queryMessage',
  latestResponse,
  'q.admin_notes as adminNotes',
  'q.status',
  'q.created_at as createdAt',
  'q.responded_at as respondedAt',
] as const

/** @throws AppError `not-found` */
export async function getAdminQuery(db: Db, id: number): Promise<AdminBookingQuery> {
  const query = await queries(db).select(shown).where('q.id', '=', id).executeTakeFirst()
  if (!query) throw new AppError('not-found')
  return query
}

/** Locks the question until the transaction ends. @throws AppError `not-found` */
export async function lockAdminQuery(tx: Db, id: number): Promise<AdminBookingQuery> {
  const query = await queries(tx).select(shown).where('q.id', '=', id).forUpdate('q').executeTakeFirst()
  if (!query) throw new AppError('not-found')
  return query
}

const SORTED_BY = {
  name: [sql`lower(coalesce(u.first_name || ' ' || u.last_name, u.email))`, sql`q.id`],
  date: [sql`b.trip_date`, sql`q.id`],
  status: [sql`q.status`, sql`q.created_at`, sql`q.id`],
  created: [sql`q.created_at`, sql`q.id`],
}

/** SQL on question `q`: it, an answer, the asker or the confirmation number has every word of a search. */
export function questionsMatching(words: string | undefined): RawBuilder<boolean> {
  const number = confirmationNumberPattern(words)
  return sql<boolean>`
    (${!words} or q.id in (
      select id from booking_queries where ${eachWord(words, (word) => sql`search_text like ${word}`)}
      union all select query_id from replies where query_id is not null and ${eachWord(words, (word) => sql`search_text like ${word}`)}
      union all select asked.id from booking_queries asked join bookings b on b.id = asked.booking_id
        join users u on u.id = b.user_id
        where ${eachWord(words, (word) => sql`u.search_text like ${word}`)}
      union all select asked.id from booking_queries asked join bookings b on b.id = asked.booking_id
        where b.search_text like lower(${number}) and b.confirmation_number like ${number}))`
}

export async function findAdminQueries(
  db: Db,
  { q, status, sort = '-created', ...window }: Omit<Input<typeof searchBookingQueries>['query'], 'q'> & { q?: string },
): Promise<Page<AdminBookingQuery>> {
  const matching = sql<boolean>`
    (${status ?? null}::text is null or q.status = ${status ?? null}) and ${questionsMatching(q)}`
  const order = sortOrder(sort, SORTED_BY)
  const found = db.selectFrom('booking_queries as q').select('q.id').where(matching)
  // Cut the page first, then join customers and trips.
  return readPage(window, found, (some) => {
    const page = some
      .innerJoin('bookings as b', 'b.id', 'q.booking_id')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .orderBy(order)
    return queries(db).select(shown).where('q.id', 'in', page).orderBy(order).execute()
  })
}

export function countQueries(db: Db): Promise<Output<typeof getBookingQueryStats>> {
  return db
    .selectFrom('booking_queries')
    .select(({ fn }) => [
      fn.countAll<number>().as('totalQueries'),
      fn.countAll<number>().filterWhere('status', '=', 'NEW').as('newQueries'),
      fn.countAll<number>().filterWhere('status', '=', 'IN_PROGRESS').as('inProgressQueries'),
      fn.countAll<number>().filterWhere('status', '=', 'RESPONDED').as('respondedQueries'),
      fn.countAll<number>().filterWhere('status', '=', 'CLOSED').as('closedQueries'),
    ])
    .executeTakeFirstOrThrow()
}

export async function updateQuery(tx: Db, id: number, change: RowChange<'booking_queries'>): Promise<void> {
  await tx.updateTable('booking_queries').set(change).where('id', '=', id).execute()
}
