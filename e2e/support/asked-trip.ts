import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { sendFreshLink } from '@arcadia/contract/fresh-links'
import { asAdmin } from './admin-portal.ts'
import { aBooking, type Booked } from './managed-bookings.ts'
import { type Angler, anOpenDate, api } from './test.ts'

/**
 * A trip that took place, and the email that asks its guest how it was. Instead of waiting for noon of the day after, it is asked
 * for as with a link that a mail filter cut.
 */
export async function anAskedTrip(angler: Angler): Promise<Booked> {
  const date = await anOpenDate(true)
  const trip = await aBooking(angler, date)
  const { id, parties } = await asAdmin.call(moveDay, { body: { date, reason: 'ILLNESS' } })
  await asAdmin.call(closeDayMove, { params: { id }, body: { opensDay: true } })
  await asAdmin.call(setBookingStatus, { params: { id: trip.id }, query: { status: 'COMPLETED' } })
  const link = new URL(parties[0]!.link!).pathname.split('/').at(-1)!
  await api.call(sendFreshLink, { body: { link, page: 'review' } })
  return trip
}
