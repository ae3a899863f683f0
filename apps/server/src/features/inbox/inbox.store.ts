import type { InboxKind, listInbox } from '@arcadia/contract/admin/inbox'
import type { Input, Output } from '@arcadia/contract/endpoint'
import type { EnquiryStatus } from '@arcadia/contract/enquiries'
import { type RawBuilder, sql } from 'kysely'
import { readPage } from '../../database/read-page.ts'
import type { Db } from '../../database/transaction.ts'

/** Whether `enquiries`, or question `q`, have every word of a search. */
export interface InboxSearch {
  enquiries: (words: string | undefined) => RawBuilder<boolean>
  questions: (words: string | undefined) => RawBuilder<boolean>
}

/** Enquiries and questions as one list. Spam stays with the enquiries. */
function lines(db: Db, matching: InboxSearch, words?: string) {
  const enquiries = db
    .selectFrom('enquiries')
    .select(sql<InboxKind>`'enquiry'`.as('kind'))
    .select(['id', 'updated_at as active_at', sql<boolean>`needs_reply(status)`.as('needs_reply')])
    .where('status', '!=', 'SPAM')
    .where(matching.enquiries(words))
  const questions = db
    .selectFrom('booking_queries as q')
    .select(sql<InboxKind>`'booking-query'`.as('kind'))
    .select(['q.id', 'q.updated_at as active_at', sql<boolean>`needs_reply(q.status)`.as('needs_reply')])
    .where(matching.questions(words))
  return db.selectFrom(enquiries.unionAll(questions).as('i')).selectAll()
}

const NEWEST_FIRST = sql`i.active_at desc, i.id desc, i.kind`

/** Newest activity first. */
export async function findInbox(
  db: Db,
  matching: InboxSearch,
  { q, status, ...window }: Input<typeof listInbox>['query'],
): Promise<Output<typeof listInbox>> {
  const found = lines(db, matching, q)
    .where(sql<boolean>`(${status ?? null}::text is null or i.needs_reply)`)
    .orderBy(NEWEST_FIRST)
  const [page, counts] = await Promise.all([
    // Cut the page first, then join who wrote what.
    readPage(window, found, (some) =>
      db
        .selectFrom(some.as('i'))
        .leftJoin('enquiries as e', (join) => join.onRef('e.id', '=', 'i.id').on('i.kind', '=', 'enquiry'))
        .leftJoin('booking_queries as q', (join) => join.onRef('q.id', '=', 'i.id').on('i.kind', '=', 'booking-query'))
        .leftJoin('bookings as b', 'b.id', 'q.booking_id')
        .leftJoin('users as u', 'u.id', 'b.user_id')
        .select(['i.kind', 'i.id', 'i.active_at as activeAt', 'i.needs_reply as needsReply'])
        .select(['b.confirmation_number as confirmationNumber', 'b.trip_date as bookingDate'])
        .select([
          sql<string>`coalesce(nullif(full_name(e.first_name, e.last_name), ''), e.email,
            nullif(full_name(u.first_name, u.last_name), ''), u.email)`.as('name'),
          sql<string>`coalesce(e.email, u.email)`.as('email'),
          sql<string | null>`coalesce(e.message, q.query_message)`.as('message'),
          sql<EnquiryStatus>`coalesce(e.status, q.status)`.as('status'),
        ])
        .orderBy(NEWEST_FIRST)
        .execute(),
    ),
    lines(db, matching)
      .clearSelect()
      .select(({ fn }) => [
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere('i.needs_reply', '=', true).as('needsReply'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { ...page, counts }
}
