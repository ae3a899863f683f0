import { addresses } from '@arcadia/contract/addresses'
import type { Booking } from '@arcadia/contract/bookings'
import { type TipLink, takesTips } from '@arcadia/contract/tips'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { groupLink } from '../../http/booking-links.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import type { Businesses } from '../business/business.service.ts'
import { findSet, type Guide, listStaff, writeSet } from './day-guides.store.ts'

export type DayGuides = ReturnType<typeof createDayGuides>

/** Who guides on a day: whom the office set, otherwise the only guide there is (docs/rules.md §21.7). */
export function createDayGuides(
  deps: Pick<Base, 'db' | 'clock' | 'encryptionKey' | 'publicUrl'> & { business: Pick<Businesses, 'get'> },
) {
  const { db, clock } = deps

  async function read(date: TripDate): Promise<{ guide: Guide | null; staff: Guide[]; hasGuides: boolean }> {
    const [staff, setId] = await Promise.all([listStaff(db), findSet(db, date)])
    const guides = staff.filter(({ isGuide }) => isGuide)
    const guide = staff.find(({ id }) => id === setId) ?? (guides.length === 1 ? guides[0]! : null)
    return { guide, staff, hasGuides: guides.length > 0 }
  }

  /** As guests call the guide; whoever works alone has a name in the facts of the business. */
  async function nameOf(date: TripDate): Promise<{ guideId: number | null; name: string | null }> {
    const { guide, hasGuides } = await read(date)
    const alone = hasGuides ? null : (await deps.business.get()).guideName
    return { guideId: guide?.id ?? null, name: guide?.name ?? (alone || null) }
  }

  return {
    read,
    nameOf,

    /** The way to tip the guide of a trip that takes tips (docs/rules.md §3.45). */
    async tipOf(
      booking: Pick<Booking, 'id' | 'selectedDate' | 'outcome'> & { email: string | null },
    ): Promise<TipLink | null> {
      if (!takesTips(booking, venueDate(clock.now()))) return null
      const { name } = await nameOf(booking.selectedDate)
      return { guide: name, url: deps.publicUrl + addresses.tip.href(groupLink.of(deps.encryptionKey, booking)) }
    },

    /** @throws AppError `invalid-input` */
    set: (adminId: number, date: TripDate, guideId: number | null): Promise<void> =>
      inTransaction(db, clock, async (tx) => {
        const staff = await listStaff(tx)
        const named = (id: number | null | undefined) => staff.find((one) => one.id === id)?.name ?? null
        if (guideId !== null && named(guideId) === null)
          throw new AppError('invalid-input', { path: 'guideId', message: 'That person does not work here anymore.' })
        const before = { guide: named(await findSet(tx, date)) }
        await writeSet(tx, date, guideId)
        await recordChange(tx, adminId, 'day.guide-set', date, before, { guide: named(guideId) })
      }),
  }
}
