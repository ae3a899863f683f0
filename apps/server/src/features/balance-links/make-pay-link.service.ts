import { addresses } from '@arcadia/contract/addresses'
import type { makePayLink } from '@arcadia/contract/balance-links'
import { depositMissing } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { AppError } from '../../http/app-error.ts'
import { makeLink } from '../../http/links.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { checkUntil, depositAwaited } from '../bookings/awaited-deposits.service.ts'
import { applyChange, followChange, type Runner, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { demandDue } from '../bookings/money-due.service.ts'
import { checkByCard } from '../payments/balance.kind.ts'

export const payLinkMade = toldChange({
  name: 'pay-link-made',
  by: { staff: { who: 'the owner, the office or a guide', guest: null, owner: null } },
  frees: false,
})

/**
 * A link to pass on; a guide makes one for a group of today. With `until`, a pending booking's spots are held for the deposit until then, and the
 * customer is emailed.
 * @throws AppError `booking-not-found`, `forbidden`, `invalid-input`, `nothing-owed`, `balance-not-by-card`, `payment-in-progress`
 */
export async function createPayLink(
  deps: Runner & Pick<Base, 'db' | 'clock' | 'publicUrl'> & { bookings: Pick<Bookings, 'get'> },
  admin: SignedIn,
  bookingId: number,
  until: Date | undefined,
): Promise<Output<typeof makePayLink>> {
  return withBookingLocked(
    deps,
    () => deps.bookings.get(admin, bookingId),
    async (tx, now, booking) => {
      if (admin.position === 'GUIDE' && (until || booking.selectedDate !== venueDate(now)))
        throw new AppError('forbidden', { message: "A guide can make links for today's groups." })
      if (until && booking.status !== 'PENDING') throw new AppError('nothing-owed')
      const { selectedDate } = booking
      if (until) await checkUntil(tx, until, now, selectedDate, depositMissing(booking))
      const depositUntil = until ?? booking.depositUntil
      const due = await demandDue(tx, now, { ...booking, depositUntil })
      checkByCard(await deps.business.get(tx), due, 1)
      const maker = { booking, by: 'staff' as const, adminId: admin.id }
      if (until) await applyChange(tx, now, deps, depositAwaited, maker, { until })
      const before = { depositUntil: booking.depositUntil }
      await followChange(tx, now, deps, payLinkMade, maker, { before, after: { depositUntil } })
      const link = await makeLink(tx, now, { purpose: 'PAY', bookingId, email: booking.email })
      return { link: deps.publicUrl + addresses.payBalance.href(link), depositUntil }
    },
  )
}
