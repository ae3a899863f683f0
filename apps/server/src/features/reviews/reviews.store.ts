import type { Page } from '@arcadia/contract/lists'
import type { NewReview, OwnReview, ReviewStatus } from '@arcadia/contract/reviews'
import type { Generated } from 'kysely'
import { readPage, type Window } from '../../database/read-page.ts'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    reviews: {
      id: Generated<number>
      booking_id: number
      user_id: number
      stars: number
      review_text: string
      status: Generated<ReviewStatus>
      created_at: Date
      updated_at: Date
    }
  }
}

function reviews(db: Db) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .select([
      'r.id',
      'r.stars',
      'r.review_text as text',
      'b.first_name as firstName',
      'b.trip_date as tripDate',
      'r.created_at as createdAt',
      'r.booking_id as bookingId',
      'r.status',
    ])
}

export async function findReview(db: Db, id: number): Promise<OwnReview | undefined> {
  return reviews(db).where('r.id', '=', id).executeTakeFirst()
}

export async function listReviewsOf(db: Db, userId: number): Promise<OwnReview[]> {
  return reviews(db).where('r.user_id', '=', userId).orderBy('r.id', 'desc').execute()
}

export async function searchReviews(
  db: Db,
  { status, ...window }: { status?: ReviewStatus | undefined } & Window,
): Promise<Page<OwnReview>> {
  // Finds the page of ids first, then joins only those.
  const found = db
    .selectFrom('reviews')
    .select('id')
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return readPage(window, found, (page) =>
    reviews(db).where('r.id', 'in', page).orderBy('r.created_at', 'desc').orderBy('r.id', 'desc').execute(),
  )
}

export async function hasPublishedReviews(db: Db): Promise<boolean> {
  const first = await db
    .selectFrom('reviews')
    .select('id')
    .where('status', '=', 'PUBLISHED')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

/** One review per trip; a second one replaces the first. */
export async function upsertReview(tx: Db, now: Date, userId: number, review: NewReview): Promise<number> {
  const written = { stars: review.stars, review_text: review.text, status: 'NEW' as const, updated_at: now }
  const { id } = await tx
    .insertInto('reviews')
    .values({ ...written, booking_id: review.bookingId, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(written))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the previous status; null if there is no such review. */
export async function setReviewStatus(
  tx: Db,
  now: Date,
  id: number,
  status: ReviewStatus,
): Promise<ReviewStatus | null> {
  const old = await tx.selectFrom('reviews').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!old) return null
  await tx.updateTable('reviews').set({ status, updated_at: now }).where('id', '=', id).execute()
  return old.status
}
