import type { Input, Output } from '@arcadia/contract/endpoint'
import type { AdminEnquiry, Enquiry, getEnquiryStats, NewEnquiry, searchEnquiries } from '@arcadia/contract/enquiries'
import { fullName } from '@arcadia/contract/full-name'
import type { Page } from '@arcadia/contract/lists'
import { type Generated, type GeneratedAlways, sql } from 'kysely'
import { readPage } from '../../database/read-page.ts'
import { eachWord } from '../../database/search.ts'
import { sortOrder } from '../../database/sort-order.ts'
import type { Row, RowChange } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    enquiries: {
      id: Generated<number>
      first_name: string
      last_name: string
      email: string
      phone: string
      country: string
      message: string | null
      status: Generated<Enquiry['status']>
      admin_notes: Generated<string | null>
      responded_at: Generated<Date | null>
      created_at: Date
      updated_at: Date
      search_text: GeneratedAlways<string>
    }
  }
}

export async function insertEnquiry(tx: Db, now: Date, enquiry: NewEnquiry): Promise<AdminEnquiry> {
  const row = await tx
    .insertInto('enquiries')
    .values({
      first_name: enquiry.firstName,
      last_name: enquiry.lastName,
      email: enquiry.email,
      phone: enquiry.phone,
      country: enquiry.country,
      message: enquiry.message,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEnquiry(row)
}

/** @throws AppError `not-found` */
export async function getEnquiryById(db: Db, id: number): Promise<AdminEnquiry> {
  const row = await db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return toEnquiry(row)
}

/** Locks the enquiry until the transaction ends. @throws AppError `not-found` */
export async function lockEnquiry(tx: Db, id: number): Promise<AdminEnquiry> {
  const row = await tx.selectFrom('enquiries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return toEnquiry(row)
}

const SORTED_BY = {
  name: [sql`lower(first_name || ' ' || last_name)`, sql`id`],
  email: [sql`lower(email)`, sql`id`],
  status: [sql`status`, sql`created_at`, sql`id`],
  created: [sql`created_at`, sql`id`],
}

/** SQL on `enquiries`: has every word of a search. */
export const enquiriesMatching = (words: string | undefined) => eachWord(words, (word) => sql`search_text like ${word}`)

/** Newest first by default; `q` is searched in names, email and message (docs/rules.md §6.12). */
export async function findEnquiries(
  db: Db,
  { q, status, sort = '-created', ...window }: Omit<Input<typeof searchEnquiries>['query'], 'q'> & { q?: string },
): Promise<Page<AdminEnquiry>> {
  const matching = sql<boolean>`
    (${status ?? null}::text is null or status = ${status ?? null}) and
    ${enquiriesMatching(q)}`
  const found = db.selectFrom('enquiries').selectAll().where(matching).orderBy(sortOrder(sort, SORTED_BY))
  return readPage(window, found, async (page) => (await page.execute()).map(toEnquiry))
}

export function countEnquiries(db: Db): Promise<Output<typeof getEnquiryStats>> {
  return db
    .selectFrom('enquiries')
    .select(({ fn }) => [
      fn.countAll<number>().as('totalEnquiries'),
      fn.countAll<number>().filterWhere('status', '=', 'NEW').as('newEnquiries'),
      fn.countAll<number>().filterWhere('status', '=', 'IN_PROGRESS').as('inProgressEnquiries'),
      fn.countAll<number>().filterWhere('status', '=', 'RESPONDED').as('respondedEnquiries'),
      fn.countAll<number>().filterWhere('status', '=', 'CLOSED').as('closedEnquiries'),
      fn.countAll<number>().filterWhere('status', '=', 'SPAM').as('spamEnquiries'),
    ])
    .executeTakeFirstOrThrow()
}

export async function updateEnquiry(tx: Db, id: number, change: RowChange<'enquiries'>): Promise<AdminEnquiry> {
  const row = await tx
    .updateTable('enquiries')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEnquiry(row)
}

function toEnquiry(row: Row<'enquiries'>): AdminEnquiry {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    // A name may be blank (docs/rules.md §6.5).
    fullName: fullName({ firstName: row.first_name, lastName: row.last_name }) || row.email,
    email: row.email,
    phone: row.phone,
    country: row.country,
    message: row.message,
    status: row.status,
    adminNotes: row.admin_notes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    respondedAt: row.responded_at,
  }
}
