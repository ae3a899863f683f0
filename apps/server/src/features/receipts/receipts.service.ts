import { fullName } from '@arcadia/contract/full-name'
import type { Receipts } from '@arcadia/contract/receipts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { BookingEntry } from '../bookkeeping/booking-entry.ts'
import type { createLookUp } from '../trips/trips.service.ts'
import { toReceipt } from './receipts.rules.ts'

type Found = NonNullable<Awaited<ReturnType<Bookings['find']>>>

/** What was paid for a booking, by each key that may read it (docs/rules.md §3.44). */
export function createReceipts(deps: {
  bookings: Pick<Bookings, 'get' | 'find'>
  bookkeeping: { entriesOf(bookingId: number): Promise<BookingEntry[]> }
  trips: { lookUp: ReturnType<typeof createLookUp> }
}) {
  async function receiptsOf(booking: Found) {
    const guest = fullName(booking)
    const entries = await deps.bookkeeping.entriesOf(booking.id)
    return { entries, receipts: entries.map((entry) => toReceipt(entry, guest)), guest }
  }

  async function showAll(booking: Found): Promise<Receipts> {
    const { receipts, guest } = await receiptsOf(booking)
    const sum = (isBack: boolean) =>
      receipts.filter((one) => one.isBack === isBack).reduce((total, { amount }) => total + amount, 0)
    return { ...booking, receipts, statement: { ...booking, guest, paid: sum(false), back: sum(true) } }
  }

  return {
    /** @throws AppError `booking-not-found` */
    async show(user: SignedIn, id: number): Promise<Receipts> {
      await deps.bookings.get(user, id)
      return showAll((await deps.bookings.find(id))!)
    },

    /** All by the booking's own link, by a share's what was paid of it, and nothing by the group's. @throws AppError `trip-link-invalid` */
    async open(token: string): Promise<Receipts> {
      const { booking, key, shareId } = await deps.trips.lookUp(token)
      if (key === 'BOOKING') return showAll(booking)
      if (shareId === undefined) throw new AppError('trip-link-invalid')
      const { entries, receipts } = await receiptsOf(booking)
      return {
        ...booking,
        receipts: receipts.filter((_, index) => entries[index]!.shareId === shareId),
        statement: null,
      }
    },
  }
}
