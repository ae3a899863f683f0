import type { Output } from '@arcadia/contract/endpoint'
import { callUs } from '@arcadia/contract/site/business-words'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { errors, type KeptTrip, type LinkedTrip, type refundTrip } from '@arcadia/contract/trips'
import type { Base } from '../../base.ts'
import { AppError } from '../../http/app-error.ts'
import { bookingOf, tripLink } from '../../http/booking-links.ts'
import type { createBalanceLinks } from '../balance-links/balance-links.service.ts'
import { changeBooking } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { rescheduled } from '../bookings/move-booking.service.ts'
import type { Businesses } from '../business/business.service.ts'
import type { DayMoveAnswers } from '../day-moves/day-move-answers.service.ts'
import type { Waivers } from '../waivers/waivers.service.ts'

type Found = NonNullable<Awaited<ReturnType<Bookings['find']>>>

interface Deps extends Pick<Base, 'db' | 'clock' | 'encryptionKey' | 'ownerEmail'> {
  bookings: Pick<Bookings, 'get' | 'find' | 'calendar'>
  business: Pick<Businesses, 'get'>
  waivers: Pick<Waivers, 'signedOf'>
  dayMoves: DayMoveAnswers
  balanceLinks: Pick<ReturnType<typeof createBalanceLinks>, 'find'>
}

/** A trip by its link (docs/rules.md §2.20). */
export function createTrips(deps: Deps) {
  const { clock, encryptionKey, bookings, dayMoves } = deps
  const { invalid, lookUp } = createLookUp(deps)

  /** The booking behind a link, while there is something to see. @throws AppError `trip-link-invalid` */
  async function get(token: string) {
    const found = await lookUp(token)
    const { booking, ask, isBooked } = found
    const isToCome = booking.selectedDate >= venueDate(clock.now())
    if (ask?.state !== 'OPEN' && !(isToCome && (isBooked || ask !== undefined))) throw await invalid()
    return found
  }

  /** The booking whose called-off day a link answers. @throws AppError `trip-link-invalid` */
  async function getAsked(token: string, find = get): Promise<Found> {
    const { booking, isOwn } = await find(token)
    if (!isOwn) throw new AppError('trip-link-invalid')
    return booking
  }

  const open = async (token: string): Promise<LinkedTrip> => show(await get(token))

  async function show({ booking, ask, isOwn, isBooked }: Awaited<ReturnType<typeof lookUp>>): Promise<LinkedTrip> {
    const isOpen = ask?.state === 'OPEN'
    return {
      ...booking,
      calledOff: ask ? { ...booking, ...ask, canAnswer: isOwn && isOpen } : null,
      trip: isBooked && !isOpen ? await keptOf(booking, deps.waivers) : null,
      canReview: isOwn && booking.outcome === 'TOOK_PLACE',
    }
  }

  return {
    open,

    /**
     * Moves the booking while its day is called off, and at no other time.
     * @throws AppError `trip-link-invalid`, `day-move-over`, and those of a reschedule
     */
    async move(token: string, to: TripDate): Promise<LinkedTrip> {
      const booking = await getAsked(token)
      const ask = await dayMoves.askOf(booking)
      if (ask?.state === 'ANSWERED' && booking.selectedDate === to) return open(token)
      if (ask?.state !== 'OPEN') throw new AppError('day-move-over')
      const answered: typeof rescheduled = {
        ...rescheduled,
        async write(about) {
          // Under the day's lock, in case it was answered or is on after all.
          if ((await dayMoves.askOf(about.booking, about.tx))?.state !== 'OPEN') throw new AppError('day-move-over')
          return rescheduled.write(about)
        },
      }
      await changeBooking(deps, answered, { by: 'guest', user: asCustomer(booking), id: booking.id }, { to })
      return open(token)
    },

    /** @throws AppError `trip-link-invalid`, and those of the refund of a called-off day */
    async refund(token: string): Promise<Output<typeof refundTrip>> {
      // After the day the link ends with its answer, which whoever gave it still reads.
      const booking = await getAsked(token, lookUp)
      const { success, message } = await dayMoves.refund(asCustomer(booking), booking.id)
      return { success, message, trip: await show(await lookUp(token)) }
    },

    /** @throws AppError `trip-link-invalid` */
    async calendar(token: string): Promise<string> {
      const { booking } = await get(token)
      return bookings.calendar(asCustomer(booking), booking.id)
    },

    /** The email that a link of a public id stands in, while its day waits for an answer. */
    async findAsked(linkId: string) {
      const id = bookingOf(linkId)
      const booking = id ? await bookings.find(id) : undefined
      if (!booking?.email || !tripLink.isId(encryptionKey, linkId, booking)) return undefined
      const ask = await dayMoves.askOf(booking)
      if (ask?.state !== 'OPEN') return undefined
      const params = { moveId: ask.moveId, bookingId: booking.id }
      return { to: booking.email, mail: { kind: 'day-move-asked' as const, params } }
    },
  }
}

function createLookUp({ encryptionKey, bookings, business, dayMoves, balanceLinks }: Deps) {
  async function findByOwn(token: string): Promise<Found | undefined> {
    const id = bookingOf(token)
    const booking = id ? await bookings.find(id) : undefined
    return booking && tripLink.isToken(encryptionKey, token, booking) ? booking : undefined
  }

  async function findByPayLink(token: string): Promise<Found | undefined> {
    const link = await balanceLinks.find(token)
    return link && bookings.find(link.bookingId)
  }

  const invalid = async () =>
    new AppError('trip-link-invalid', {
      message: `${errors['trip-link-invalid'].message} ${callUs(await business.get())}`,
    })

  /** The booking behind a link, whether or not there is still something to see. @throws AppError `trip-link-invalid` */
  async function lookUp(token: string) {
    const own = await findByOwn(token)
    const booking = own ?? (await findByPayLink(token))
    if (!booking) throw await invalid()
    const isBooked = booking.status === 'CONFIRMED' || booking.status === 'COMPLETED'
    return { booking, ask: await dayMoves.askOf(booking), isOwn: own !== undefined, isBooked }
  }

  return { invalid, lookUp }
}

const asCustomer = ({ userId }: Found) => ({ id: userId, role: 'USER' as const })

async function keptOf(booking: Found, waivers: Pick<Waivers, 'signedOf'>): Promise<KeptTrip> {
  const signed = (await waivers.signedOf([booking]))(booking.id)
  return { ...booking, waiver: signed && { ...signed, signed: Math.min(signed.names.length, signed.wanted) } }
}
