import type { Page } from '@arcadia/contract/lists'
import type { OwnReview, ReviewStatus } from '@arcadia/contract/reviews'
import { type Generated, type GeneratedAlways, sql } from 'kysely'
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
      pictures: Generated<string[]>
      /** When its guest said that everyone in its pictures agrees. */
      everyone_agreed_at: Generated<Date | null>
      /** Kept by the database: what helps whoever reads it, without the stars. */
      helps: GeneratedAlways<number>
    }
  }
}

/** As the sending of such an email is stored. */
export const ASKED = 'REVIEW'

/** SQL on booking `b`: not all of what was paid went back or is on its way, and its guest has an account of their own (`isWorthAsking`). */
const isWorthAsking = sql<boolean>`outcome_of(b) = 'TOOK_PLACE'
  and (net_paid(b.id) > 0 or canceled_of(b.id) = 0 and not exists (select from money_back m where m.booking_id = b.id))
  and not exists (select from refund_orders o where o.booking_id = b.id and o.finished_at is null)
  and not exists (select from refund_requests q where q.booking_id = b.id and q.decided_at is null)
  and exists (select from users u where u.id = b.user_id and u.closed_at is null and u.tests_for is null)`

const isReviewed = sql<boolean>`exists (select from reviews r where r.booking_id = b.id)`

/** SQL on booking `b`: its guest is to be asked how it was (docs/rules.md §11.13). */
export const isToBeAsked = sql<boolean>`${isWorthAsking} and not ${isReviewed}
  and not exists (select from reminders asked where asked.booking_id = b.id and asked.kind = ${ASKED})`

/** A trip whose guest is asked how it was. */
export async function findTripToAsk(db: Db, bookingId: number) {
  return db
    .selectFrom('bookings as b')
    .select(['b.email', 'b.first_name as firstName', 'b.trip_date as tripDate', isReviewed.as('isReviewed')])
    .where('b.id', '=', bookingId)
    .where(isWorthAsking)
    .executeTakeFirst()
}

export async function findReviewOf(db: Db, bookingId: number): Promise<OwnReview | undefined> {
  return reviews(db).where('r.booking_id', '=', bookingId).executeTakeFirst()
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
      'r.pictures',
    ])
}

export async function findReview(db: Db, id: number): Promise<OwnReview | undefined> {
  return reviews(db).where('r.id', '=', id).executeTakeFirst()
}

export async function listReviewsOf(db: Db, userId: number): Promise<OwnReview[]> {
  return reviews(db).where('r.user_id', '=', userId).orderBy('r.id', 'desc').execute()
}

/** All reviews, or those of one status, newest first. */
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

/** SQL on reviews `r`: most helpful first (docs/rules.md §11.15). */
const mostHelpful = sql`r.helps desc, length(r.review_text) desc, r.created_at desc, r.id desc`

/** What the public reads. */
export async function listPublishedReviews(db: Db, window: Window): Promise<Page<OwnReview>> {
  const found = db.selectFrom('reviews as r').select('r.id').where('r.status', '=', 'PUBLISHED').orderBy(mostHelpful)
  return readPage(window, found, (page) => reviews(db).where('r.id', 'in', page).orderBy(mostHelpful).execute())
}

/** What published reviews say together; rounded down, so that it is never better than it is. */
export async function findRating(db: Db): Promise<{ average: number; count: number } | null> {
  const { average, count } = await db
    .selectFrom('reviews')
    .select([
      sql<number | null>`(floor(avg(stars) * 10) / 10)::float8`.as('average'),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .where('status', '=', 'PUBLISHED')
    .executeTakeFirstOrThrow()
  return average === null ? null : { average, count }
}

/** The pictures of a booking's review; whoever reviews the trip at the same time waits. */
export async function lockPicturesOf(tx: Db, bookingId: number): Promise<string[]> {
  await tx.selectFrom('bookings').select('id').where('id', '=', bookingId).forNoKeyUpdate().execute()
  const known = tx.selectFrom('reviews').select('pictures').where('booking_id', '=', bookingId)
  return (await known.executeTakeFirst())?.pictures ?? []
}

/** One review per trip; a second one replaces the first. Without `pictures`, those sent before stay. */
export async function upsertReview(
  tx: Db,
  now: Date,
  review: { bookingId: number; userId: number; stars: number; text: string; pictures?: string[] },
): Promise<number> {
  const { pictures } = review
  const written = {
    stars: review.stars,
    review_text: review.text,
    status: 'NEW' as const,
    updated_at: now,
    ...(pictures && { pictures, everyone_agreed_at: pictures.length > 0 ? now : null }),
  }
  const { id } = await tx
    .insertInto('reviews')
    .values({ ...written, booking_id: review.bookingId, user_id: review.userId, created_at: now })
    .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(written))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes the pictures off the reviews of these bookings and returns them. */
export async function takePictures(tx: Db, bookingIds: readonly number[]): Promise<string[]> {
  const taken = tx.selectFrom('reviews').select('pictures').where('booking_id', 'in', bookingIds).forUpdate()
  const pictures = (await taken.execute()).flatMap((review) => review.pictures)
  await tx.updateTable('reviews').set({ pictures: [] }).where('booking_id', 'in', bookingIds).execute()
  return pictures
}

/** Returns the previous status and the pictures; null if there is no such review. */
export async function setReviewStatus(
  tx: Db,
  now: Date,
  id: number,
  status: ReviewStatus,
): Promise<{ status: ReviewStatus; pictures: string[] } | null> {
  const old = await tx
    .selectFrom('reviews')
    .select(['status', 'pictures'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!old) return null
  await tx.updateTable('reviews').set({ status, updated_at: now }).where('id', '=', id).execute()
  return old
}
