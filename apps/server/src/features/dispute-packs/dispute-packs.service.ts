import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { AsOfNow } from '../../mail/mails-as-of-now.ts'
import type { BookingDetails } from '../booking-details/booking-details.service.ts'
import type { StaffsChange } from '../booking-details/booking-timeline.rules.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import type { Businesses } from '../business/business.service.ts'
import type { ManualPayments } from '../manual-payments/manual-payments.service.ts'
import { disputePackPage } from './dispute-pack-page.ts'
import { getAccountOf, listMailsOf, listNetworks, listRequestsOf } from './dispute-packs.store.ts'

export const disputePackMade = toldChange({
  name: 'dispute-pack-made',
  by: { staff: { who: 'the owner', guest: null, owner: null } },
  frees: false,
})

export type DisputePack = Awaited<ReturnType<ReturnType<typeof createDisputePacks>['read']>>

export function createDisputePacks(
  deps: Pick<Base, 'db' | 'clock' | 'publicUrl'> & {
    business: Pick<Businesses, 'get'>
    bookingDetails: Pick<BookingDetails, 'get'> & { listChanges(id: number): Promise<readonly StaffsChange[]> }
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
      mails: await deps.asOfNow(await listMailsOf(db, id)),
      changes: await bookingDetails.listChanges(id),
    }
  }

  return {
    read,

    /** The page and its file name; records it in the audit log. @throws AppError `booking-not-found` */
    async make(admin: SignedIn, id: number): Promise<{ page: string; fileName: string }> {
      const pack = await read(admin, id)
      const maker = { by: 'staff' as const, adminId: admin.id, booking: id }
      await inTransaction(db, clock, (tx, now) => followChange(tx, now, {}, disputePackMade, maker, {}))
      return { page: disputePackPage(pack), fileName: `dispute-pack-${pack.booking.confirmationNumber}.html` }
    },
  }
}
