import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { AsOfNow } from '../../mail/mails-as-of-now.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { BookingDetails } from '../booking-details/booking-details.service.ts'
import type { StaffsChange } from '../booking-details/booking-timeline.rules.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import type { Businesses } from '../business/business.service.ts'
import type { ManualPayments } from '../manual-payments/manual-payments.service.ts'
import type { createTips } from '../tips/tips.service.ts'
import { disputePackPage } from './dispute-pack-page.ts'
import { getAccountOf, listMailsOf, listNetworks, listRequestsOf } from './dispute-packs.store.ts'
import { tipPackPage } from './tip-pack-page.ts'

export const disputePackMade = toldChange({
  name: 'dispute-pack-made',
  by: { staff: { who: 'the owner', guest: null, owner: null } },
  frees: false,
})

export type TipPack = Awaited<ReturnType<ReturnType<typeof createDisputePacks>['readTip']>>
export type DisputePack = Awaited<ReturnType<ReturnType<typeof createDisputePacks>['read']>>

export function createDisputePacks(
  deps: Pick<Base, 'db' | 'clock' | 'publicUrl'> & {
    business: Pick<Businesses, 'get'>
    bookingDetails: Pick<BookingDetails, 'get'> & {
      listChanges(id: number): Promise<readonly StaffsChange[]>
      moneyOfTip(tipId: number): Promise<Pick<AdminBookingDetails, 'charges' | 'refunds'>>
    }
    tips: Pick<ReturnType<typeof createTips>, 'find'>
    manualPayments: Pick<ManualPayments, 'list'>
    asOfNow: AsOfNow
  },
) {
  const { db, clock, bookingDetails, manualPayments, publicUrl, business } = deps

  /** Everything we keep about a booking as evidence. */
  async function read(admin: SignedIn, id: number) {
    const booking = await bookingDetails.get(admin, id)
    const attempts = booking.charges.map((charge) => charge.id)
    return {
      madeAt: clock.now(),
      letterhead: { publicUrl, business: await business.get() },
      booking,
      account: await getAccountOf(db, id),
      networks: await listNetworks(db, attempts),
      manualPayments: await manualPayments.list(admin, id),
      requests: await listRequestsOf(db, id),
      mails: await deps.asOfNow(await listMailsOf(db, { bookingId: id })),
      changes: await bookingDetails.listChanges(id),
    }
  }

  /** The same about a tip; nothing of the booking's money. @throws AppError `tip-not-found` */
  async function readTip(admin: SignedIn, tipId: number) {
    const tip = await deps.tips.find(tipId)
    if (!tip) throw new AppError('tip-not-found')
    return {
      madeAt: clock.now(),
      letterhead: { publicUrl, business: await business.get() },
      tip,
      trip: await bookingDetails.get(admin, tip.bookingId),
      ...(await bookingDetails.moneyOfTip(tipId)),
      networks: await listNetworks(db, [tipId]),
      mails: await deps.asOfNow(await listMailsOf(db, { bookingId: tip.bookingId, tipId })),
    }
  }

  return {
    read,
    readTip,

    /** The page and its file name; records it in the audit log. @throws AppError `booking-not-found` */
    async make(admin: SignedIn, id: number): Promise<{ page: string; fileName: string }> {
      const pack = await read(admin, id)
      const maker = { by: 'staff' as const, adminId: admin.id, booking: id }
      await inTransaction(db, clock, (tx, now) => followChange(tx, now, {}, disputePackMade, maker, {}))
      return { page: disputePackPage(pack), fileName: `dispute-pack-${pack.booking.confirmationNumber}.html` }
    },

    /** @throws AppError `tip-not-found` */
    async makeOfTip(admin: SignedIn, tipId: number): Promise<{ page: string; fileName: string }> {
      const pack = await readTip(admin, tipId)
      const about = { kind: 'booking', id: pack.tip.bookingId }
      await inTransaction(db, clock, (tx) => recordChange(tx, admin.id, 'tip.dispute-pack-made', about, null, null))
      return { page: tipPackPage(pack), fileName: `dispute-pack-tip-${tipId}.html` }
    },
  }
}
