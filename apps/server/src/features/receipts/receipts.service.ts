import { fullName } from '@arcadia/contract/full-name'
import type { Receipts } from '@arcadia/contract/receipts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { BookingEntry, PaidFor } from '../bookkeeping/booking-entry.ts'
import type { GiftVouchers } from '../gift-vouchers/gift-vouchers.service.ts'
import type { createTips } from '../tips/tips.service.ts'
import type { createLookUp } from '../trips/trips.service.ts'
import { toReceipt } from './receipts.rules.ts'

type Tips = ReturnType<typeof createTips>
type FoundTip = Awaited<ReturnType<Tips['findByReceipt']>>
type Found = NonNullable<Awaited<ReturnType<Bookings['find']>>>

/** What was paid for a booking or a gift voucher, by each key that may read it (docs/rules.md §3.44). */
export function createReceipts(deps: {
  bookings: Pick<Bookings, 'get' | 'find'>
  bookkeeping: { entriesOf(of: PaidFor): Promise<BookingEntry[]> }
  trips: { lookUp: ReturnType<typeof createLookUp> }
  vouchers: Pick<GiftVouchers, 'findPaidFor'>
  tips: Pick<Tips, 'findByReceipt' | 'listGiven'>
}) {
  async function receiptsOf(booking: Found) {
    const guest = fullName(booking)
    const entries = await deps.bookkeeping.entriesOf({ bookingId: booking.id })
    return { entries, receipts: entries.map((entry) => toReceipt(entry, guest)), guest }
  }

  async function showAll(booking: Found): Promise<Receipts> {
    const { receipts, guest } = await receiptsOf(booking)
    const sum = (isBack: boolean) =>
      receipts.filter((one) => one.isBack === isBack).reduce((total, { amount }) => total + amount, 0)
    return {
      trip: booking,
      opensTrip: true,
      gift: null,
      receipts,
      tips: [],
      statement: { ...booking, guest, paid: sum(false), back: sum(true) },
    }
  }

  async function receiptsOfGift(
    gift: NonNullable<Awaited<ReturnType<GiftVouchers['findPaidFor']>>>,
  ): Promise<Receipts> {
    const entries = await deps.bookkeeping.entriesOf({ voucherId: gift.id })
    return {
      trip: null,
      opensTrip: false,
      gift,
      receipts: entries.map((entry) => toReceipt(entry, gift.senderName)),
      tips: [],
      statement: null,
    }
  }

  async function readTip({ id, payer }: Pick<NonNullable<FoundTip>, 'id' | 'payer'>) {
    const entries = await deps.bookkeeping.entriesOf({ tipId: id })
    return entries.map((entry) => toReceipt(entry, payer))
  }

  /** A tip's paper says nothing of the trip's money. */
  async function receiptsOfTip({ id, bookingId, payer }: NonNullable<FoundTip>): Promise<Receipts> {
    const trip = (await deps.bookings.find(bookingId))!
    return { trip, opensTrip: false, gift: null, receipts: await readTip({ id, payer }), tips: [], statement: null }
  }

  return {
    /** @throws AppError `booking-not-found` */
    async show(user: SignedIn, id: number): Promise<Receipts> {
      await deps.bookings.get(user, id)
      const all = await showAll((await deps.bookings.find(id))!)
      const given = user.role === 'USER' ? await deps.tips.listGiven(id) : []
      return { ...all, tips: (await Promise.all(given.map(readTip))).flat() }
    },

    /**
     * All by the booking's own link, by a share's what was paid of it, by a gift voucher's what was paid for it, by a tip's that
     * tip, and nothing by the group's. @throws AppError `trip-link-invalid`
     */
    async open(token: string): Promise<Receipts> {
      const gift = await deps.vouchers.findPaidFor(token)
      if (gift) return receiptsOfGift(gift)
      const tip = await deps.tips.findByReceipt(token)
      if (tip) return receiptsOfTip(tip)
      const { booking, key, shareId } = await deps.trips.lookUp(token)
      if (key === 'BOOKING') return showAll(booking)
      if (shareId === undefined) throw new AppError('trip-link-invalid')
      const { entries, receipts } = await receiptsOf(booking)
      return {
        trip: booking,
        opensTrip: true,
        gift: null,
        receipts: receipts.filter((_, index) => entries[index]!.shareId === shareId),
        tips: [],
        statement: null,
      }
    },
  }
}
