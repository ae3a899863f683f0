import type { Booking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import {
  type LinkedReview,
  type NewReview,
  type OwnReview,
  type openReview,
  type ReviewStatus,
  refusePictures,
} from '@arcadia/contract/reviews'
import { tookPlace } from '@arcadia/contract/trip-over'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { bookingOf, tripLink } from '../../http/booking-links.ts'
import { limitFor } from '../../http/limits.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { MailContent } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { isPageOver } from '../bookings/bookings.rules.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { Businesses } from '../business/business.service.ts'
import { type MadePicture, makePicture } from '../pictures/make-picture.ts'
import { deletePictures, keepPicture, showPictures } from '../pictures/pictures.writes.ts'
import {
  findReview,
  findReviewOf,
  findTripToAsk,
  lockPicturesOf,
  setReviewStatus,
  upsertReview,
} from './reviews.store.ts'

/** Each time three pictures are decoded. */
const picturesOf = limitFor('review-pictures', 10, HOUR_MS)

interface Deps extends Pick<Base, 'db' | 'clock' | 'encryptionKey' | 'limits'> {
  bookings: Pick<Bookings, 'get' | 'find'>
  business: Pick<Businesses, 'get'>
}

export function createReviews(deps: Deps) {
  const { db, clock, encryptionKey, bookings } = deps

  /** @throws AppError `invalid-input` about a picture, `too-many-requests` */
  async function write(userId: number, { pictures, everyoneAgreed, ...said }: NewReview): Promise<OwnReview> {
    const wrong = refusePictures({ ...(pictures && { pictures }), ...(everyoneAgreed && { everyoneAgreed }) })
    if (wrong) throw new AppError('invalid-input', wrong)
    if (pictures?.length) await deps.limits.spend(picturesOf(said.bookingId))
    const made: MadePicture[] = []
    // One after the other, because each takes memory.
    for (const [index, picture] of (pictures ?? []).entries())
      made.push(await makePicture(picture, `pictures.${index}`))
    const id = await inTransaction(db, clock, async (tx, now) => {
      const before = await lockPicturesOf(tx, said.bookingId)
      if (!pictures) await showPictures(tx, before, false)
      else await deletePictures(tx, before)
      const kept: string[] = []
      for (const picture of made) kept.push(await keepPicture(tx, now, picture))
      return upsertReview(tx, now, { ...said, userId, ...(pictures && { pictures: kept }) })
    })
    return (await findReview(db, id))!
  }

  /** @throws AppError `trip-not-completed` */
  async function refuseEarly(booking: Booking): Promise<void> {
    if (!tookPlace(booking, await deps.business.get(), clock.now().getTime())) throw new AppError('trip-not-completed')
  }

  /** @throws AppError `trip-link-invalid`, `trip-not-completed` */
  async function getLinked(token: string) {
    const booking = await tripLink.find(encryptionKey, token, bookings.find)
    if (!booking || isPageOver(booking, clock.now())) throw new AppError('trip-link-invalid')
    await refuseEarly(booking)
    return booking
  }

  return {
    /** @throws AppError `booking-not-found`, `trip-not-completed` */
    async save(user: SignedIn, review: NewReview): Promise<OwnReview> {
      await refuseEarly(await bookings.get(user, review.bookingId))
      return write(user.id, review)
    },

    /** The trip that a booking's own link asks about. @throws AppError `trip-link-invalid`, `trip-not-completed` */
    async open(token: string): Promise<Output<typeof openReview>> {
      const { id, selectedDate } = await getLinked(token)
      const said = await findReviewOf(db, id)
      return { tripDate: selectedDate, said: said ? { ...said, pictures: said.pictures.length } : null }
    },

    /** @throws AppError `trip-link-invalid`, `trip-not-completed` */
    async send({ token, ...said }: LinkedReview): Promise<OwnReview> {
      const { id, userId } = await getLinked(token)
      return write(userId, { ...said, bookingId: id })
    },

    /** The email that a link of a public id stands in, once the trip is over. */
    async findAsked(linkId: string): Promise<{ to: string; mail: MailContent } | undefined> {
      const id = bookingOf(linkId)
      const trip = id ? await findTripToAsk(db, id) : undefined
      if (!id || !trip?.email || !tripLink.isId(encryptionKey, linkId, { id, email: trip.email })) return undefined
      return { to: trip.email, mail: { kind: 'review-asked', params: { bookingId: id, isAskedFor: true } } }
    },

    /** @throws AppError `review-not-found` */
    setStatus: (adminId: number, id: number, status: ReviewStatus): Promise<OwnReview> =>
      inTransaction(db, clock, async (tx, now) => {
        const before = await setReviewStatus(tx, now, id, status)
        if (!before) throw new AppError('review-not-found')
        await showPictures(tx, before.pictures, status === 'PUBLISHED')
        await recordChange(tx, adminId, 'review.status-changed', id, { status: before.status }, { status })
        return (await findReview(tx, id))!
      }),
  }
}
