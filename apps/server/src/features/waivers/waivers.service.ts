import { addresses } from '@arcadia/contract/addresses'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import type { downloadMyData } from '@arcadia/contract/my-data'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import type { getBookingWaiver, listWaiverSignatures } from '@arcadia/contract/waivers'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import type { Reminder } from '../../feature.ts'
import { groupLink } from '../../http/booking-links.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { isMorning } from '../../mail/morning.rules.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { toSigned } from './to-signed.ts'
import { isOfGroup } from './waivers.rules.ts'
import { findTrip, findWaiver, isSomebodyMissing, listSignatures, type SignatureRow } from './waivers.store.ts'

export type Waivers = ReturnType<typeof createWaivers>

export function createWaivers(
  deps: Pick<Base, 'db' | 'clock' | 'publicUrl' | 'encryptionKey'> & {
    bookings: Pick<Bookings, 'get' | 'listOf'>
  },
) {
  const { db, clock, encryptionKey, bookings } = deps
  const linkTo = (trip: { id: number; email: string | null }) => groupLink.of(encryptionKey, trip)
  const urlOf = (trip: { id: number; email: string | null }) => deps.publicUrl + addresses.trip.href(linkTo(trip))
  const today = () => venueDate(clock.now())

  /** For the customer who booked. @throws AppError `booking-not-found` */
  async function ofBooking(user: SignedIn, bookingId: number): Promise<Output<typeof getBookingWaiver>> {
    await bookings.get(user, bookingId)
    const trip = (await findWaiver(db)) && (await findTrip(db, bookingId, today()))
    if (!trip) return { waiver: null }
    const signatures = (await listSignatures(db, [bookingId])).filter(isOfGroup)
    const names = signatures.map(({ id, name }) => ({ id, name: name ?? '' }))
    return { waiver: { url: urlOf(trip), wanted: trip.wanted, signatures: names } }
  }

  return {
    linkOf: linkTo,
    urlOf,

    ofBooking,

    /** For the owner. @throws AppError `booking-not-found` */
    async signaturesOf(user: SignedIn, bookingId: number): Promise<Output<typeof listWaiverSignatures>> {
      const { selectedDate, numberOfGuests, riders } = await bookings.get(user, bookingId)
      const trip = (await findWaiver(db)) && (await findTrip(db, bookingId, today()))
      const signatures = await listSignatures(db, [bookingId])
      return {
        tripDate: selectedDate,
        wanted: trip?.wanted ?? numberOfGuests + riders,
        url: trip ? urlOf(trip) : null,
        signatures: signatures.map(toListed),
      }
    },

    /** Who has signed in each of these groups, and where; null if no waiver is required. */
    async signedOf(groups: readonly Pick<AdminBooking, 'id' | 'email' | 'numberOfGuests' | 'riders'>[]) {
      const isAsked = (await findWaiver(db)) !== undefined
      const signatures = isAsked
        ? await listSignatures(
            db,
            groups.map(({ id }) => id),
          )
        : []
      return (id: number) => {
        const group = isAsked && groups.find((one) => one.id === id)
        if (!group) return null
        return {
          names: namesOf(signatures.filter((one) => one.booking_id === id)),
          wanted: group.numberOfGuests + group.riders,
          url: urlOf(group),
        }
      }
    },

    /** Waivers signed for a customer's bookings. */
    async listOf(userId: number): Promise<Output<typeof downloadMyData>['waivers']> {
      const ids = (await bookings.listOf(userId)).map(({ id }) => id)
      return (await listSignatures(db, ids)).map(({ booking_id, name, guardian, version, signed_at }) => ({
        bookingId: booking_id,
        name,
        guardian,
        version,
        signedAt: signed_at,
      }))
    },
  }
}

const namesOf = (signatures: readonly SignatureRow[]) =>
  signatures.filter(isOfGroup).map(({ name }) => name ?? 'erased')

/** Reminders for the day before the trip, if signatures are missing. */
export async function waiverReminders(db: Db, now: Date): Promise<Reminder[]> {
  if (!isMorning(now) || !(await findWaiver(db))) return []
  const tomorrow = addDays(venueDate(now), 1)
  return [
    {
      kind: 'WAIVER',
      first: tomorrow,
      last: tomorrow,
      quietDays: 1,
      isNeeded: isSomebodyMissing,
      mail: (trip) => ({ kind: 'waiver-reminder', params: trip }),
    },
  ]
}

const toListed = (row: SignatureRow & { text: string }) => ({
  ...toSigned(row),
  id: row.id,
  name: row.name,
  bornOn: row.born_on,
  address: row.address,
  isOfGroup: isOfGroup(row),
})
